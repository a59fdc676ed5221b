// Runs one claimed task, slice by slice, for as long as it goes on in this tick.
import { createHash } from 'node:crypto'
import type { Database } from '#database'
import { canonical, digestOf } from '../canonical.ts'
import { storable, storableText } from '../json.ts'
import { isRefusal } from '../refusal.ts'
import type { Claimed } from '../verbs/rows.ts'
import { enqueue, recall, remember } from '../verbs/shared.ts'
import type { WorkerVerbs } from '../verbs/worker.ts'
import type { Definition } from '../workload/definition.ts'
import { abandon } from '../workload/outcome.ts'
import type { BoundStep, Implementation } from '../workload/registry.ts'
import type { Context, Files } from '../workload/steps.ts'
import { act } from './act.ts'
import { type Ended, parkUncertain, runGate, runQuestion } from './gate.ts'
import { type KeptLease, keepLease, Stopped, untilAborted } from './lease.ts'
import { errorFacts, type Log, logWith } from './log.ts'
import type { Policy } from './policy.ts'

export interface Runner {
  database: Database
  verbs: WorkerVerbs
  worker: string
  policy: Policy
  log: Log
  files: Files
  /** Nothing more is begun. */
  stop: AbortSignal
  /** What runs is given back. */
  abort: AbortSignal | undefined
}

/** What became of the task in this tick, as the invocation counts it. */
export type Fate = 'parked' | 'finished' | 'failed' | 'released' | 'declined' | 'lost'

export interface TaskRun {
  fate: Fate
  /** Slices that ended with an outcome. */
  advanced: number
}

/**
 * Runs the task's present step, then further ones while each says `next` and time remains, and records
 * what came of it under the lease. Never rejects for what the workload did: a throw is a retry, a lost
 * lease is nothing. `deadlineMs` is of `performance.now()`.
 */
export async function runTask(
  runner: Runner,
  definition: Definition,
  implementation: Implementation,
  first: Claimed,
  deadlineMs: number,
): Promise<TaskRun> {
  let claimed = first
  for (let advanced = 0; ; advanced++) {
    const log = logWith(runner.log, {
      task: claimed.id,
      capability: claimed.capability,
      slice: claimed.slices,
      step: claimed.step,
    })
    const lease = keepLease(runner.verbs, claimed, deadlineMs, runner.abort)
    try {
      const step = implementation.bind(claimed)
      const ended = await runStep({ ...runner, log }, definition, step, claimed, lease)
      const onward =
        ended.kind === 'next' &&
        !runner.stop.aborted &&
        deadlineMs - performance.now() > definition.sliceSeconds * 1_000
      if (onward && (await advance(runner, claimed, ended))) {
        claimed = advancedTo(claimed, ended)
        continue
      }
      const fate = await record(runner, claimed, ended)
      log('slice', { outcome: ended.kind, fate })
      return { fate, advanced: advanced + 1 }
    } catch (error) {
      return { fate: await recover({ ...runner, log }, claimed, lease, error), advanced }
    } finally {
      lease.end()
    }
  }
}

type StepEnded = Ended | { kind: 'decline'; why: string }

async function runStep(
  runner: Runner,
  definition: Definition,
  step: BoundStep,
  claimed: Claimed,
  lease: KeptLease,
): Promise<StepEnded> {
  if (step.kind === 'unknown') return { kind: 'decline', why: step.why }
  if (step.kind === 'invalid') return abandon(`invalid_${step.what}`, step.issues)
  const ctx = contextOf(runner, definition, claimed, lease)
  if (step.kind === 'slice') {
    // An act without a gate whose outcome nobody recorded: only a person can say, and then it goes on.
    const open = claimed.effects.find(({ status }) => status !== 'done')
    if (open)
      return await parkUncertain({ verbs: runner.verbs, claimed, state: claimed.state }, open, null)
    return await untilAborted(step.run(ctx), lease.signal)
  }

  const gate = definition.gates[step.gate]
  if (!gate) throw new Error(`${definition.capability} declares no gate ${step.gate}`)
  const { verbs, policy } = runner
  const run = { verbs, policy, claimed, definition: gate, ctx, state: claimed.state }
  const running = step.kind === 'gate' ? runGate(step, run) : runQuestion(step, run)
  return await untilAborted(running, lease.signal)
}

/** False where the task may not go on here: a release then says what becomes of it. */
async function advance(runner: Runner, claimed: Claimed, ended: { step: string; state: unknown }) {
  try {
    await runner.verbs.advance(claimed, ended.step, ended.state)
    return true
  } catch (error) {
    if (isRefusal(error, 'cancel-asked', 'not-now')) return false
    throw error
  }
}

