// The known-bad variants still fit the text they change and the tests they name.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadMigrations } from '#database'
import { mutants } from './mutants.ts'
import { isOfSource, mutate, mutateText, root } from './mutate.ts'

it('every variant changes its file in exactly one place, and names a test that is there', async () => {
  const set = await loadMigrations()
  for (const mutant of mutants) {
    if (isOfSource(mutant)) {
      const text = readFileSync(root + mutant.file, 'utf8')
      expect(mutateText(text, mutant), mutant.guard).not.toBe(text)
    } else {
      expect(mutate(set, mutant), mutant.guard).not.toEqual(set)
    }
    const file = readFileSync(root + mutant.test, 'utf8')
    expect(namesIn(file, mutant.named), `${mutant.guard}: ${mutant.named}`).toBe(true)
  }
  expect(new Set(mutants.map(({ guard }) => guard)).size).toBe(mutants.length)
  const changes = mutants.map(({ file, from, to }) => `${file} ${from} ${to}`)
  expect(new Set(changes).size).toBe(mutants.length)
})

/** Whether a test's name begins so: as it stands in the file, or as a row of a table of tests. */
function namesIn(file: string, named: string): boolean {
  const words = named.split(' ')
  return (
    words.some((_, at) => {
      const title = words.slice(0, at).join(' ')
      return file.includes(`'${title} %s`) && file.includes(`'${words.slice(at).join(' ')}`)
    }) || file.includes(named)
  )
}
