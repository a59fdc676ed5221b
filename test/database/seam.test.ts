// The database seam keeps the same promises on every lane.
import { expect, test } from 'vitest'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
const database = db.as('postgres')

test('a statement answers its rows', async () => {
  expect(await database.query('select $1::int as n', [7])).toEqual([{ n: 7 }])
})
