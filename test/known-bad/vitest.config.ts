// One project for each known-bad variant: its test file without the guard. And one with nothing taken out.
import { defineConfig } from 'vitest/config'
import { projectOf, UNCHANGED } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'
import { isOfSource, root, without } from './mutate.ts'

const lane = 'pg' as const
const onlyNamed = 'test/known-bad/only-named.ts'
// A test that only takes long proves nothing: better to hear of it late than wrongly.
const limits = { testTimeout: 90_000, hookTimeout: 90_000 }

function variant(mutant: Mutant) {
  const { test, named } = mutant
  const name = projectOf(mutant)
  const project = { ...limits, name, include: [test] }
  return isOfSource(mutant)
    ? {
        plugins: [without(mutant)],
        test: { ...project, setupFiles: onlyNamed, provide: { lane, named } },
      }
    : {
        test: {
          ...project,
          setupFiles: ['test/known-bad/template.ts', onlyNamed],
          provide: { lane, named, template: name },
        },
      }
}

const unchanged = {
  test: {
    ...limits,
    name: UNCHANGED,
    include: [...new Set(mutants.map(({ test }) => test))],
    setupFiles: onlyNamed,
    provide: { lane },
  },
}

export default defineConfig({
  test: {
    root,
    globalSetup: 'test/support/global-setup.ts',
    maxWorkers: 2,
    projects: [unchanged, ...mutants.map(variant)],
  },
})
