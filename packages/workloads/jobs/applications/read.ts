// Reads applications back for a person: each with its state, and how many there are of which kind.
import { z } from 'zod'
import type { Database } from '#database'
import { statuses } from '#queue'
import { jobApplication } from '../application/definition.ts'
import { countsQuery, listQuery, skippedQuery } from './queries.ts'

const { capability } = jobApplication

const applicationRow = z.object({
  id: z.number(),
  status: z.enum(statuses),
  step: z.string(),
  reason: z.string().nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  erased: z.boolean(),
  company: z.string().nullable(),
  title: z.string().nullable(),
  board: z.string().nullable(),
  url: z.string().nullable(),
  /** The local date of the night that took it up. */
  night: z.string().nullable(),
  score: z.number().nullable(),
  sent: z.string().nullable(),
  /** The public id of the request that waits for an answer. */
  request: z.string().nullable(),
})
export type ApplicationRow = z.infer<typeof applicationRow>

/** The newest applications before a task's id; `database` is opened as the approver. */
export async function readApplications(
  database: Database,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): Promise<ApplicationRow[]> {
  const values = [capability, before, limit]
  return z
    .array(applicationRow)
    .parse(await database.query(listQuery, values, { repeatable: true }))
}

/** For reading: the newest night first, and of each the best first. */
export function bestFirst(rows: readonly ApplicationRow[]): ApplicationRow[] {
  return rows.toSorted(
    (a, b) =>
      (b.night ?? '').localeCompare(a.night ?? '') ||
      (b.score ?? 0) - (a.score ?? 0) ||
      b.id - a.id,
  )
}

const countsRow = z.object({
  applications: z.number(),
  by_hand: z.number(),
  submitted: z.number(),
  undecided: z.number(),
  expired: z.number(),
  expired_lately: z.number(),
  read_at: z.date(),
})
const skippedRow = z.object({ reason: z.string().nullable(), tasks: z.number() })

export type Counts = z.infer<typeof countsRow> & { skipped: z.infer<typeof skippedRow>[] }

/** All figures of one moment. */
export async function readCounts(database: Database): Promise<Counts> {
  const values = [capability]
  const [counts, skipped] = await database.batch(
    [countsQuery, skippedQuery].map((text) => ({ text, values })),
    { repeatable: true },
  )
  return { ...countsRow.parse(counts?.[0]), skipped: z.array(skippedRow).parse(skipped ?? []) }
}

const sayings: Readonly<Record<string, string>> = {
  draft: 'being drafted',
  make: 'its documents are made',
  fill: 'its form is filled',
  answers: 'asks you for answers',
  submit: 'waits for your approval',
  handover: 'waits for you to send it',
}

const reasons: Readonly<Record<string, string>> = {
  posting_closed: 'the posting closed',
  requirement_missed: 'a hard requirement is missed',
  not_sent: 'you did not send it',
}

/** A state in a person's words; `tone` is how it is coloured. */
export function stateOf({ status, step, reason, sent, started_at }: ApplicationRow): {
  text: string
  tone: '' | 'ok' | 'ink' | 'warn' | 'bad'
} {
  switch (status) {
    case 'completed':
      return { text: sent === 'by hand' ? 'sent by you' : 'sent', tone: 'ok' }
    case 'needs_approval':
      return { text: sayings[step] ?? `waits at ${step}`, tone: 'warn' }
    case 'approved':
      return { text: step === 'submit' ? 'approved, about to be sent' : 'goes on', tone: 'ink' }
    case 'pending':
    case 'running':
      if (started_at === null) return { text: 'waits for its turn', tone: '' }
      return { text: step === 'submit' ? 'being sent' : (sayings[step] ?? step), tone: 'ink' }
    case 'skipped':
      return { text: `skipped: ${reasonOf(reason)}`, tone: '' }
    default:
      return { text: status, tone: status === 'failed' || status === 'dead' ? 'bad' : '' }
  }
}

export function reasonOf(reason: string | null): string {
  return reason === null ? 'no reason kept' : (reasons[reason] ?? reason.replaceAll('_', ' '))
}
