// Each capability against its caps, and what holds the rest of its work back.
import type { FC } from 'hono/jsx'
import { span } from '../look/time.tsx'
import type { Capability } from './figures.ts'

export const CapabilityTable: FC<{ capabilities: readonly Capability[] }> = ({ capabilities }) =>
  capabilities.length === 0 ? (
    <p class="empty">
      No workload is registered yet: <code>countersign migrate</code> writes them.
    </p>
  ) : (
    <div class="card">
      <table class="rows dense">
        <caption class="visually-hidden">Capabilities against their caps</caption>
        <thead>
          <tr>
            <th scope="col">Capability</th>
            <th scope="col">Running</th>
            <th scope="col">Started</th>
            <th scope="col">New today</th>
            <th scope="col">Ready</th>
          </tr>
        </thead>
        <tbody>
          {capabilities.map((row) => (
            <tr>
              <th scope="row">
                <a href={`/tasks?capability=${encodeURIComponent(row.capability)}`}>
                  {row.capability}
                </a>
              </th>
              <td data-l="running">
                <Against value={row.running} cap={row.max_running} />
              </td>
              <td data-l="started">
                <Against value={row.started} cap={row.max_parked} />
              </td>
              <td data-l="new today">
                <Against value={row.started_today} cap={row.daily_ceiling} />
              </td>
              <td data-l="ready">
                <Ready row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

export const Against: FC<{ value: number; cap: number | null }> = ({ value, cap }) => {
  if (cap === null) return <span>{value.toLocaleString('en')}</span>
  const full = value >= cap
  return (
    <span>
      {value.toLocaleString('en')} of {cap.toLocaleString('en')}
      <span class={full ? 'meter full' : 'meter'}>
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width={String(cap === 0 ? 100 : Math.min(100, (100 * value) / cap))} height="6" />
        </svg>
      </span>
    </span>
  )
}

const held: Readonly<Record<string, string>> = {
  paused: 'paused',
  running: 'all places run',
  person: 'held by you',
  ceiling: 'done for today',
}

const Ready: FC<{ row: Capability }> = ({ row }) => {
  const ready = row.ready_started + row.ready_new
  const oldest = row.oldest_ready_at && span(row.now.getTime() - row.oldest_ready_at.getTime())
  const why = row.held_by === null ? undefined : held[row.held_by]
  return (
    <span>
      {ready.toLocaleString('en')}
      {oldest && <span class="soft">, for {oldest}</span>}
      {why && (
        <>
          {' '}
          <span class={row.held_by === 'person' || row.held_by === 'paused' ? 'chip warn' : 'chip'}>
            {why}
          </span>
        </>
      )}
    </span>
  )
}
