// One tick: claim and run slices until the deadline, then say how it went.
import { randomUUID } from 'node:crypto'
import type { Database } from '#database'
import type { Claimed } from '../verbs/rows.ts'
import { type Invocation, recordInvocation } from '../verbs/shared.ts'
import { type WorkerVerbs, workerVerbs } from '../verbs/worker.ts'
import type { Registered } from '../workload/registry.ts'
import type { Files } from '../workload/steps.ts'
import { errorFacts, type Log, logWith } from './log.ts'
import type { Policy } from './policy.ts'
import { type Fate, type Runner, runTask } from './task.ts'

export interface TickOptions {
  database: Database
  /** The capabilities that this tick works for. */
  workloads: readonly Registered[]
  /** Name of the function, under which the invocation is recorded. */
  function: string
  policy: Policy
  log: Log
  /** How long this invocation may take in all. */
  withinMs: number
  /** Kept back from it, so that what runs can be recorded and given back. Default 15 s. */
  marginMs?: number
  /** How many tasks one claim takes. Default 1. */
  batch?: number
  /** Most tasks of one tick, whatever time is left. Default 1,000. */
  maxTasks?: number
  /** Whether the first claim of each capability takes lapsed leases back. Default true. */
  sweep?: boolean
  /** Whether a tick that found nothing is logged and recorded. Default true. */
  recordIdle?: boolean
  /** Round trips so far, counted where the database was opened. */
  statements?: () => number
  /** Where the bytes of files lie; without it a step that wants one fails. */
  files?: Files
  /** Begins nothing more: what runs ends its slice, and the rest is given back. */
  stop?: AbortSignal
  /** What runs has to stop now, and is given back with the state it saved last. */
  abort?: AbortSignal
}

export type Counts = Required<NonNullable<Invocation['counts']>>

export interface TickReport {
  invocation: string
  outcome: Invocation['outcome']
  counts: Counts
}

/**
 * Claims and runs due tasks of the given workloads until none is left or the deadline comes; logs one
 * line and records one row on how it went, also when it did nothing. Any number of ticks may overlap, and
 * any of them may be lost. Rejects only when the database can't be reached, after logging that.
 */
export async function tick(options: TickOptions): Promise<TickReport> {
  const beganMs = performance.now()
  const invocation = randomUUID()
  const log = logWith(options.log, { invocation, function: options.function })
  const counts: Counts = {
    claimed: 0,
    advanced: 0,
    parked: 0,
    finished: 0,
    failed: 0,
    statements: 0,
  }
  const statementsBefore = options.statements?.() ?? 0
  let failure: unknown
  try {
    await work({ ...options, log }, invocation, beganMs, counts)
  } catch (error) {
    failure = error
  }
  const outcome = failure ? 'failed' : counts.claimed > 0 ? 'worked' : 'idle'
  const durationMs = performance.now() - beganMs
  if (outcome === 'idle' && options.recordIdle === false) return { invocation, outcome, counts }
  // The record itself is one more.
  counts.statements = (options.statements?.() ?? 0) - statementsBefore + 1
  log('tick', {
    outcome,
    durationMs: Math.round(durationMs),
    ...counts,
    ...(failure ? errorFacts(failure) : {}),
  })
  const capabilities = options.workloads.map(({ definition }) => definition.capability)
  const detail = { invocation, ...(failure ? errorFacts(failure) : {}) }
  const run = {
    function: options.function,
    capabilities,
    outcome,
    durationMs,
    counts,
    detail,
  } as const
  await recordInvocation(options.database, run)
  if (failure) throw failure
  return { invocation, outcome, counts }
}

async function work(options: TickOptions, invocation: string, beganMs: number, counts: Counts) {
  const { database, policy, log, files = noFiles, abort } = options
  const stop = AbortSignal.any([options.stop, abort].filter((signal) => signal !== undefined))
  const deadlineMs = beganMs + options.withinMs - (options.marginMs ?? 15_000)
  const worker = `${options.function}/${invocation.slice(0, 8)}`
  const verbs = workerVerbs(database)
  const runner: Runner = { database, verbs, worker, policy, log, files, stop, abort }
  const seen = new Set<number>()
  const open = new Set(options.workloads)
  const swept = new Set<Registered>()

  // One capability after the other, so that a long queue of one never starves the rest.
  while (open.size > 0 && counts.claimed < (options.maxTasks ?? 1_000)) {
    for (const workload of open) {
      const { definition } = workload
      const timeIsUp = deadlineMs - performance.now() < definition.sliceSeconds * 1_000
      if (timeIsUp || stop.aborted) {
        open.delete(workload)
        continue
      }
      const batch = await runner.verbs.claim({
        capability: definition.capability,
        worker,
        limit: options.batch ?? 1,
        sweep: (options.sweep ?? true) && !swept.has(workload),
      })
      swept.add(workload)
      if (batch.length === 0) {
        open.delete(workload)
        continue
      }
      await runBatch(runner, workload, batch, { seen, deadlineMs, counts })
    }
  }
}

interface Progress {
  seen: Set<number>
  deadlineMs: number
  counts: Counts
}

/** Runs the tasks of one claim, one after the other; those not started before the deadline are declined. */
async function runBatch(
  runner: Runner,
  { definition, load }: Registered,
  batch: readonly Claimed[],
  { seen, deadlineMs, counts }: Progress,
) {
  const { implementation } = await load()
  // What this tick gave back stays given back: somebody else's turn, or the next tick's.
  const again = batch.filter(({ id }) => seen.has(id))
  const fresh = batch.filter(({ id }) => !seen.has(id))
  if (again.length > 0) await runner.verbs.decline(again, 'had its turn', 60)
  counts.claimed += fresh.length

  const waiting = [...fresh]
  const stopKeeping = keepWaiting(runner.verbs, waiting, definition.caps.leaseSeconds ?? 60)
  try {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      seen.add(task.id)
      const timeIsUp = deadlineMs - performance.now() < definition.sliceSeconds * 1_000
      if (timeIsUp || runner.stop.aborted) {
        await runner.verbs.decline([task, ...waiting.splice(0)], 'no time left', 0)
        return
      }
      const { fate, advanced } = await runTask(runner, definition, implementation, task, deadlineMs)
      counts.advanced += advanced
      count(counts, fate)
      // Parked is not given back: whatever a person decides meanwhile is this tick's to do as well.
      if (fate === 'parked') seen.delete(task.id)
    }
  } finally {
    stopKeeping()
  }
}

function count(counts: Counts, fate: Fate) {
  if (fate === 'parked' || fate === 'finished' || fate === 'failed') counts[fate]++
}

/** Renews the leases of a batch's tasks that have not been started yet. Ends with the returned function. */
function keepWaiting(verbs: WorkerVerbs, waiting: readonly Claimed[], leaseSeconds: number) {
  const timer = setInterval(
    () => {
      // A lease lost here is found by the first write of its task; nothing has been done for it yet.
      if (waiting.length > 0) verbs.heartbeatMany(waiting).catch(() => undefined)
    },
    (leaseSeconds * 1_000) / 3,
  )
  return () => clearInterval(timer)
}

const noStore = () => Promise.reject(new Error('this function was given no store of files'))
const noFiles: Files = { put: noStore, get: noStore, delete: noStore }
