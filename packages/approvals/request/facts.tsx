// What will be done, value by value, in three visibly different zones: yours, generated, from the internet.
import type { FC } from 'hono/jsx'
import type { Json, RequestBody } from '#queue'
import { hasInvisible, Visible } from '../look/visible.tsx'
import { at, leaves, within } from './pointer.ts'
import type { Fact, Shown } from './shown.ts'

export const Value: FC<{ value: Json | undefined; source: Fact['source'] }> = ({
  value,
  source,
}) => {
  const text = printed(value)
  const zone = text.length > 120 || text.includes('\n') ? 'block' : 'line'
  return (
    <span class={`value ${source} ${zone}`}>
      <Visible text={text} />
      {text.length > 280 && (
        <small class="count">{text.length.toLocaleString('en')} characters</small>
      )}
    </span>
  )
}

export const Facts: FC<{ request: RequestBody; facts: readonly Fact[] }> = ({ request, facts }) => (
  <dl class="facts">
    {facts.map((fact) => (
      <div>
        <dt>
          <Visible text={fact.label} />
        </dt>
        <dd>
          <Value value={at({ ...request }, fact.at)} source={fact.source} />
          <small class={`from ${fact.source}`}>{fact.from ?? named[fact.source]}</small>
        </dd>
      </div>
    ))}
  </dl>
)

const named = { yours: 'yours', generated: 'generated', internet: 'from the internet' } as const

/** What is in the action and that no fact points at: shown all the same, by where it stands. */
export function unlabelled(request: RequestBody, facts: readonly Fact[]): Fact[] {
  return leaves(request.action, '/action')
    .filter(({ pointer }) => !facts.some((fact) => within(pointer, fact.at)))
    .map(({ pointer }) => ({
      label: pointer,
      at: pointer,
      source: 'yours',
      from: 'action',
      new: false,
    }))
}

/** What a person has to look at: first-time values, generated text, and warnings about hidden characters. */
export function splitFacts({ facts }: Shown): { fresh: Fact[]; same: Fact[] } {
  const fresh = facts.filter((fact) => fact.new || fact.source === 'generated')
  return { fresh, same: facts.filter((fact) => !fresh.includes(fact)) }
}

/** Labels of values that hold characters nobody can see. */
export function hiddenIn(request: RequestBody, facts: readonly Fact[]): string[] {
  return facts
    .filter((fact) => hasInvisible(printed(at({ ...request }, fact.at))))
    .map(({ label }) => label)
}

export function printed(value: Json | undefined): string {
  if (value === undefined) return '(nothing)'
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value, null, 1)
    : String(value)
}
