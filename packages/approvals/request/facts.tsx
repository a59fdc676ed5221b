// What will be done, value by value, in three visibly different zones: yours, generated, from the internet.
import type { FC } from 'hono/jsx'
import { type Json, leaves, type RequestBody, valueAt, within } from '#queue'
import { hasInvisible, Visible } from '../look/visible.tsx'
import { Address } from './address.tsx'
import type { Fact, Ground, Shown } from './shown.ts'

const Value: FC<{
  value: Json | undefined
  fact: Pick<Fact, 'source' | 'role' | 'restsOn'>
}> = ({ value, fact }) => {
  const text = printed(value)
  const verbatim = fact.role === 'consent' ? 'verbatim' : ''
  const block = text.length > 120 || text.includes('\n') || verbatim ? 'block' : 'line'
  return (
    <>
      <span class={`value ${fact.source} ${block} ${verbatim}`}>
        {/^[a-z][a-z0-9+.-]*:/i.test(text) && !/\s/.test(text) ? (
          <Address text={text} />
        ) : (
          <Grounded text={text} grounds={fact.restsOn} />
        )}
      </span>
      {fact.role === 'copy' && <Copy text={text} />}
      {text.length > 280 && <small class="count">{counted(text)}, all of them shown</small>}
      {fact.restsOn.length > 0 && (
        <ol class="rests">
          {fact.restsOn.map((ground, index) => (
            <li>
              {index + 1} rests on: <Visible text={ground.fact} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** Only where scripts run; without them the value can be marked and copied by hand. */
const Copy: FC<{ text: string }> = ({ text }) => (
  <>
    {' '}
    <button type="button" class="copy" data-copy={text} hidden>
      Copy
    </button>
  </>
)

function counted(text: string): string {
  return `${text.length.toLocaleString('en')} characters`
}

/** A text in which the words that rest on a fact are underlined and numbered. */
const Grounded: FC<{ text: string; grounds: readonly Ground[] }> = ({ text, grounds }) => (
  <>
    {marked(text, grounds).map(({ piece, number }) =>
      number === undefined ? (
        <Visible text={piece} />
      ) : (
        <>
          <u>
            <Visible text={piece} />
          </u>
          <sup>{number}</sup>
        </>
      ),
    )}
  </>
)

/** Cuts a text at the first occurrence of each quote, in the order of the text; overlaps stay unmarked. */
export function marked(text: string, grounds: readonly Ground[]) {
  const spots = grounds
    .map(({ quote }, index) => ({
      from: quote ? text.indexOf(quote) : -1,
      length: quote?.length ?? 0,
      number: index + 1,
    }))
    .filter(({ from }) => from >= 0)
    .sort((a, b) => a.from - b.from)
  const found: { piece: string; number?: number }[] = []
  let end = 0
  for (const { from, length, number } of spots) {
    if (from < end) continue
    if (from > end) found.push({ piece: text.slice(end, from) })
    found.push({ piece: text.slice(from, from + length), number })
    end = from + length
  }
  if (end < text.length) found.push({ piece: text.slice(end) })
  return found
}

export const Facts: FC<{ request: RequestBody; facts: readonly Fact[] }> = ({ request, facts }) => (
  <dl class="facts">
    {facts.map((fact) => (
      <div>
        <dt>
          <Visible text={fact.label} />
        </dt>
        <dd class="value-of">
          <Value value={valueAt({ ...request }, fact.at)} fact={fact} />
        </dd>
        <dd class={`from ${fact.source}`}>
          <Visible text={originOf(fact)} />
        </dd>
      </div>
    ))}
  </dl>
)

const named = { yours: 'yours', generated: 'generated', internet: 'from the internet' } as const

/** Generated text always says so, whatever else it says of where it comes from. */
function originOf({ source, role, from }: Fact): string {
  if (role === 'consent') return 'you agree by approving'
  if (source === 'generated' && from !== undefined) return `generated · ${from}`
  return from ?? named[source]
}

/** What is in the action and that no fact points at: shown all the same, by where it stands. */
export function unlabelled(request: RequestBody, { facts, changes }: Shown): Fact[] {
  const pointed = [
    ...facts.map((fact) => fact.at),
    ...changes.flatMap(({ was, now }) => [was, now]),
  ]
  return leaves(request.action, '/action')
    .filter(({ pointer }) => !pointed.some((outer) => within(pointer, outer)))
    .map(({ pointer }) => ({
      label: pointer.replace('/action/', '').replaceAll('/', ' › '),
      at: pointer,
      source: 'yours',
      from: 'action',
      new: false,
      restsOn: [],
    }))
}

/**
 * What a person has to look at: first-time values, generated text and consents. The rest was seen before,
 * but for what stands beside the headline.
 */
export function splitFacts({ facts }: Shown): { fresh: Fact[]; same: Fact[] } {
  const isFresh = (fact: Fact) => fact.new || fact.source === 'generated' || fact.role === 'consent'
  const same = facts.filter((fact) => !isFresh(fact) && fact.role !== 'key')
  return { fresh: facts.filter(isFresh), same }
}

/** Labels of values that hold characters nobody can see. */
export function hiddenIn(request: RequestBody, facts: readonly Fact[]): string[] {
  return facts
    .filter((fact) => hasInvisible(printed(valueAt({ ...request }, fact.at))))
    .map(({ label }) => label)
}

export function printed(value: Json | undefined): string {
  if (value === undefined) return '(nothing)'
  if (value === null) return '(empty)'
  if (typeof value === 'string') return value === '' ? '(empty)' : value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}
