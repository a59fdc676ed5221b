// A gate step, slice by slice: ask, park; once decided verify, check, begin, act, go on.
import { NotCanonical } from '../canonical.ts'
import type { Json } from '../json.ts'
import { isRefusal } from '../refusal.ts'
import type { BegunEffect, Claimed } from '../verbs/rows.ts'
import type { WorkerVerbs } from '../verbs/worker.ts'
import type { GateDefinition } from '../workload/definition.ts'
import { abandon, type Outcome } from '../workload/outcome.ts'
import type { BoundGate, BoundQuestion } from '../workload/registry.ts'
import type { Ask, Context, JsonObject } from '../workload/steps.ts'
import { act } from './act.ts'
import { ApprovalRefused, type Policy, verifyApproval } from './policy.ts'
import { requestBody } from './request.ts'
import { settle } from './settle.ts'

/** How a slice ended that did not simply return an outcome. */
export type Ended =
  | Outcome
  | { kind: 'parked' }
  /** Give the task back at this step, nothing burned. */
  | { kind: 'again'; delaySeconds: number; why: string }

export interface GateRun {
  verbs: WorkerVerbs
  policy: Policy
  claimed: Claimed
  definition: GateDefinition
  ctx: Context
  /** The state to keep with the request. */
  state: unknown
}

/** Runs a gate step once. Rejects with what its plain functions throw, and with `Stopped`. */
export async function runGate(step: BoundGate, run: GateRun): Promise<Ended> {
  const { claimed, ctx } = run
  const results = doneResults(claimed)
  const unsettled = claimed.effects.find(({ status }) => status !== 'done')
  if (unsettled) {
    const settled = await settle(run.verbs, claimed, ctx, step, unsettled)
    if (settled.kind === 'uncertain') return await parkUncertain(run, unsettled, settled.evidence)
    if (settled.kind === 'pending') {
      return { kind: 'again', delaySeconds: settled.delaySeconds, why: 'pending' }
    }
    if (settled.kind === 'failed') {
      return await ask(step, run, results, { previousAttempt: settled.reason })
    }
    results[unsettled.name] = settled.result
  }

  const left = effectsOf(run.definition, step.gate).filter((name) => !(name in results))
  if (left.length === 0) return await step.after(results, ctx)
  if (claimed.request?.state !== 'approved' || claimed.request.gate !== step.gate) {
    return await ask(step, run, results)
  }
  return await carryOut(step, run, results)
}

/** Runs a question step once: asks, or goes on with the answers. */
export async function runQuestion(step: BoundQuestion, run: GateRun): Promise<Ended> {
  const { request } = run.claimed
  const answered = request?.state === 'approved' && request.gate === step.gate
  if (!answered) return await ask(step, run, {})
  try {
    const { action } = await verifyApproval(
      run.policy,
      run.definition,
      step.gate,
      request,
      run.claimed,
    )
    const { answers, comment, decidedBy: by } = request
    return await step.answered({ answers, comment, by, action }, run.ctx)
  } catch (error) {
    return refused(error, run)
  }
}

/** The approved path. What the database refuses at the last moment becomes what the protocol says it means. */
async function carryOut(step: BoundGate, run: GateRun, results: Results): Promise<Ended> {
  const { claimed, ctx, verbs } = run
  const request = claimed.request
  if (!request) throw new Error('carryOut without a request')
  try {
    const { action } = await verifyApproval(run.policy, run.definition, step.gate, request, claimed)
    const world = (await step.check?.(action, ctx)) ?? { kind: 'same' }
    if (world.kind === 'changed') return await ask(step, run, results, world.difference)
    if (world.kind !== 'same') return world
    for (const name of namesIn(action)) {
      if (name in results) continue
      const doIt = step.act(name)
      if (!doIt) throw new ApprovalRefused(`this worker has no effect ${name}`)
      const ended = await act(verbs, claimed, ctx, {
        name,
        digest: request.digest,
        action,
        act: doIt,
      })
      if (ended.kind === 'pending') {
        return { kind: 'again', delaySeconds: ended.delaySeconds, why: 'pending' }
      }
      if (ended.kind === 'failed') {
        return await ask(step, run, results, { previousAttempt: ended.reason })
      }
      results[name] = ended.result
    }
    return await step.after(results, ctx)
  } catch (error) {
    if (isRefusal(error, 'digest-differs', 'expired', 'no-valid-approval', 'revoked')) {
      return await ask(step, run, results, { previousApproval: error.fact })
    }
    if (isRefusal(error, 'not-now', 'cancel-asked')) {
      return { kind: 'again', delaySeconds: 60, why: error.fact }
    }
    // The next slice begins by finding out what became of it.
    if (isRefusal(error, 'outcome-unknown')) {
      return { kind: 'again', delaySeconds: 0, why: error.fact }
    }
    return refused(error, run)
  }
}

/** Builds the request, and parks; or goes where `ask` says when there is nothing to ask. */
async function ask(
  step: BoundGate | BoundQuestion,
  run: GateRun,
  results: Results,
  difference?: unknown,
): Promise<Ended> {
  const asked = await step.ask(run.ctx, difference)
  if (!isAsk(asked)) return asked
  const all = step.kind === 'gate' ? effectsOf(run.definition, step.gate) : []
  const effects = all.filter((name) => !(name in results))
  let body: string
  try {
    body = requestBody(step.gate, asked, effects)
  } catch (error) {
    if (error instanceof NotCanonical) return abandon('request_not_canonical', error.message)
    throw error
  }
  await run.verbs.park(run.claimed, {
    gate: step.gate,
    level: run.policy.requiredLevel(run.definition),
    body,
    step: run.claimed.step,
    state: run.state,
    difference: difference ?? asked.difference,
  })
  return { kind: 'parked' }
}

/** Asks a person what became of an effect; `evidence` is what a probe saw, or null where none could look. */
export async function parkUncertain(
  run: Pick<GateRun, 'verbs' | 'claimed' | 'state'>,
  effect: BegunEffect,
  evidence: JsonObject | null,
): Promise<Ended> {
  const action = {
    began_at: effect.beganAt.toISOString(),
    effect: effect.name,
    task: run.claimed.id,
  }
  const body = evidence && requestBody('uncertain', { action, shown: evidence }, [])
  const { step } = run.claimed
  await run.verbs.park(run.claimed, { gate: 'uncertain', body, step, state: run.state })
  return { kind: 'parked' }
}

/** An approval that does not hold is no reason to try again: it is an incident. */
function refused(error: unknown, { ctx, claimed }: GateRun): Ended {
  const doesNotHold = error instanceof ApprovalRefused || isRefusal(error, 'level-not-reached')
  if (!doesNotHold) throw error
  ctx.log('approval refused', { approval: claimed.request?.id ?? null, why: error.message })
  return abandon('approval_refused', error.message)
}

type Results = Record<string, Json>

function doneResults(claimed: Claimed): Results {
  const done = claimed.effects.filter(({ status }) => status === 'done')
  return Object.fromEntries(done.map(({ name, outcome }) => [name, outcome]))
}

/** The effects of a gate, in order: those it names, or one with the gate's own name. */
export function effectsOf(definition: GateDefinition, gate: string): readonly string[] {
  return definition.effects ?? [gate]
}

function namesIn(action: JsonObject): string[] {
  const listed = Array.isArray(action.effects) ? action.effects : []
  return listed.flatMap((part) =>
    typeof part === 'object' &&
    part !== null &&
    !Array.isArray(part) &&
    typeof part.name === 'string'
      ? [part.name]
      : [],
  )
}

function isAsk(asked: Ask | Outcome): asked is Ask {
  return 'action' in asked
}
