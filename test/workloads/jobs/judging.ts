// Judges one sentence the way a whole posting is judged, in one of the settings of the phrasing
// lists.
import {
  bodyHash,
  locationFromText,
  type Posting,
  rawHash,
} from '../../../packages/workloads/jobs/boards/posting.ts'
import {
  type Applicant,
  judge,
  prepareJob,
  type Verdict,
} from '../../../packages/workloads/jobs/requirements/index.ts'
import type { Judged, Setting } from './phrasings.ts'

const settings: Readonly<Record<Setting, Pick<Posting, 'workplace'> & { places: string[] }>> = {
  nowhere: { places: [], workplace: 'unknown' },
  berlin: { places: ['Berlin'], workplace: 'unknown' },
  'berlin hybrid': { places: ['Berlin'], workplace: 'hybrid' },
  london: { places: ['London'], workplace: 'unknown' },
  'london hybrid': { places: ['London'], workplace: 'hybrid' },
  paris: { places: ['Paris'], workplace: 'unknown' },
  us: { places: ['United States'], workplace: 'unknown' },
  'us remote': { places: ['United States'], workplace: 'remote' },
  'eu remote': { places: ['European Union'], workplace: 'remote' },
}

/** A posting with nothing in it that a rule could object to, to be given what a test is about. */
export function posting(changes: Partial<Posting> = {}): Posting {
  const title = changes.title ?? 'Backend Engineer'
  const locations = changes.locations ?? []
  const text = changes.text ?? ''
  return {
    board: 'greenhouse',
    account: 'quillandco',
    externalId: '1',
    company: 'Quill & Co',
    title,
    url: 'https://jobs.example/quillandco/1',
    applyUrl: 'https://jobs.example/quillandco/1/apply',
    locations,
    workplace: 'unknown',
    commitment: null,
    pay: [],
    department: null,
    language: null,
    postedAt: null,
    deadline: null,
    text,
    flags: [],
    rawHash: rawHash(text),
    bodyHash: bodyHash(title, locations, text),
    ...changes,
  }
}

export function postingIn(where: Setting, text: string): Posting {
  const { places, workplace } = settings[where]
  return posting({ text, workplace, locations: places.map(locationFromText) })
}

const order: readonly Verdict[] = ['misses', 'unclear', 'meets']
const short = { meets: 'ok', misses: 'miss', unclear: '?' } as const

/** `ok`, `miss` or `?` for one dimension. Location is the worse of residence and workplace. */
export function verdictOn(of: Judged, job: Posting, applicant: Applicant): 'ok' | 'miss' | '?' {
  const { dimensions } = judge(prepareJob(job), applicant)
  const parts = of === 'location' ? (['residence', 'workplace'] as const) : ([of] as const)
  const verdicts = parts.map((part) => dimensions[part].verdict)
  const worst = order.find((verdict) => verdicts.includes(verdict)) ?? 'meets'
  return short[worst]
}
