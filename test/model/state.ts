// What the model of the protocol knows: one task, its newest request, its effects, two workers, the world.

export type Ended = 'completed' | 'failed' | 'dead' | 'cancelled' | 'rejected' | 'expired'
export type Status = 'pending' | 'running' | 'approved' | 'needs_approval' | Ended

/** The task's newest request. What no verb looks at any more is blank, so that equal states are equal. */
export interface Request {
  gate: 'act' | 'uncertain'
  state: 'open' | 'approved' | 'spent' | 'revoked' | 'closed'
  /** Effects in its list, and those begun under it. */
  lists: boolean[]
  begun: boolean[]
  undoOver: boolean
  lapsed: boolean
  endsAs: Ended | null
}

export interface Effect {
  status: 'none' | 'intent' | 'started' | 'unknown' | 'done' | 'failed'
  /** The worker that began it, while it still remembers. */
  by: number | null
  /** Whoever began it may still be acting. */
  window: boolean
  /** How often it really happened. Only the world knows. */
  happened: number
}

export interface Worker {
  /** It holds the token of some acquisition; whether that still counts is the task's `owner`. */
  holds: boolean
  /** Of each effect: what it is about to do or has to report. */
  acts: ('' | 'reply lost' | 'go' | 'acted' | 'did not act')[]
}

export interface State {
  status: Status
  owner: number | null
  lapsed: boolean
  cancelAsked: boolean
  request: Request | null
  effects: Effect[]
  workers: Worker[]
}

export function initial(effects: number, workers: number): State {
  return {
    status: 'pending',
    owner: null,
    lapsed: false,
    cancelAsked: false,
    request: null,
    effects: Array.from({ length: effects }, () => ({
      status: 'none' as const,
      by: null,
      window: false,
      happened: 0,
    })),
    workers: Array.from({ length: workers }, () => ({
      holds: false,
      acts: Array.from({ length: effects }, () => '' as const),
    })),
  }
}

export const ended = (status: Status): status is Ended =>
  !['pending', 'running', 'approved', 'needs_approval'].includes(status)

export const unsettled = (s: State): Effect | undefined =>
  s.effects.find(({ status }) => ['intent', 'started', 'unknown'].includes(status))

/** Whether anything may still begin under the newest request. */
export function canBegin(s: State): boolean {
  const request = s.request
  if (request?.state !== 'approved') return false
  for (const [at, effect] of s.effects.entries()) {
    if (!request.lists[at] || effect.status === 'done') continue
    const open = ['intent', 'started', 'unknown'].includes(effect.status)
    if (request.begun[at] && open) continue
    return !request.begun[at]
  }
  return false
}

/** Closes a request: only how it ended is still of interest. */
export function close(s: State, state: 'spent' | 'revoked' | 'closed'): void {
  if (!s.request) return
  const none = s.effects.map(() => false)
  s.request = {
    gate: 'act',
    state,
    lists: none,
    begun: none,
    undoOver: false,
    lapsed: false,
    endsAs: null,
  }
}

export function ask(s: State, gate: Request['gate'], lists: boolean[], endsAs: Ended | null): void {
  const begun = s.effects.map(() => false)
  s.request = { gate, state: 'open', lists, begun, undoOver: false, lapsed: false, endsAs }
  s.status = 'needs_approval'
}
