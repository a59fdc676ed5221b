// Hard requirements: three-valued verdicts with their quotes.

export { type Judgement, judge, prepareJob, setAsideBit, skillBit } from './judge.ts'
export { nothingRead } from './memory.ts'
export {
  type Applicant,
  type Degree,
  dimensions,
  type JobSentence,
  type Level,
  type PayWish,
  type Standing,
  type Verdict,
} from './types.ts'
