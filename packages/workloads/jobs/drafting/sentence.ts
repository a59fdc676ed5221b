// A sentence of a document, and the facts of the profile that it states.

export interface Sentence {
  text: string
  /** Ids of facts; none for a sentence that states nothing about the applicant. */
  facts: readonly string[]
}

/** The facts behind a piece of a document, by its path (`letter.paragraphs[1]`). */
export interface Evidence {
  place: string
  text: string
  facts: string[]
}
