// The list of nights: which there were, and what came of each. Remembered, since tasks are pruned.
import { z } from 'zod'
import type { Database } from '#database'
import { recall } from '#queue'
import { jobSearch } from '../search/definition.ts'

/** What came of a night, once its postings are taken up. */
const Summary = z.object({
  /** The file of its table, by hash; gone when the night's task has been pruned. */
  table: z.string(),
  asOf: z.iso.datetime(),
  boards: z.int(),
  /** Boards that gave no usable answer. */
  failed: z.int(),
  postings: z.int(),
  taken: z.int(),
  /** Skipped for a hard requirement. */
  missed: z.int(),
  /** How many of these for which requirement. */
  reasons: z.record(z.string(), z.int()).default({}),
})

const NightEntry = z.object({
  date: z.iso.date(),
  task: z.int(),
  /** Null while it is under way, and for good where it died. */
  summary: Summary.nullable(),
})
export type NightEntry = z.infer<typeof NightEntry>

export const nightsKey = 'nights'
const most = 400
const Nights = z.array(NightEntry)

/** Reads what was remembered under `nightsKey`; nothing was: no nights. */
export function parseNights(remembered: unknown): NightEntry[] {
  return Nights.parse(remembered ?? [])
}

/** The nights with this one, in place of what was known of its task; the newest first, the oldest dropped. */
export function withNight(nights: readonly NightEntry[], night: NightEntry): NightEntry[] {
  const others = nights.filter(({ task }) => task !== night.task)
  const newestFirst = (a: NightEntry, b: NightEntry) =>
    a.date === b.date ? b.task - a.task : a.date < b.date ? 1 : -1
  return [night, ...others].sort(newestFirst).slice(0, most)
}

/** All nights, the newest first; `database` is opened as the approver. */
export async function readNights(database: Database): Promise<NightEntry[]> {
  const rows = await recall(database, jobSearch.capability, nightsKey, 1)
  return parseNights(rows[0]?.value)
}
