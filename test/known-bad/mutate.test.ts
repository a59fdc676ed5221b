// The known-bad variants still fit the SQL they change and the tests they name.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadMigrations } from '#database'
import { mutants } from './mutants.ts'
import { mutate } from './mutate.ts'

it('every variant changes its file in exactly one place, and names a test that is there', async () => {
  const set = await loadMigrations()
  for (const mutant of mutants) {
    expect(mutate(set, mutant)).not.toEqual(set)
    expect(readFileSync(mutant.test, 'utf8'), mutant.guard).toContain(mutant.named)
  }
  expect(new Set(mutants.map(({ guard }) => guard)).size).toBe(mutants.length)
})
