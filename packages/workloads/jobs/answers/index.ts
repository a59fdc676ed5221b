// Answers to application forms: planned from what the person wrote, asked where that says nothing.
export { consentWords } from './consents.ts'
export { planAnswers } from './plan.ts'
export type {
  GivenAnswers,
  Plan,
  PlanInput,
  PlannedValue,
  Remembered,
} from './planned.ts'
export { keptAnswers } from './questions.ts'
