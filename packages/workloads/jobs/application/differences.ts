// In what a form, opened again, differs from the approved one: in meaning, never in markup.
import type { JsonObject } from '#queue'
import { formChanges } from '../forms/index.ts'
import { type Action, approvedForm, asSigned } from './action.ts'
import type { Whole } from './filling.ts'

/** The place of an approved form, for opening it. */
export function placeOf({ posting }: Action) {
  const { board, account, id, apply } = posting
  return { board, account, externalId: id, applyUrl: apply }
}

/** In what the form differs from the approved one, and from what was to be put in. */
export function differencesTo(action: Action, { schema, differences }: Whole): JsonObject[] {
  const now = asSigned(schema)
  const moved = now.url === action.target ? [] : [row('Goes to', action.target, now.url)]
  const changes = formChanges(approvedForm(action), now)
  // What a changed question holds follows from its change, and is filled anew anyway.
  const explained = new Set(changes.map(({ key }) => key))
  const held = differences.filter(({ key }) => !explained.has(key))
  return [
    ...moved,
    ...changes.map(({ label, what, before, after }) =>
      row(`${label}: ${sayings[what]}`, before, after),
    ),
    ...held.map(({ label, why, planned, found }) => row(`${label}: ${holds[why]}`, planned, found)),
  ]
}

const sayings = {
  new: 'a new question',
  gone: 'no longer asked',
  label: 'worded differently',
  description: 'its explanation',
  required: 'whether it must be answered',
  kind: 'its kind',
  options: 'its options',
  links: 'where it links to',
  file: 'the files it takes',
} as const

const holds = {
  gone: 'there is no such field',
  'not-offered': 'no longer offered',
  other: 'the form holds something else',
  unplanned: 'the form holds something unplanned',
  unanswered: 'must be answered now',
} as const

/** One line of a difference, as the request's page shows it. */
export function row(label: string, was: string | null, now: string | null): JsonObject {
  return { label, was, now }
}
