// An effect of the model: begun, acted on, its reply lost, finished late, settled by a probe.
import { type Answer, ifNot, type Rule, type Step } from './moves.ts'
import { canBegin, close, type State, unsettled } from './state.ts'

export type Fenced = (name: string, verb: (s: State) => Answer) => Step

/** What one worker can do about one effect, the act itself included. */
export function effectSteps(
  w: number,
  at: number,
  broken: ReadonlySet<Rule>,
  fenced: Fenced,
): Step[] {
  const of = (s: State) => {
    const effect = s.effects[at]
    const acts = s.workers[w]?.acts
    if (!effect || !acts) throw new Error(`no effect ${at} or worker ${w}`)
    return { effect, acts }
  }
  const begin = (lost: boolean) => (s: State) => {
    const { effect, acts } = of(s)
    if (acts[at] === 'reply lost') return null
    const answer = begins(s, at, broken)
    if (!answer.startsWith('go')) return answer
    effect.by = w
    acts[at] = lost ? 'reply lost' : 'go'
    return answer
  }
  const finish = (had: 'acted' | 'did not act', status: 'done' | 'failed'): Step => ({
    name: `w${w} finishes e${at} ${status}`,
    take: (s) => {
      const { effect, acts } = of(s)
      if (acts[at] !== had) return null
      acts[at] = ''
      if (effect.by !== w || !['intent', 'started', 'unknown'].includes(effect.status))
        return 'refused'
      effect.status = status
      if (status === 'failed') effect.window = false
      return 'ok'
    },
  })
  const settle = (status: 'done' | 'failed') =>
    fenced(`settles e${at} ${status}`, (s) => {
      const { effect } = of(s)
      if (effect.status === 'none' || effect.happened > 0 !== (status === 'done')) return null
      if (effect.status !== 'started' && effect.status !== 'unknown') return 'refused'
      if (status === 'failed' && effect.window && ifNot(broken, 'act window')) return 'CS014'
      effect.status = status
      return 'ok'
    })
  const world = (name: string, next: 'acted' | 'did not act'): Step => ({
    name: `w${w} ${name} e${at}`,
    take: (s) => {
      const { effect, acts } = of(s)
      if (acts[at] !== 'go') return null
      acts[at] = next
      if (next === 'acted') effect.happened += 1
      return 'ok'
    },
  })
  return [
    fenced(`begins e${at}`, begin(false)),
    fenced(`begins e${at}, reply lost`, begin(true)),
    fenced(`begins e${at} again`, (s) => {
      const { effect, acts } = of(s)
      if (acts[at] !== 'reply lost') return null
      acts[at] = ''
      if (effect.status !== 'intent' || effect.by !== w) return null
      if (!effect.window && ifNot(broken, 'replay window')) return 'CS009'
      acts[at] = 'go'
      return 'go'
    }),
    fenced(`notes e${at}`, (s) => {
      const { effect, acts } = of(s)
      if (acts[at] !== 'acted' || effect.by !== w || effect.status !== 'intent') return null
      effect.status = 'started'
      return 'ok'
    }),
    world('acts', 'acted'),
    world('does not act', 'did not act'),
    finish('acted', 'done'),
    finish('did not act', 'failed'),
    settle('done'),
    settle('failed'),
  ]
}

function begins(s: State, at: number, broken: ReadonlySet<Rule>): string {
  const effect = s.effects[at]
  const request = s.request
  if (unsettled(s) || !effect) return 'CS009'
  if (effect.status === 'done') return 'done'
  if (s.cancelAsked) return 'CS015'
  if (request?.state !== 'approved') return request?.state === 'revoked' ? 'CS012' : 'CS008'
  if (!request.lists[at] || request.begun[at]) return 'CS008'
  const first = !request.begun.includes(true)
  if (request.lapsed && (first || ifNot(broken, 'act-before'))) return 'CS005'
  const before = s.effects.slice(0, at)
  if (before.some(({ status }, index) => request.lists[index] && status !== 'done')) return 'CS008'
  const answer = request.lapsed ? 'go !begun after act-before' : 'go'
  request.begun[at] = true
  Object.assign(effect, { status: 'intent', window: true })
  if (!canBegin(s)) close(s, 'spent')
  return answer
}
