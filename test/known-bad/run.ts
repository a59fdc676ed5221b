// Runs the known-bad variants and prints the table: `node test/known-bad/run.ts [--json] [part of a guard's name]`.
import { parseArgs } from 'node:util'
import { createVitest } from 'vitest/node'
import { projectOf, tableRow, UNCHANGED, type Verdict, verdictOf } from './judge.ts'
import { mutants } from './mutants.ts'

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [asked = ''] = positionals
const chosen = mutants.filter(({ guard }) => guard.includes(asked))
if (chosen.length === 0) throw new Error(`no guard's name contains ${asked}`)
const files = [...new Set(chosen.map(({ test }) => test))]

const beganMs = performance.now()
const verdicts: Verdict[] = []
const vitest = await createVitest('test', {
  config: 'test/known-bad/vitest.config.ts',
  project: [UNCHANGED, ...chosen.map(projectOf)],
  watch: false,
  reporters: [{ onTestModuleEnd: (module) => report(verdictOf(module)) }],
})
// Told to stop, it leaves no server behind.
process.once('SIGTERM', () => void vitest.close().finally(() => process.exit(1)))
await vitest.start(files)
const outside = vitest.state.getUnhandledErrors()
await vitest.close()
for (const of of [...files, ...chosen.map(({ guard }) => guard)]) {
  if (verdicts.some((verdict) => verdict.of === of)) continue
  report({ of, verdict: 'broken', because: 'its run did not come to an end', seconds: 0 })
}
for (const error of outside) console.error(error)

const bad = verdicts.filter(({ verdict }) => verdict !== 'noticed' && verdict !== 'passed')
if (!values.json) {
  const seconds = Math.round((performance.now() - beganMs) / 1_000)
  const { length } = chosen
  console.log(
    `${length} guards taken out one at a time, in ${seconds} s; not as it must be: ${bad.length}`,
  )
}
process.exitCode = bad.length > 0 || outside.length > 0 ? 1 : 0

function report(verdict: Verdict): void {
  verdicts.push(verdict)
  console.log(values.json ? JSON.stringify(verdict) : tableRow(verdict))
}
