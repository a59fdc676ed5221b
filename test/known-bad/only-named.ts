// Runs with every known-bad variant: of the file's tests only the one that must fail.
import { beforeEach, inject } from 'vitest'

beforeEach(({ task, skip }) => {
  if (!task.name.startsWith(inject('named') ?? '')) skip()
})
