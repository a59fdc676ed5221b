// What a model answers: checked as JSON, as a letter, and sentence by sentence against the facts.
import { z } from 'zod'
import type { ModelAnswer } from '#clients'
import { refusals } from '../claims.ts'
import type { Facts } from '../facts.ts'
import type { Paragraph } from '../sentence.ts'

const Answer = z.strictObject({
  paragraphs: z
    .array(
      z.strictObject({
        sentences: z
          .array(
            z.strictObject({
              text: z.string().trim().min(1),
              facts: z.array(z.string()).min(1).max(6),
            }),
          )
          .min(1)
          .max(6),
      }),
    )
    .min(1)
    .max(5),
})

/** For services that hold a model to a schema; `readAnswer` doesn't rely on it. */
export const answerSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['paragraphs'],
  properties: {
    paragraphs: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['sentences'],
        properties: {
          sentences: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['text', 'facts'],
              properties: {
                text: { type: 'string' },
                facts: { type: 'array', items: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  },
} as const

const maxLetterChars = 2_200

export type Read =
  | { kind: 'accepted'; paragraphs: Paragraph[] }
  /** `why` is told to the model; it is about its own words. */
  | { kind: 'refused'; why: string }

/** The paragraphs of an answer that is whole and whose every claim traces to a fact; else why not. */
export function readAnswer({ text, stop }: Pick<ModelAnswer, 'text' | 'stop'>, facts: Facts): Read {
  if (stop === 'max_tokens' || stop === 'model_context_window_exceeded') {
    return refused('The answer was cut off. Write less.')
  }
  if (stop === 'refusal') return refused('The answer was a refusal.')
  const parsed = Answer.safeParse(jsonIn(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refused(
      `The answer is not the JSON that was asked for: ${issue?.path.join('.')} ${issue?.message}`,
    )
  }
  const { paragraphs } = parsed.data
  const length = paragraphs
    .flatMap(({ sentences }) => sentences)
    .reduce((sum, one) => sum + one.text.length, 0)
  if (length > maxLetterChars)
    return refused(`The letter is longer than ${maxLetterChars} characters.`)
  const found = refusals(
    paragraphs.map(({ sentences }) => sentences),
    facts,
  )
  if (found.length > 0) {
    const lines = found
      .slice(0, 12)
      .map(({ sentence, why }) => `- "${sentence.slice(0, 200)}": ${why}`)
    return refused(`These sentences can't be kept:\n${lines.join('\n')}`)
  }
  // What does not fit the page goes from the end, but never the first two paragraphs.
  const kept = paragraphs.map(({ sentences }, at) => ({ sentences, optional: at >= 2 }))
  return { kind: 'accepted', paragraphs: kept }
}

function refused(why: string): Read {
  return { kind: 'refused', why }
}

/** The JSON of an answer, also in a code fence; undefined for anything else. */
function jsonIn(text: string): unknown {
  const bare = text.trim().replace(/^```(?:json)?\s*\n([\s\S]*)\n```$/, '$1')
  try {
    return JSON.parse(bare)
  } catch {
    return undefined
  }
}
