// With any one guard taken out, the suite notices; with none taken out, the same tests pass.
import { afterAll, expect, it } from 'vitest'
import { tableRow } from './judge.ts'
import { mutants } from './mutants.ts'
import { startTable } from './table.ts'

// All of them run in one go, two at a time, and each row waits for its own: about two minutes on two quiet cores.
const limitMs = 20 * 60_000
const table = startTable(limitMs)
afterAll(async () => {
  await table.stop()
  console.log([...table.rows.values()].map(tableRow).join('\n'))
})

const files = [...new Set(mutants.map(({ test }) => test))]
it.each(files)('nothing taken out: %s', { timeout: limitMs }, async (file) => {
  expect(await table.row(file)).toMatchObject({ verdict: 'passed' })
})

it.each(mutants.map(({ guard }) => guard))('%s', { timeout: limitMs }, async (guard) => {
  expect(await table.row(guard)).toMatchObject({ verdict: 'noticed' })
})

it('ran to its end', { timeout: limitMs }, async () => {
  const { code, errors } = await table.ended
  expect(code, errors).toBe(0)
})
