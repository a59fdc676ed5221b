// The known-bad variants still fit the text they change and the tests they name.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadMigrations } from '#database'
import { all } from './mutants.ts'
import { isOfSource, mutate, mutateText, root } from './mutate.ts'

it('every variant changes its file in exactly one place, and names a test that is there', async () => {
  const set = await loadMigrations()
  for (const mutant of all) {
    if (isOfSource(mutant)) {
      const text = readFileSync(root + mutant.file, 'utf8')
      expect(mutateText(text, mutant), mutant.guard).not.toBe(text)
    } else {
      expect(mutate(set, mutant), mutant.guard).not.toEqual(set)
    }
    const file = readFileSync(root + mutant.test, 'utf8')
    expect(namesIn(file, mutant.named), `${mutant.guard}: ${mutant.named}`).toBe(true)
  }
  expect(new Set(all.map(({ guard }) => guard)).size).toBe(all.length)
  const changes = all.map(({ file, from, to }) => `${file} ${from} ${to}`)
  expect(new Set(changes).size).toBe(all.length)
})

/** Whether a test's name begins so: as it stands in the file, or with a value of a table of tests in it. */
function namesIn(file: string, named: string): boolean {
  if (file.includes(named)) return true
  return [...file.matchAll(/'([^'\n]*?)%s([^'\n]*)'/g)].some(([, head = '', tail = '']) => {
    if (!named.startsWith(head)) return false
    const rest = named.slice(head.length)
    const ends = [...rest].map((_, at) => at).filter((at) => tail.startsWith(rest.slice(at)))
    return file.includes(`'${rest}`) || ends.some((at) => file.includes(`'${rest.slice(0, at)}'`))
  })
}
