// Statements kept prepared on their connection, for who has a direct host.
import { expect, it } from 'vitest'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
const kept = `select count(*)::int as kept from pg_prepared_statements where name like 'countersign%'`

it('prepares a text once, and answers as if it had not', async () => {
  const database = db.as('postgres', { prepare: true })
  for (const value of [1, 2, 3]) {
    expect(await database.query('select $1::bigint as value', [value])).toEqual([{ value }])
  }
  // This question is the second text.
  expect(await database.query(kept)).toEqual([{ kept: 2 }])
})

it('keeps a bounded number of them', async () => {
  const database = db.as('postgres', { prepare: true })
  for (let n = 0; n < 120; n++) await database.query(`select ${n}`)
  expect(await database.query(kept)).toEqual([{ kept: 100 }])
})

it('prepares nothing by itself: behind a pooler the next statement may meet another server', async () => {
  const database = db.as('postgres')
  await database.query('select 1')
  expect(await database.query(kept)).toEqual([{ kept: 0 }])
})
