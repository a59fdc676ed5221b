// Finds out what became of an effect whose outcome is open: poll its handle, or look, or ask a person.
import type { Json } from '../json.ts'
import { isRefusal } from '../refusal.ts'
import type { BegunEffect, Claimed } from '../verbs/rows.ts'
import type { WorkerVerbs } from '../verbs/worker.ts'
import type { BoundGate } from '../workload/registry.ts'
import type { Context, Failed, JsonObject, Pending } from '../workload/steps.ts'
import { asJson } from './act.ts'
import { parseBody } from './request.ts'

type Settled =
  | { kind: 'done'; result: Json }
  | Failed
  | Pending
  /** A person has to say; `evidence` is what was seen, or null where nobody could look. */
  | { kind: 'uncertain'; evidence: JsonObject | null }

/** Never acts: a handle is polled, everything else is only looked at. */
export async function settle(
  verbs: WorkerVerbs,
  claimed: Claimed,
  ctx: Context,
  step: BoundGate,
  effect: BegunEffect,
): Promise<Settled> {
  const action = effect.body === null ? {} : parseBody(effect.body).action
  const note = async () => {
    throw new Error('an effect is noted by the slice that began it')
  }
  const looking = { ...ctx, effect: effect.name, note }
  const polled = effect.status === 'started' && step.poll
  const seen = polled
    ? await polled(effect.handle, action, looking)
    : await step.probe?.(action, looking, effect.handle)

  if (seen === undefined) return { kind: 'uncertain', evidence: null }
  if (seen.kind === 'pending') return seen
  if (seen.kind === 'cannot_tell_yet') return { kind: 'uncertain', evidence: seen.evidence }
  try {
    const outcome =
      seen.kind === 'done' ? seen.result : { reason: seen.reason, outcome: seen.outcome ?? null }
    await verbs.settleEffect(effect.id, claimed.token, seen.kind, outcome)
  } catch (error) {
    // Whoever began it may still be acting: too early to say that it did not happen.
    if (!isRefusal(error, 'not-now')) throw error
    const leftMs = effect.actsUntil.getTime() - claimed.claimedAt.getTime()
    return { kind: 'pending', delaySeconds: Math.max(1, Math.ceil(leftMs / 1_000)) }
  }
  return seen.kind === 'done' ? { kind: 'done', result: asJson(seen.result) } : seen
}
