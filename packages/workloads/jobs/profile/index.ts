// The user's profile: read, checked, and turned into what the rules compare.
export { applicantOf, experienceMonths, monthsBetween } from './applicant.ts'
export { checkProfile } from './check.ts'
export { problemLine } from './documents.ts'
export { loadProfile, type Profile } from './profile.ts'
export {
  currentProfile,
  folderProfile,
  ProfileBroken,
  type SourcedProfile,
  storedProfile,
} from './source.ts'
