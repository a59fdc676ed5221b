// Acts, at most once: the intent is committed first, and an outcome nobody recorded stays unknown.
import { randomUUID } from 'node:crypto'
import type { Json } from '../json.ts'
import type { Lease, WorkerVerbs } from '../verbs/worker.ts'
import type { Act, Context, Failed, JsonObject, Pending } from '../workload/steps.ts'
import { untilAborted } from './lease.ts'

/** How an effect stands after the slice's attempt at it. */
export type Acted = { kind: 'done'; result: Json } | Failed | Pending

export interface Effect {
  name: string
  /** The digest of the approved request, or of the action itself where nobody is asked. */
  digest: string
  action: JsonObject
  act: Act
}

/**
 * Begins the effect and runs its act within the gate's window, measured from *sending* the begin by the
 * monotonic clock. Answers what was recorded; a throw of the act leaves the outcome unknown. Rejects with
 * Refusal when the effect may not begin.
 */
export async function act(
  verbs: WorkerVerbs,
  lease: Lease,
  ctx: Context,
  effect: Effect,
): Promise<Acted> {
  const { name, digest } = effect
  ctx.signal.throwIfAborted()
  const sentMs = performance.now()
  const begun = await verbs.beginEffect(lease, { name, digest, callId: randomUUID() })
  if (begun.answer === 'done') return { kind: 'done', result: begun.outcome }

  const windowMs = begun.actsUntil.getTime() - begun.now.getTime()
  const leftMs = windowMs - (performance.now() - sentMs)
  if (leftMs <= 0 || ctx.signal.aborted) {
    // True because nothing was done; saying so lets a person decide about another try.
    await verbs.finishEffect(begun.effectId, lease.token, 'failed', { reason: 'not_started' })
    return { kind: 'failed', reason: 'not_started', outcome: null }
  }
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(Math.floor(leftMs))])
  const acting = effect.act(effect.action, {
    ...ctx,
    signal,
    effect: name,
    note: (handle) => verbs.noteEffect(begun.effectId, lease.token, handle),
  })
  const ended = await untilAborted(acting, signal)
  if (ended.kind === 'pending') return ended
  if (ended.kind === 'failed') {
    const outcome = { reason: ended.reason, outcome: ended.outcome ?? null }
    await verbs.finishEffect(begun.effectId, lease.token, 'failed', outcome)
    return ended
  }
  await verbs.finishEffect(begun.effectId, lease.token, 'done', ended.result)
  return { kind: 'done', result: asJson(ended.result) }
}

/** A result as the ledger holds it, so that a replay sees the same value. */
export function asJson(value: unknown): Json {
  return value === undefined ? null : JSON.parse(JSON.stringify(value) ?? 'null')
}
