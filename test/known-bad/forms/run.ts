// Runs the naive ways of filling a form: `node test/known-bad/forms/run.ts [part of one's name]`.
import { startVitest } from 'vitest/node'
import { report, verdictOf } from '../verdict.ts'
import { naive, nameOf } from './naive.ts'

/** Code that no longer runs shows nothing. */
const broken = /is not defined|is not a function|Unexpected token|stands \d+ times/

const asked = process.argv[2] ?? ''
const chosen = naive.flatMap((mutant, at) =>
  mutant.guard.includes(asked) ? [{ mutant, project: nameOf(at) }] : [],
)
if (chosen.length === 0) throw new Error(`no way's name contains ${asked}`)

const vitest = await startVitest('test', [], {
  config: 'test/known-bad/forms/vitest.config.ts',
  project: chosen.map(({ project }) => project),
  watch: false,
})
process.exitCode = report(
  chosen.map(({ mutant, project }) => ({ mutant, ...verdictOf(vitest, mutant, project, broken) })),
)
await vitest.close()
