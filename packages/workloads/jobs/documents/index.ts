// Documents of the jobs workload: what drafting needs of this folder.
export { type CvInput, cvSchema, type LetterInput, letterSchema } from './content.ts'
export { DocumentFailed, type MadeDocument, makeCv, makeLetter } from './make.ts'
export { findUnprintable } from './unprintable.ts'
