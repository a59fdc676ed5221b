// What the sample boards hold while they run: postings, what was asked of them, and what arrived.
import { createHash } from 'node:crypto'
import { type Employer, readPostings, type SamplePosting } from './employers.ts'
import type { Form } from './form.ts'
import type { ReceivedFile, Submission } from './submission.ts'

export interface LoggedRequest {
  method: string
  path: string
  /** `submit` is what an employer would receive; `upload` and `lookup` are what a form needs before. */
  kind: 'page' | 'api' | 'lookup' | 'upload' | 'submit'
  /** Every field of the body, however often it occurs. */
  fields: Readonly<Record<string, readonly string[]>>
  files: readonly ReceivedFile[]
  status: number
}

export interface Delays {
  /** Until a slow form has its fields. */
  slowMs: number
  /** Until a parser has read a CV. */
  parseMs: number
  /** Until places are found. */
  lookupMs: number
}

export interface World {
  postings: readonly SamplePosting[]
  origin: string
  delays: Delays
  requests: LoggedRequest[]
  submissions: Submission[]
  /** The bytes of files that arrived, by SHA-256; `earlier` has those of before this start. */
  files: Map<string, Uint8Array>
  earlier: (sha256: string) => Uint8Array | undefined
  /** Codes that were "sent" by e-mail: by posting and address. */
  codes: Map<string, string>
  /** Postings whose first submission was refused for its old session. */
  refreshed: Set<string>
  closed: Set<string>
  forms: Map<string, Form>
  onSubmission: (submission: Submission) => void
}

const mostRequests = 5_000
const mostSubmissions = 500

export function newWorld(since: Date, delays: Partial<Delays>): World {
  const postings = readPostings(since)
  return {
    postings,
    origin: '',
    delays: { slowMs: 3_000, parseMs: 800, lookupMs: 300, ...delays },
    requests: [],
    submissions: [],
    files: new Map(),
    earlier: () => undefined,
    codes: new Map(),
    refreshed: new Set(),
    closed: new Set(),
    forms: new Map(postings.map(({ key, form }) => [key, form])),
    onSubmission: () => {},
  }
}

export const isOpen = (world: World, posting: SamplePosting) => !world.closed.has(posting.key)

/** The postings of an account that are open; undefined where there is no such account on that board. */
export function openOf(
  world: World,
  board: Employer['board'],
  account: string,
): SamplePosting[] | undefined {
  const all = world.postings.filter(
    ({ employer }) => employer.board === board && employer.account === account,
  )
  return all.length === 0 ? undefined : all.filter((posting) => isOpen(world, posting))
}

export function postingOf(world: World, account: string, id: string): SamplePosting | undefined {
  return world.postings.find((posting) => posting.employer.account === account && posting.id === id)
}

/** The form as it is now. */
export function currentForm(world: World, posting: SamplePosting): Form {
  return world.forms.get(posting.key) ?? posting.form
}

export function keepFile(world: World, bytes: Uint8Array): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  world.files.set(sha256, bytes)
  return sha256
}

export function fileOf(world: World, sha256: string): Uint8Array | undefined {
  return world.files.get(sha256) ?? world.earlier(sha256)
}

export function logRequest(world: World, request: LoggedRequest): void {
  world.requests.push(request)
  if (world.requests.length > mostRequests) world.requests.shift()
}

export function keepSubmission(world: World, submission: Submission): void {
  world.submissions.push(submission)
  if (world.submissions.length > mostSubmissions) world.submissions.shift()
  world.onSubmission(submission)
}
