// The user's profile: read, checked, and turned into what the rules compare.
export type { Answers } from './answers.ts'
export { applicantOf, experienceMonths, monthsBetween } from './applicant.ts'
export { checkProfile, type Gap } from './check.ts'
export { type Problem, problemLine } from './documents.ts'
export { type LoadedProfile, loadProfile, type Profile } from './profile.ts'
export type { Resume } from './resume.ts'
export type { Search } from './search.ts'
