// What the run of a known-bad variant proves: noticed, missed, or nothing at all.
import type { TestModule, TestProject } from 'vitest/node'
import { type Mutant, mutants } from './mutants.ts'

/** The project in which nothing is taken out: there the tests that must notice have to pass. */
export const UNCHANGED = 'countersign_known_bad_none'

/** The name of a variant's project and of its template database. */
export function projectOf(mutant: Mutant): string {
  return `countersign_known_bad_${mutants.indexOf(mutant)}`
}

export const verdicts = ['noticed', 'missed', 'passed', 'failed', 'broken'] as const

export interface Verdict {
  /** The guard that was taken out; with nothing taken out, the test file. */
  of: string
  /**
   * Whether the tests did what they must: fail without the guard, pass with nothing taken out. `broken`: the
   * run proves nothing, since it crashed, took too long, never came to the test, or met invalid code.
   */
  verdict: (typeof verdicts)[number]
  because: string
  /** From the start of the file's process to its end. */
  seconds: number
}

/** Reads a test file that ended. */
export function verdictOf(module: TestModule): Verdict {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
    module.diagnostic()
  const ms = environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration
  const seconds = Math.round(ms / 100) / 10
  const mutant = mutantOf(module.project)
  return { of: mutant?.guard ?? module.relativeModuleId, seconds, ...judge(module, mutant) }
}

function mutantOf(project: TestProject): Mutant | undefined {
  return mutants.find((mutant) => projectOf(mutant) === project.name)
}

function judge(
  module: TestModule,
  mutant: Mutant | undefined,
): Pick<Verdict, 'verdict' | 'because'> {
  const results = [...module.children.allTests()]
    .map((test) => test.result())
    .filter(({ state }) => state !== 'skipped')
  const errors = results.flatMap(({ errors }) => errors ?? [])
  const all = [...errors, ...module.errors()]
  const first = (all[0]?.message ?? '').split('\n')[0]?.slice(0, 160) ?? ''
  const unfinished = results.length === 0 || results.some(({ state }) => state === 'pending')
  const broken = all.find(({ name, message }) => provesNothing(name, message))
  if (unfinished || broken) {
    return { verdict: 'broken', because: broken?.message ?? (first || 'no test ran to its end') }
  }
  const failed = results.filter(({ state }) => state === 'failed').length
  const ran = `${failed} of ${results.length} tests failed`
  if (!mutant) return { verdict: all.length > 0 ? 'failed' : 'passed', because: first || ran }
  // With several of that name, each has to fail.
  return failed < results.length
    ? { verdict: 'missed', because: ran }
    : { verdict: 'noticed', because: first }
}

/** Taking too long, and text that is no valid SQL or TypeScript any more. */
function provesNothing(name: string | undefined, message: string): boolean {
  return (
    /^(Test|Hook) timed out in|syntax error at|(column|relation|function|operator) .* does not exist|is ambiguous$/.test(
      message,
    ) || ['ReferenceError', 'SyntaxError'].includes(name ?? '')
  )
}

/** A row of the table: the guard, what was taken out, which test noticed, in how many seconds. */
export function tableRow({ of, verdict, because, seconds }: Verdict): string {
  const mutant = mutants.find(({ guard }) => guard === of)
  const head = `${verdict.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s  `
  if (!mutant) return `${head}nothing taken out: ${of} (${because})`
  return [`${head}${of}`, ...details(mutant, because)].join('\n                   ')
}

function details({ file, from, to, test, named }: Mutant, because: string): string[] {
  const said = (text: string) => text.trim().replaceAll(/\s+/g, ' ') || 'nothing'
  return [`${file}: ${said(from)} → ${said(to)}`, `${test}: ${named} (${because})`]
}
