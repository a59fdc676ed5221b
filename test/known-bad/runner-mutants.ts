// What the runner does around an act, taken out one at a time. Data only.
import type { Mutant } from './mutant.ts'

const test = 'test/runner/gate.test.ts'
const run = (name: string) => `packages/queue/run/${name}.ts`

export const runnerMutants: readonly Mutant[] = [
  {
    guard: 'runner: a changed world is asked about again',
    file: run('gate'),
    from: `if (world.kind === 'changed')`,
    to: 'if (false)',
    test,
    named: 'does nothing when the world has changed',
  },
  {
    guard: 'runner: an open outcome is looked at before anything else',
    file: run('gate'),
    from: `claimed.effects.find(({ status }) => status !== 'done')`,
    to: 'claimed.effects.find(() => false)',
    test,
    named: 'T39 never repeats an act whose outcome was lost',
  },
  {
    guard: 'runner: who cannot tell asks a person',
    file: run('settle'),
    from: `if (seen.kind === 'cannot_tell_yet') return { kind: 'uncertain', evidence: seen.evidence }`,
    to: `if (seen.kind === 'cannot_tell_yet') return { kind: 'failed', reason: 'not seen', outcome: null }`,
    test,
    named: 'T39 never repeats an act whose outcome was lost',
  },
  {
    guard: 'runner: what was done is not done again',
    file: run('act'),
    from: `if (begun.answer === 'done') return { kind: 'done', result: begun.outcome }`,
    to: '',
    test,
    named: 'does what asks nobody once',
  },
  {
    guard: 'runner: an act that came too late is not begun',
    file: run('act'),
    from: 'if (leftMs <= 0 || ctx.signal.aborted)',
    to: 'if (false)',
    test,
    named: 'begins no act',
  },
]
