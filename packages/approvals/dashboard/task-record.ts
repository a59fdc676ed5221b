// One task with everything that is known of it, read in one round trip.
import { z } from 'zod'
import type { Database } from '#database'
import { NotCanonical, parseBody } from '#queue'
import { sentenceOf } from '../request/sentence.ts'
import { read } from './read.ts'
import { taskRow } from './task-list.ts'

const wholeRow = taskRow.extend({
  priority: z.number(),
  run_at: z.date(),
  payload: z.json(),
  state: z.json().nullable(),
  result: z.json().nullable(),
  error: z.json().nullable(),
  idempotency_key: z.string().nullable(),
  attempts: z.number(),
  lost_leases: z.number(),
  slices: z.number(),
  claimed_by: z.string().nullable(),
  lease_expires_at: z.date().nullable(),
  cancel_requested_at: z.date().nullable(),
  parent_id: z.number().nullable(),
  actor: z.string().nullable(),
  started_at: z.date().nullable(),
  erased_at: z.date().nullable(),
  now: z.date(),
})
export type WholeTask = z.infer<typeof wholeRow>

const eventRow = z.object({
  id: z.number(),
  at: z.date(),
  kind: z.enum(['task', 'request', 'effect', 'capability', 'note']),
  subject: z.string().nullable(),
  was: z.string().nullable(),
  now: z.string(),
  actor: z.string().nullable(),
  reason: z.string().nullable(),
  login: z.string(),
  step: z.string().nullable(),
  lasted_seconds: z.coerce.number().nullable(),
})
export type TaskEvent = z.infer<typeof eventRow>

const requestRow = z.object({
  public_id: z.string(),
  gate: z.string(),
  revision: z.number(),
  state: z.string(),
  verdict: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.date().nullable(),
  opened_at: z.date(),
})

/** The newest question that says what the task is about. */
const aboutRow = z.object({ body: z.string(), sentence: z.string() })

const effectRow = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  began_at: z.date(),
  settled_at: z.date().nullable(),
  settled_by: z.string().nullable(),
  ungated_reason: z.string().nullable(),
})

const artifactRow = z.object({
  name: z.string(),
  sha256: z.string(),
  media_type: z.string(),
  bytes: z.number(),
  step: z.string().nullable(),
  erased_at: z.date().nullable(),
})

/** A page of the history holds this many events; the rest is one link on. */
const eventsPerPage = 200

export interface TaskRecord {
  task: WholeTask
  /** What it does, in the words of its newest request; undefined before it asked anything. */
  about: string | undefined
  events: TaskEvent[]
  /** The last event's id, where there are later ones. */
  later: number | undefined
  requests: z.infer<typeof requestRow>[]
  effects: z.infer<typeof effectRow>[]
  artifacts: z.infer<typeof artifactRow>[]
}

export async function readTask(
  database: Database,
  id: number,
  afterEvent: number,
): Promise<TaskRecord | undefined> {
  const [tasks, events, requests, effects, artifacts, asked] = await read(database, [
    {
      text: 'select *, clock_timestamp() as now from countersign.task_detail where id = $1',
      values: [id],
    },
    {
      text: `select * from countersign.task_history where task_id = $1 and id > $2
             order by id limit ${eventsPerPage + 1}`,
      values: [id, afterEvent],
    },
    {
      text: 'select * from countersign.request_overview where task_id = $1 order by revision desc limit 100',
      values: [id],
    },
    {
      text: 'select * from countersign.effect_detail where task_id = $1 order by id limit 100',
      values: [id],
    },
    {
      text: 'select * from countersign.artifact_detail where task_id = $1 order by recorded_at limit 200',
      values: [id],
    },
    {
      text: `select r.body, g.sentence
             from countersign.request_detail r
             join countersign.gate_detail g on g.capability = r.capability and g.name = r.gate
             where r.task_id = $1 and r.body is not null
             order by r.revision desc, r.id desc limit 1`,
      values: [id],
    },
  ])
  const [task] = z.array(wholeRow).parse(tasks)
  if (!task) return undefined
  const all = z.array(eventRow).parse(events)
  const shown = all.slice(0, eventsPerPage)
  return {
    task,
    about: aboutIn(asked),
    events: shown,
    later: all.length > eventsPerPage ? shown.at(-1)?.id : undefined,
    requests: z.array(requestRow).parse(requests),
    effects: z.array(effectRow).parse(effects),
    artifacts: z.array(artifactRow).parse(artifacts),
  }
}

function aboutIn(rows: unknown): string | undefined {
  const [row] = z.array(aboutRow).parse(rows)
  if (!row) return undefined
  try {
    return sentenceOf(row.sentence, parseBody(row.body))
  } catch (error) {
    if (error instanceof NotCanonical) return undefined
    throw error
  }
}
