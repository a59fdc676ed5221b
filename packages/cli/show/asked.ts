// What a request asks of a person, in the words of its gate and the values of its very text.
import { digestOf, fillSentence, NotCanonical, parseBody, type RequestBody } from '#queue'
import { CommandFailed } from '../failure.ts'
import { compact, visible } from '../text.ts'
import type { GateRow, RequestRow } from './task.ts'

const uncertain =
  'Nobody recorded how effect {/action/effect}, begun at {/action/began_at}, ended: did it happen?'

/** The sentence of a request; says so where its text was erased or its gate is gone. */
export function sentenceOf(request: RequestRow, gates: readonly GateRow[]): string {
  if (request.body === null) return `(asked at ${request.gate}; the text was erased)`
  const gate = gates.find(({ name }) => name === request.gate)
  const template = request.gate === 'uncertain' ? uncertain : gate?.sentence
  if (template === undefined) return `(asked at ${request.gate}, a gate that is gone)`
  return visible(fillSentence(template, JSON.parse(request.body)))
}

/**
 * The request as its text says it. Throws CommandFailed where the text is not its digest or not in its one
 * canonical form: then nobody should decide on it.
 */
export function verifiedBody(request: RequestRow): RequestBody {
  const { body, digest } = request
  if (body === null) throw new CommandFailed(`the text of request ${request.id} was erased`)
  try {
    if (digestOf(body) === digest) return parseBody(body)
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error
  }
  throw new CommandFailed(
    `request ${request.id} is not what its digest says: nothing is decided; see "npx countersign doctor"`,
  )
}

/** Everything a request holds, value by value: `/action/tasks  1234`. Nothing is left out. */
export function valuesOf({ action, shown }: RequestBody): string[][] {
  return [...leaves('/action', action), ...leaves('/shown', shown)]
}

function leaves(pointer: string, value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[visible(pointer), compact(value)]]
  return Object.entries(value).flatMap(([key, inner]) => leaves(`${pointer}/${key}`, inner))
}
