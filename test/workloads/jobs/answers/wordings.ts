// Wordings as forms have them, and what may be said to them.
import type { Row } from './rows.ts'
import { consents, documents, identity, people, texts } from './wordings-of-forms.ts'
import { authorisation, standing } from './wordings-of-law.ts'
import { work } from './wordings-of-work.ts'

export const wordings: readonly Row[] = [
  ...identity,
  ...authorisation,
  ...standing,
  ...work,
  ...people,
  ...consents,
  ...documents,
  ...texts,
]
