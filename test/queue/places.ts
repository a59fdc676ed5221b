// Where each verb does something: its stage, what is stored before and after, and what it answers.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Database } from '#database'
import { isRefusal, recordInvocation } from '#queue'
import { age } from '../support/age.ts'
import { emptied, picture } from '../support/life.ts'
import type { Protocol } from '../support/protocol.ts'
import { type Call, everyVerb, type Stage, stages } from './every-verb.ts'

export interface Place {
  stage: string
  call: Call
  before: unknown
  after: unknown
  answer: unknown
}

function callOf(verb: string): Call {
  const call = everyVerb[verb]
  if (!call) throw new Error(`verb ${verb} has no call in every-verb.ts`)
  return call
}

// The one where most verbs do something first.
const { running = expect.fail('there is no stage running'), ...others } = stages

// Where a verb that finds nothing to do at a task's usual places does something.
const further: typeof stages = {
  paused: async (p) => {
    const stage = await running(p)
    await p.approver.pause(stage.s.capability, 'ana')
    return stage
  },
  old: async (p) => {
    const stage = await running(p)
    const [, lease] = stage.leases
    await p.worker.complete(lease)
    await age(p.admin, 'tasks', lease.id, { finished_at: '9 days' })
    await p.admin.query('update countersign.capabilities set keep_values_days = 5')
    const run = { function: 'tick', outcome: 'idle', durationMs: 1 } as const
    await recordInvocation(p.db.as(p.logins.worker), run)
    await p.admin.query(
      `update countersign.invocations set ended_at = ended_at - interval '9 days'`,
    )
    return stage
  },
}

const everyStage: typeof stages = { running, ...further, ...others }

/** Brings a stage onto empty tables. */
export async function bring(p: Protocol, name: string): Promise<Stage> {
  await emptied(p.admin)
  return await (everyStage[name] ?? expect.fail(`there is no stage ${name}`))(p)
}

// They change nothing anywhere, or nothing that a task's stage could be the reason for.
const still = new Set(['due_messages', 'prunable', 'recall', 'sweep_files'])

/** The stages where a verb changes something, at most `limit`, each found by doing it without trouble. */
export async function placesOf(
  p: Protocol,
  as: (call: Call) => Database,
  verb: string,
  limit: number,
): Promise<Place[]> {
  const call = callOf(verb)
  const found: Place[] = []
  for (const stage of Object.keys(everyStage)) {
    const brought = await bring(p, stage)
    const before = await picture(p.admin)
    try {
      const answer = blurred(await call.call(as(call), brought, 0))
      const place = { stage, call, before, after: await picture(p.admin), answer }
      if (still.has(verb)) return [place]
      if (!isDeepStrictEqual(place.before, place.after)) found.push(place)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
    if (found.length === limit) break
  }
  if (found.length === 0) throw new Error(`${verb} changes nothing wherever a stage stands`)
  return found
}

/**
 * An answer without what differs from one run to the next: ids, tokens, times, counts. Whether it is a
 * first answer or a repeated one is left out too.
 */
export function blurred(answer: unknown): unknown {
  const told = new Set(['replayed', 'created'])
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (told.has(name)) return undefined
    if (typeof value === 'number') return 0
    if (typeof value !== 'string') return value
    return value.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f-]{32,}|scenario-\d+/g, '…')
  })
  return text === undefined ? undefined : JSON.parse(text)
}
