// What a slice may return: what should happen to the task now. A throw means "try again later".

/** Goes on to another step, in the same tick while time remains. */
export interface Next<Step extends string> {
  kind: 'next'
  step: Step
  state: unknown
}

/** Gives the task back; it is due again, at this step, after the delay. */
export interface Wait<Step extends string> {
  kind: 'wait'
  step: Step
  state: unknown
  delaySeconds: number
}

/** The task is completed. */
export interface Done {
  kind: 'done'
  result: unknown
}

/** The task is not worth doing, and the reason code says why. */
export interface Skip {
  kind: 'skip'
  reason: string
  result: unknown
}

/** The task can't be done: no point in trying again. */
export interface Abandon {
  kind: 'abandon'
  reason: string
  error: unknown
}

export type Outcome<Step extends string = string> = Next<Step> | Wait<Step> | Done | Skip | Abandon

export function next<Step extends string>(step: Step, state?: unknown): Next<Step> {
  return { kind: 'next', step, state }
}

export function wait<Step extends string>(
  step: Step,
  state: unknown,
  delaySeconds: number,
): Wait<Step> {
  return { kind: 'wait', step, state, delaySeconds }
}

export function done(result?: unknown): Done {
  return { kind: 'done', result }
}

/** `reason` is a short code for lists and counts (`posting_closed`), never a value of the task. */
export function skip(reason: string, result?: unknown): Skip {
  return { kind: 'skip', reason, result }
}

/** `reason` is a short code for lists and counts, never a value of the task. */
export function abandon(reason: string, error?: unknown): Abandon {
  return { kind: 'abandon', reason, error }
}
