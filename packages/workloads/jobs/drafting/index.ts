// Drafting: a profile and a posting become the content of a CV and a letter.
export { documentsOf, drafting } from './rules.ts'