function advancedTo(claimed: Claimed, ended: { step: string; state: unknown }): Claimed {
  // Through JSON, so that the next slice sees what a slice after a crash would see.
  const state: Claimed['state'] = JSON.parse(storable(ended.state) ?? 'null')
  return {
    ...claimed,
    step: ended.step,
    state,
    slices: claimed.slices + 1,
    attempts: 0,
    lostLeases: 0,
    request: null,
  }
}

/** Writes the outcome under the lease. */
async function record({ verbs }: Runner, claimed: Claimed, ended: StepEnded): Promise<Fate> {
  switch (ended.kind) {
    case 'parked':
      return 'parked'
    case 'done':
      await verbs.complete(claimed, ended.result)
      return 'finished'
    case 'skip':
      await verbs.skip(claimed, ended.reason, ended.result)
      return 'finished'
    case 'abandon':
      await verbs.fail(claimed, { reason: ended.reason, error: ended.error, retryable: false })
      return 'failed'
    case 'next':
      await verbs.release(claimed, { step: ended.step, state: ended.state })
      return 'released'
    case 'wait':
      await verbs.release(claimed, ended)
      return 'released'
    case 'again':
      await verbs.release(claimed, {
        step: claimed.step,
        state: claimed.state,
        delaySeconds: ended.delaySeconds,
      })
      return 'released'
    case 'decline':
      await verbs.decline([claimed], ended.why, 300)
      return 'declined'
  }
}

/** After a throw: nothing where the lease is gone, a release where the slice had to stop, else a retry. */
async function recover(
  runner: Runner,
  claimed: Claimed,
  lease: KeptLease,
  error: unknown,
): Promise<Fate> {
  const { verbs, log } = runner
  const stopped = lease.stopped()
  const lost = stopped === 'lease-lost' || isRefusal(error, 'lease-lost', 'not-found')
  if (lost) {
    log('lease lost')
    return 'lost'
  }
  const state = lease.saved() ?? claimed.state
  try {
    if (stopped || error instanceof Stopped) {
      log('slice stopped', { why: stopped ?? 'deadline' })
      await verbs.release(claimed, { step: claimed.step, state })
      return 'released'
    }
    log('slice failed', errorFacts(error))
    const status = await verbs.fail(claimed, {
      reason: nameOf(error),
      error: described(error),
      retryable: true,
    })
    return status === 'pending' || status === 'approved' ? 'released' : 'failed'
  } catch (cause) {
    // Nothing is lost: the lease runs out, and the next tick or the reaper takes the task back.
    log('outcome not recorded', errorFacts(cause))
    return 'lost'
  }
}

function contextOf(
  runner: Runner,
  definition: Definition,
  claimed: Claimed,
  lease: KeptLease,
): Context {
  const { verbs, database, worker, log, files } = runner
  const { capability } = claimed
  const alive = () => lease.signal.throwIfAborted()
  const ctx: Context = {
    signal: lease.signal,
    worker,
    claimedAt: claimed.claimedAt,
    verbs,
    log,
    save: lease.save,
    enqueue: async (task) => {
      alive()
      return await enqueue(database, { by: worker, parentId: claimed.id, ...task })
    },
    remember: async (key, value) => {
      alive()
      await remember(database, { capability, key, value, by: worker })
    },
    recall: async (prefix) => {
      const rows = await recall(database, capability, prefix)
      return new Map(rows.map(({ key, value }) => [key, value]))
    },
    recordArtifact: async (file) => {
      alive()
      await verbs.recordArtifact(claimed, file)
    },
    files,
    keepFile: async (bytes, facts) => {
      alive()
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      // The record first: bytes without a record would never be deleted.
      await verbs.recordArtifact(claimed, { ...facts, sha256, bytes: bytes.byteLength })
      return await files.put(bytes)
    },
    actUngated: async (name, action, doIt) => {
      if (!definition.ungated[name])
        throw new Error(`${capability} declares no ungated effect ${name}`)
      const digest = digestOf(canonical(action))
      const ended = await act(verbs, claimed, ctx, { name, digest, action, act: doIt })
      if (ended.kind === 'done') return ended.result
      throw new Error(
        `${name} ${ended.kind === 'failed' ? `failed: ${ended.reason}` : 'is pending'}`,
      )
    },
  }
  return ctx
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `threw ${error.name}` : 'threw'
}

function described(error: unknown): { name: string; message: string; cause?: string } {
  if (!(error instanceof Error)) return { name: typeof error, message: storableText(String(error)) }
  const cause = error.cause instanceof Error ? { cause: storableText(error.cause.message) } : {}
  return { name: error.name, message: storableText(error.message), ...cause }
}
