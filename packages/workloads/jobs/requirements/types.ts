// The words of requirement judging: dimensions, verdicts, findings, and what is known of the
// applicant.
import type { Posting } from '../boards/posting.ts'
import type { Home, Place } from '../geography/index.ts'
import type { Sentence } from '../text/sentences.ts'

export const dimensions = [
  'authorisation',
  'residence',
  'workplace',
  'time-zone',
  'years',
  'degree',
  'languages',
  'pay',
  'employment',
  'seniority',
  'clearance',
  'start-date',
  'exclusions',
] as const
export type Dimension = (typeof dimensions)[number]

/** Only `misses` skips a posting. `unclear` costs score and is shown. */
export type Verdict = 'meets' | 'misses' | 'unclear'

export interface Finding {
  dimension: Dimension
  verdict: Verdict
  /** The posting's own words; null when the finding is that it says nothing. */
  quote: string | null
  /** A short English reason. */
  reason: string
  /**
   * True when the words leave no room ("must", "only", "required"). Decides between
   * contradicting sentences.
   */
  strict?: boolean
  /** The finding comes from the board's fields, not from a sentence. */
  field?: boolean
}

export type Degree = 'none' | 'bachelor' | 'master' | 'doctorate'
export type Level = 'A1' | 'A2' | 'B1' | 'B2' | 'C1' | 'C2'
export type Seniority =
  | 'intern'
  | 'junior'
  | 'mid'
  | 'senior'
  | 'staff'
  | 'lead'
  | 'manager'
  | 'director'
export type Employment =
  | 'permanent'
  | 'fixed-term'
  | 'freelance'
  | 'internship'
  | 'working-student'
  | 'temporary'
export type Period = 'year' | 'month' | 'two-weeks' | 'week' | 'day' | 'hour'

/** How the applicant stands in a country's labour market. */
export type Standing =
  /** Citizen, permanent resident or holder of a permit that no employer sponsors. */
  | 'free'
  /** May work there now on a visa that a new employer must take over. */
  | 'transfer'
  | 'needs-sponsorship'
  | 'unknown'

/** What the profile says of its owner on one day, in the form the rules compare. */
export interface Applicant {
  /** ISO date on which postings are judged. */
  today: string
  home: Home
  /** ISO codes. EU and EEA citizens are free in each other's countries without saying so. */
  citizenships: readonly string[]
  permanentResidences: readonly string[]
  standings: Readonly<Record<string, Standing>>
  /** The standing in every country that isn't listed. */
  elsewhere: Standing
  clearances: readonly string[]
  /** Whole months of professional work, overlaps counted once. */
  experienceMonths: number
  /** By skill id (see skills.ts). 0 says "known to have none"; a missing skill is unknown. */
  skillMonths: Readonly<Record<string, number>>
  degree: Degree
  studying: boolean
  /** ISO 639-1 → CEFR level. A language that isn't listed isn't spoken; null: unknown. */
  languages: Readonly<Record<string, Level>> | null
  pay: PayWish | null
  /** Cities the applicant would go to an office in, and on how many days a week at most. */
  offices: readonly { place: Place; maxDaysPerWeek: number }[] | null
  /** Whether work from home is wanted at all. */
  remote: boolean
  relocation: readonly Place[]
  timeZone: { offsetHours: number; maxShiftHours: number | null } | null
  employment: readonly Employment[]
  partTime: boolean
  /** Levels a title may name; null accepts all. */
  seniority: readonly Seniority[] | null
  /** ISO date of the earliest first working day. */
  availableFrom: string
  exclusions: Exclusions
}

export interface PayWish {
  floor: number
  currency: string
  period: Period
  /**
   * Pinned conversions to a year: hours 2080, days 260, weeks 52, months 12 unless the user says
   * otherwise.
   */
  perYear: Readonly<Record<Period, number>>
  /**
   * Optional pinned rates: how many units of `currency` one unit of the other currency is worth.
   */
  rates: Readonly<Record<string, number>>
}

interface Exclusions {
  companies: readonly string[]
  titleWords: readonly string[]
  topics: readonly string[]
  maxTravelPercent: number | null
  drivingLicence: boolean | null
}

/** A sentence with the rules it may matter to, one bit each. */
export interface JobSentence extends Sentence {
  mask: number
}

/** A posting prepared once for all rules. */
export interface Job {
  posting: Posting
  title: JobSentence
  sentences: readonly JobSentence[]
  /** Every place its locations name. */
  places: readonly Place[]
  /** "Berlin · Remote (US)": how its locations are quoted. */
  locationText: string
  /** True when a location or the board's field says remote. */
  remote: boolean
}

export interface Requirement {
  dimension: Dimension
  /** Tested on single lower-case words: a sentence without a matching word can't matter. */
  mentions: RegExp
  /** Another word that must be there too; tested like `mentions`. */
  beside?: RegExp
  /** True when it looks at where the job is; no rule looks at more of it than that and the title. */
  ofThePlace?: true
  /** True when it also holds for the applicant what a sentence says of the team ("we speak German"). */
  ofTheTeam?: true
  /**
   * Null when the sentence says nothing of it, whatever the job; `elsewhere` when what it says is
   * nothing to a job in this place.
   */
  judge(sentence: Sentence, job: Job, applicant: Applicant): Finding | 'elsewhere' | null
  /** What the board's fields say, or what silence means. Sees the sentences' findings. */
  fields?(job: Job, applicant: Applicant, said: readonly Finding[]): Finding[]
  /** Which findings decide; the default is all, the worst first. */
  settle?(findings: readonly Finding[]): readonly Finding[]
}
