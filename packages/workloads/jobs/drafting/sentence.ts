// A sentence of a document, and the facts of the profile that it states.
import { z } from 'zod'

export interface Sentence {
  text: string
  /** Ids of facts; none for a sentence that states nothing about the applicant. */
  facts: readonly string[]
}

/** The facts behind a piece of a document, by its path (`letter.paragraphs[1]`). */
export const Evidence = z.object({
  place: z.string(),
  text: z.string(),
  facts: z.array(z.string()),
})
export type Evidence = z.infer<typeof Evidence>
