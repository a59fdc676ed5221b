// Runs the known-bad variants and prints the table: `node test/known-bad/run.ts [part of a guard's name]`.
import { startVitest } from 'vitest/node'
import { mutants } from './mutants.ts'
import { templateOf } from './mutate.ts'
import { report, verdictOf } from './verdict.ts'

/** SQL that is no SQL any more shows nothing. */
const broken = /syntax error|does not exist|ambiguous/

const asked = process.argv[2] ?? ''
const chosen = mutants.flatMap((mutant, at) =>
  mutant.guard.includes(asked) ? [{ mutant, project: templateOf(at) }] : [],
)
if (chosen.length === 0) throw new Error(`no guard's name contains ${asked}`)

const vitest = await startVitest('test', [], {
  config: 'test/known-bad/vitest.config.ts',
  project: chosen.map(({ project }) => project),
  watch: false,
})
process.exitCode = report(
  chosen.map(({ mutant, project }) => ({ mutant, ...verdictOf(vitest, mutant, project, broken) })),
)
await vitest.close()
