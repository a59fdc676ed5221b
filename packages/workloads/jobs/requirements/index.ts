// Hard requirements: three-valued verdicts with their quotes.

export { type Judgement, judge, prepareJob, setAsideBit, skillBit } from './judge.ts'
export type { Applicant, Degree, JobSentence, Level, PayWish, Standing, Verdict } from './types.ts'
