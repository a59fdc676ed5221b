// Everybody else in the model: a person who tells the truth, the reaper, and time.
import { afterUncertain, done, ifNot, move, type Rule, type Step } from './moves.ts'
import { ask, canBegin, close, type Ended, ended, type State } from './state.ts'

const open = (s: State, gate: 'act' | 'uncertain') =>
  s.request?.state === 'open' && s.request.gate === gate ? s.request : undefined

/** The effect that an open request at `uncertain` is about. */
const asked = (s: State) => s.effects[open(s, 'uncertain')?.lists.indexOf(true) ?? -1]

/** What a truthful person can do. */
export function personSteps(broken: ReadonlySet<Rule>): Step[] {
  const decide = (verdict: string, to: Ended | 'onward'): Step => ({
    name: `person ${verdict}`,
    take: (s) => {
      if (!s.request || !open(s, 'act')) return null
      if (verdict === 'approve') s.request.state = 'approved'
      else close(s, 'closed')
      return done(move(s, to, broken, to === 'onward'))
    },
  })
  const tell = (verdict: 'happened' | 'did_not_happen'): Step => ({
    name: `person ${verdict}`,
    take: (s) => {
      const effect = asked(s)
      if (!effect || effect.happened > 0 !== (verdict === 'happened')) return null
      if (effect.status === 'done' || effect.status === 'failed') {
        if (broken.has('late truth')) return 'CS006'
      } else {
        if (verdict !== 'happened' && effect.window && ifNot(broken, 'act window')) return 'CS014'
        effect.status = verdict === 'happened' ? 'done' : 'failed'
      }
      return done(afterUncertain(s, broken))
    },
  })
  const revokes = (s: State) => {
    const nothing = broken.has('revoke truth') ? 'ok !revoked nothing' : 'CS006'
    if (s.request?.state === 'spent') return nothing
    if (s.request?.state !== 'approved') return s.request?.gate === 'act' ? 'CS006' : null
    if (!canBegin(s)) return nothing
    const lists = s.request.lists
    close(s, 'revoked')
    if (s.status === 'approved') ask(s, 'act', lists, null)
    return 'ok'
  }
  const cancels = (s: State) => {
    if (s.status === 'cancelled') return 'ok'
    if (ended(s.status)) return 'CS002'
    if (open(s, 'uncertain')) return 'CS009'
    if (s.status === 'running') s.cancelAsked = true
    else move(s, 'cancelled', broken)
    return 'ok'
  }
  const requeues = (s: State) => {
    if (!ended(s.status) || s.status === 'completed') return 'CS002'
    return done(Object.assign(s, { status: 'pending', cancelAsked: false }))
  }
  return [
    decide('approve', 'onward'),
    decide('reject', 'rejected'),
    decide('send_back', 'onward'),
    tell('happened'),
    tell('did_not_happen'),
    { name: 'person revokes', take: revokes },
    { name: 'person cancels', take: cancels },
    { name: 'person requeues', take: requeues },
  ]
}

/** What the reaper does, and what passing time makes possible. */
export function timeSteps(effects: number, broken: ReadonlySet<Rule>): Step[] {
  const reaper = (s: State) => {
    if (s.status === 'running' && s.lapsed) move(s, 'onward', broken)
    const status = asked(s)?.status ?? 'none'
    const late = status === 'done' || status === 'failed'
    if (late && ifNot(broken, 'late truth')) afterUncertain(s, broken)
    return 'ok'
  }
  const requestExpires = (s: State) => {
    if (!open(s, 'act')) return null
    close(s, 'closed')
    return done(move(s, 'expired', broken, false))
  }
  const leaseLapses = (s: State) => {
    if (s.status !== 'running' || s.lapsed) return null
    s.lapsed = true
    return 'ok'
  }
  const undoOver = (s: State) => {
    if (s.request?.state !== 'approved' || s.request.undoOver) return null
    s.request.undoOver = true
    return 'ok'
  }
  const actBeforeOver = (s: State) => {
    if (s.request?.state !== 'approved' || !s.request.undoOver || s.request.lapsed) return null
    s.request.lapsed = true
    return 'ok'
  }
  const windowOver = (at: number) => (s: State) => {
    const effect = s.effects[at]
    if (!effect?.window) return null
    effect.window = false
    // Whoever heard go keeps to its window: it does not act any more.
    for (const { acts } of s.workers) if (acts[at] === 'go') acts[at] = 'did not act'
    return 'ok'
  }
  return [
    { name: 'reaper', take: reaper },
    { name: 'request expires', take: requestExpires },
    { name: 'lease lapses', take: leaseLapses },
    { name: 'undo over', take: undoOver },
    { name: 'act-before over', take: actBeforeOver },
    ...Array.from({ length: effects }, (_, at) => ({
      name: `window of e${at} over`,
      take: windowOver(at),
    })),
  ]
}
