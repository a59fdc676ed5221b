// Documents of the jobs workload: what drafting needs of this folder.
export { type CvInput, cvSchema, type LetterInput, letterSchema } from './content.ts'
export {
  cvContent,
  DocumentFailed,
  letterContent,
  type MadeDocument,
  type MakeOptions,
  makeCv,
  makeLetter,
} from './make.ts'
export { asciiName, findUnprintable } from './unprintable.ts'
