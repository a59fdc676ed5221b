// One project for each known-bad variant: its test file against a database without the guard.
import { defineConfig } from 'vitest/config'
import { mutants } from './mutants.ts'
import { templateOf } from './mutate.ts'

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    globalSetup: 'test/known-bad/global-setup.ts',
    reporters: [{}],
    projects: mutants.map(({ test, named }, at) => ({
      test: {
        name: templateOf(at),
        include: [test],
        provide: { lane: 'pg' as const, template: templateOf(at), named },
        setupFiles: 'test/known-bad/only-named.ts',
        testTimeout: 20_000,
        hookTimeout: 20_000,
      },
    })),
  },
})
