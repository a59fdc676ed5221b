// A sentence of a document with the facts of the profile that it states, and what sentences make up.
import { z } from 'zod'

export interface Sentence {
  text: string
  /** Ids of facts; none for a sentence that states nothing about the applicant. */
  facts: readonly string[]
}

export interface Paragraph {
  sentences: readonly Sentence[]
  /** Left out first when the letter is longer than its page. */
  optional: boolean
}

/** None where there is nothing to say. */
export function paragraph(sentences: readonly Sentence[], optional = false): Paragraph[] {
  return sentences.length === 0 ? [] : [{ sentences, optional }]
}

/** The facts behind a piece of a document, by its path (`letter.paragraphs[1]`). */
export const Evidence = z.object({
  place: z.string(),
  text: z.string(),
  facts: z.array(z.string()),
})
export type Evidence = z.infer<typeof Evidence>
