// A task's status as a word with a colour: amber waits for you, red is an incident.
import type { FC } from 'hono/jsx'
import type { Status as StatusName } from '#queue'

const tones: Partial<Record<StatusName, string>> = {
  needs_approval: 'warn',
  running: 'ink',
  approved: 'ink',
  completed: 'ok',
  failed: 'bad',
  dead: 'bad',
  expired: 'warn',
}

export const Status: FC<{ status: StatusName }> = ({ status }) => (
  <span class={`chip ${tones[status] ?? ''}`}>{status.replaceAll('_', ' ')}</span>
)
