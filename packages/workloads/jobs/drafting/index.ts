// Drafting: a profile and a posting become the content of a CV and a letter.
export { ModelUse, unused } from './model/use.ts'
export { writeLetter } from './model/write-letter.ts'
export { documentsOf, drafting } from './rules.ts'
