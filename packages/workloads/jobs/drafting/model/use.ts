// What a task has used of a model: every answer, so that none is paid for twice, and every token.
import { z } from 'zod'

export const ModelUse = z.object({
  /** Calls begun, those without an answer included. */
  calls: z.int(),
  /** In and out together; a call without an answer counts with all it may have cost. */
  tokens: z.int(),
  /** How often the task was given back because the service could not answer. */
  waits: z.int(),
  answers: z.array(
    z.object({
      /** SHA-256 of the request. */
      request: z.string(),
      text: z.string(),
      stop: z.string(),
      model: z.string(),
      inputTokens: z.int(),
      outputTokens: z.int(),
    }),
  ),
})
export type ModelUse = z.infer<typeof ModelUse>

export const unused: ModelUse = { calls: 0, tokens: 0, waits: 0, answers: [] }
