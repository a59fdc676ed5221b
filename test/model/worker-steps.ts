// A worker of the model: it claims, writes under its lease, forgets, and turns zombie.
import { effectSteps } from './effect-steps.ts'
import { type Answer, done, move, type Rule, type Step } from './moves.ts'
import { ask, type State, unsettled } from './state.ts'

/** What one worker can do, with a live lease or as a zombie. */
export function workerSteps(w: number, effects: number, broken: ReadonlySet<Rule>): Step[] {
  const live = (s: State) => s.status === 'running' && s.owner === w && !s.lapsed
  const fenced = (name: string, verb: (s: State) => Answer): Step => ({
    name: `w${w} ${name}`,
    take: (s) => (s.workers[w]?.holds ? (live(s) ? verb(s) : 'CS001') : null),
  })
  const steps: Step[] = [
    {
      name: `w${w} claims`,
      take: (s) => {
        const worker = s.workers[w]
        const due = s.status === 'pending' || (s.status === 'approved' && s.request?.undoOver)
        if (!worker || worker.holds || !due) return null
        worker.holds = true
        s.status = 'running'
        s.owner = w
        return 'ok'
      },
    },
    {
      name: `w${w} forgets`,
      take: (s) => {
        const worker = s.workers[w]
        if (!worker?.holds) return null
        worker.holds = false
        worker.acts = worker.acts.map(() => '')
        for (const effect of s.effects) if (effect.by === w) effect.by = null
        if (s.owner === w) s.owner = null
        return 'ok'
      },
    },
    fenced('releases', (s) => done(move(s, 'onward', broken))),
    fenced('fails for good', (s) => done(move(s, 'failed', broken))),
    fenced('fails its last attempt', (s) => {
      move(s, s.cancelAsked ? 'cancelled' : 'dead', broken)
      return 'ok'
    }),
    fenced('completes', (s) => {
      if (unsettled(s)) return 'CS009'
      move(s, 'completed', broken)
      return 'ok'
    }),
    fenced('parks', (s) => {
      if (s.effects.every(({ status }) => status === 'done')) return null
      if (unsettled(s)) return 'CS009'
      if (s.cancelAsked) move(s, 'cancelled', broken)
      else {
        ask(
          s,
          'act',
          s.effects.map(({ status }) => status !== 'done'),
          null,
        )
        s.owner = null
      }
      return 'ok'
    }),
    fenced('parks at uncertain', (s) => {
      const open = unsettled(s)
      if (!open) return 'CS002'
      if (open.status === 'intent') open.status = 'unknown'
      ask(
        s,
        'uncertain',
        s.effects.map((effect) => effect === open),
        s.cancelAsked ? 'cancelled' : null,
      )
      s.owner = null
      return 'ok'
    }),
  ]
  for (let at = 0; at < effects; at += 1) steps.push(...effectSteps(w, at, broken, fenced))
  return steps
}
