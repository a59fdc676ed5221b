// Runs the known-bad variants and prints the table: `node test/known-bad/run.ts [part of a guard's name]`.
import { startVitest, type TestModule, type Vitest } from 'vitest/node'
import { type Mutant, mutants } from './mutants.ts'
import { templateOf } from './mutate.ts'

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
const rows = chosen.map(({ mutant, project }) => ({
  mutant,
  ...verdictOf(vitest, mutant, project),
}))
await vitest.close()
for (const { mutant, noticed, because } of rows) {
  console.log(`${noticed ? 'noticed' : 'MISSED '}  ${mutant.guard}  (${because})`)
}
const missed = rows.filter(({ noticed }) => !noticed).length
console.log(`${rows.length} guards taken out one at a time, ${missed} missed`)
process.exitCode = missed > 0 ? 1 : 0

/** Noticed: the named test ran and failed, by an assertion or a refusal and not by broken SQL. */
function verdictOf(vitest: Vitest, mutant: Mutant, project: string) {
  const modules = vitest.state.getTestModules().filter((module) => module.project.name === project)
  const tests = modules.flatMap((module: TestModule) => [...module.children.allTests()])
  const named = tests.filter(({ name }) => name.startsWith(mutant.named))
  const results = named.map((test) => test.result())
  const errors = results.flatMap(({ errors }) => errors ?? []).map(({ message }) => message)
  const broken = errors.find((message) => /syntax error|does not exist|ambiguous/.test(message))
  const failed = results.length > 0 && results.every(({ state }) => state === 'failed')
  const because = errors[0]?.split('\n')[0] ?? `${named.length} tests of that name, none failed`
  return { noticed: failed && broken === undefined, because: because.slice(0, 100) }
}
