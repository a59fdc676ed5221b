// Whether a known-bad variant was noticed, and by what.
import type { TestModule, Vitest } from 'vitest/node'
import type { Mutant } from './mutant.ts'

interface Row {
  mutant: Mutant
  noticed: boolean
  because: string
}

/** Noticed: the named test ran and failed, by an assertion or a refusal and not because it is `broken`. */
export function verdictOf(vitest: Vitest, mutant: Mutant, project: string, broken: RegExp) {
  const modules = vitest.state.getTestModules().filter((module) => module.project.name === project)
  const tests = modules.flatMap((module: TestModule) => [...module.children.allTests()])
  const named = tests.filter(({ name }) => name.startsWith(mutant.named))
  const results = named.map((test) => test.result())
  const errors = results.flatMap(({ errors }) => errors ?? []).map(({ message }) => message)
  const failed = results.length > 0 && results.every(({ state }) => state === 'failed')
  const because = errors[0]?.split('\n')[0] ?? `${named.length} tests of that name, none failed`
  const noticed = failed && !errors.some((message) => broken.test(message))
  return { noticed, because: because.slice(0, 100) }
}

/** Prints the table; answers the exit code. */
export function report(rows: readonly Row[]): number {
  for (const { mutant, noticed, because } of rows) {
    console.log(`${noticed ? 'noticed' : 'MISSED '}  ${mutant.guard}  (${because})`)
  }
  const missed = rows.filter(({ noticed }) => !noticed).length
  console.log(`${rows.length} guards taken out one at a time, ${missed} missed`)
  return missed > 0 ? 1 : 0
}
