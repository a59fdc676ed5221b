// What the protocol does with a task that leaves a state: the model's one helper for all verbs.
import { ask, canBegin, close, type Ended, type State, unsettled } from './state.ts'

/** Rules that can be taken out, to see that the model notices. */
export type Rule =
  | 'act window'
  | 'replay window'
  | 'late truth'
  | 'ends settled'
  | 'act-before'
  | 'revoke truth'

/** `ok`, the code of a refusal, or null where nobody would try. A string after `!` names a broken promise. */
export type Answer = string | null
export interface Step {
  name: string
  take: (s: State) => Answer
}

/** `ok`, after whatever was done. */
export const done = (..._: unknown[]): Answer => 'ok'

export const ifNot = (broken: ReadonlySet<Rule>, rule: Rule) => !broken.has(rule)

/** What a task becomes; `careful` is false where rule 30 alone asks about an unsettled effect. */
export function move(
  s: State,
  to: Ended | 'onward',
  broken: ReadonlySet<Rule>,
  careful = true,
): void {
  if (s.status === 'running') {
    for (const effect of s.effects) if (effect.status === 'intent') effect.status = 'unknown'
    s.owner = null
    s.lapsed = false
  }
  const target = to === 'onward' && s.cancelAsked ? 'cancelled' : to
  if (target === 'onward') {
    if (canBegin(s)) s.status = 'approved'
    else {
      if (s.request?.state === 'approved') close(s, 'spent')
      s.status = 'pending'
    }
    return
  }
  const open = unsettled(s)
  if (open && target !== 'completed' && (careful || ifNot(broken, 'ends settled'))) {
    ask(
      s,
      'uncertain',
      s.effects.map((effect) => effect === open),
      target,
    )
    return
  }
  if (s.request?.state === 'open' || s.request?.state === 'approved') close(s, 'closed')
  s.status = target
}

/** A task goes on from `uncertain`, or ends as it was about to. */
export function afterUncertain(s: State, broken: ReadonlySet<Rule>): void {
  const endsAs = s.request?.endsAs ?? 'onward'
  close(s, 'closed')
  move(s, endsAs, broken)
}
