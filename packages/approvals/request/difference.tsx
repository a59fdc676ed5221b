// Before and after as a table that reads across: a planned change, a person's edit, a world that moved on.
import type { FC } from 'hono/jsx'
import { type Json, type RequestBody, valueAt } from '#queue'
import { Visible } from '../look/visible.tsx'
import { printed } from './facts.tsx'
import type { Change, Fact } from './shown.ts'

export interface Row {
  label: string
  /** Left out where only the new value is known. */
  was?: Json
  now: Json
}

export const BeforeAfter: FC<{
  rows: readonly Row[]
  titles?: [string, string]
  caption: string
}> = ({ rows, titles = ['Before', 'After'], caption }) => (
  <table class="rows compare">
    <caption class="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">{titles[0]}</th>
        <th scope="col">{titles[1]}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ label, was, now }) => (
        <tr>
          <th scope="row">
            <Visible text={label} />
          </th>
          <td class="was" data-l={titles[0]}>
            {was === undefined ? (
              <span class="gone">not kept</span>
            ) : (
              <Visible text={printed(was)} />
            )}
          </td>
          {was !== undefined && printed(was) === printed(now) ? (
            <td data-l={titles[1]}>
              <span class="gone">unchanged</span>
            </td>
          ) : (
            <td class="now" data-l={titles[1]}>
              <Visible text={printed(now)} />
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The changes that the evidence points out, with the values that will be used. */
export function changedRows(request: RequestBody, changes: readonly Change[]): Row[] {
  const whole = { ...request }
  return changes.map(({ label, was, now }) => {
    const before = valueAt(whole, was)
    return { label, ...(before !== undefined && { was: before }), now: valueAt(whole, now) ?? null }
  })
}

/**
 * What a stored difference says, as rows: a list of { at | label, was, now }, an object of such pairs, or an
 * object of what is so now. Undefined where it is none of these: then it is shown as it was written.
 */
export function differenceRows(difference: Json, facts: readonly Fact[]): Row[] | undefined {
  if (Array.isArray(difference)) {
    const rows = difference.map((item) => pairOf(item, facts))
    return rows.some((row) => row === undefined)
      ? undefined
      : rows.filter((row) => row !== undefined)
  }
  if (typeof difference !== 'object' || difference === null) return undefined
  return Object.entries(difference).map(([name, value]) => {
    const pair = isObject(value) && 'now' in value ? value : undefined
    const label = said[name] ?? labelOf(name, facts)
    return pair
      ? { label, ...(pair.was !== undefined && { was: pair.was }), now: pair.now ?? null }
      : { label, now: value }
  })
}

const said: Readonly<Record<string, string>> = { previousAttempt: 'The attempt before' }

function pairOf(item: Json, facts: readonly Fact[]): Row | undefined {
  if (!isObject(item) || item.now === undefined) return undefined
  const name = item.label ?? item.at
  if (typeof name !== 'string') return undefined
  return {
    label: labelOf(name, facts),
    ...(item.was !== undefined && { was: item.was }),
    now: item.now,
  }
}

/** The label of a pointer, where the evidence has one. */
export function labelOf(pointer: string, facts: readonly Fact[]): string {
  return facts.find((fact) => fact.at === pointer)?.label ?? pointer.replace(/^\/action\//, '')
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Why this revision replaces the one before, and in what it differs. */
export const Difference: FC<{ difference: Json; facts: readonly Fact[]; title: string }> = ({
  difference,
  facts,
  title,
}) => {
  const rows = differenceRows(difference, facts)
  return (
    <section class="card" aria-labelledby="changed">
      <h2 id="changed">{title}</h2>
      {rows === undefined ? (
        <pre>
          <Visible text={JSON.stringify(difference, null, 2)} />
        </pre>
      ) : (
        <BeforeAfter rows={rows} caption="Differences to the revision before" />
      )}
    </section>
  )
}
