// Runs with every known-bad variant: of the file's tests only the one that must fail. Where nothing is taken out, all of these.
import { beforeEach, inject } from 'vitest'
import { mutants } from './mutants.ts'

const named = inject('named')
const names = named === undefined ? mutants.map((mutant) => mutant.named) : [named]

beforeEach(({ task, skip }) => {
  if (!names.some((name) => task.name.startsWith(name))) skip()
})
