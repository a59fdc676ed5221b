// What a request asks of a person, in the words of its gate and the values of its very text.
import { z } from 'zod'
import {
  digestOf,
  fillSentence,
  leaves,
  NotCanonical,
  parseBody,
  type RequestBody,
  valueAt,
  within,
} from '#queue'
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

/** A label that points into the request, so that it can't show another value than the one to be used. */
const Fact = z.object({ label: z.string(), at: z.string(), from: z.string().optional() })
const Shown = z.object({
  facts: z.array(Fact).default([]),
  warnings: z.array(z.string()).default([]),
})

/**
 * Everything a request holds: what it labels for a person as `First name  Ana  (resume: name)`, and each other
 * value by where it stands, `/action/tasks  1234`. Together nothing is left out.
 */
export function valuesOf(request: RequestBody): {
  labelled: [label: string, value: string][]
  rest: string[][]
} {
  const { action, shown } = request
  const read = Shown.safeParse(shown)
  const { facts, warnings } = read.success ? read.data : { facts: [], warnings: [] }
  const all = [...leaves(action, '/action'), ...leaves(shown, '/shown')]
  const told = (pointer: string) =>
    facts.some(({ at }) => within(pointer, at)) ||
    (read.success && /^\/shown\/(?:facts|warnings)\//.test(pointer))
  return {
    labelled: [
      ...warnings.map((warning): [string, string] => ['Note', visible(warning)]),
      ...facts.map(({ label, at, from }): [string, string] => {
        const value = compact(valueAt({ ...request }, at) ?? null)
        return [visible(label), from === undefined ? value : `${value}  (${visible(from)})`]
      }),
    ],
    rest: all
      .filter(({ pointer }) => !told(pointer))
      .map(({ pointer, value }) => [visible(pointer), compact(value)]),
  }
}
