// Hard requirements: three-valued verdicts with their quotes.

export {
  type DimensionVerdict,
  type Judgement,
  judge,
  prepareJob,
  setAsideBit,
  skillBit,
} from './judge.ts'
export { standingIn } from './standing.ts'
export {
  type Applicant,
  type Degree,
  type Dimension,
  dimensions,
  type Employment,
  type Exclusions,
  type Finding,
  type Job,
  type JobSentence,
  type Level,
  type PayWish,
  type Period,
  type Seniority,
  type Standing,
  type Verdict,
} from './types.ts'
