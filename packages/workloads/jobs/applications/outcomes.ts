// What employers answered, as the person taps it: remembered beside the tasks, a month under one key.
import { z } from 'zod'
import type { Database } from '#database'
import { recall, remember } from '#queue'
import { jobApplication } from '../application/definition.ts'

const { capability } = jobApplication

export const outcomes = ['reply', 'interview', 'offer', 'no'] as const
export type Outcome = (typeof outcomes)[number]

const Month = z.record(z.string(), z.object({ outcome: z.enum(outcomes), at: z.iso.datetime() }))
type Month = z.infer<typeof Month>

const prefix = 'outcomes/'
/** Of the month in which the application was taken up. */
const keyOf = (takenUp: Date) => `${prefix}${takenUp.toISOString().slice(0, 7)}`

/** The last outcome of every application that has one, by task. */
export async function readOutcomes(
  database: Database,
): Promise<ReadonlyMap<number, Month[string]>> {
  const months = await recall(database, capability, prefix, 1_000)
  return new Map(
    months.flatMap(({ value }) =>
      Object.entries(Month.parse(value)).map(([task, said]) => [Number(task), said] as const),
    ),
  )
}

/** Notes an outcome; the same one again takes it back. */
export async function noteOutcome(
  database: Database,
  task: { id: number; created_at: Date },
  outcome: Outcome,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  const key = keyOf(task.created_at)
  const [found] = await recall(database, capability, key, 1)
  const { [task.id]: before, ...others } = Month.parse(found?.value ?? {})
  const now = before?.outcome === outcome ? {} : { [task.id]: { outcome, at: at.toISOString() } }
  await remember(database, { capability, key, value: { ...others, ...now }, by })
}
