// One project for each naive way of filling a form: its test with that way in place of ours.
import { defineConfig } from 'vitest/config'
import type { Mutant } from '../mutant.ts'
import { naive, nameOf } from './naive.ts'

export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    reporters: [{}],
    // Each variant is compiled from other text under the same file's name.
    fsModuleCache: false,
    // Each holds a browser.
    maxWorkers: 2,
    projects: naive.map((mutant, at) => ({
      plugins: [replacing(mutant)],
      test: {
        name: nameOf(at),
        include: [mutant.test],
        provide: { named: mutant.named },
        setupFiles: 'test/known-bad/only-named.ts',
        testTimeout: 60_000,
        hookTimeout: 20_000,
      },
    })),
  },
})

function replacing({ guard, file, from, to }: Mutant) {
  return {
    name: `naive: ${guard}`,
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.endsWith(`/${file}`)) return undefined
      const matches = code.split(from).length - 1
      if (matches !== 1) throw new Error(`${guard}: its text stands ${matches} times in ${file}`)
      return code.replace(from, () => to)
    },
  }
}
