// LISTEN: notices arrive, also after the connection was lost and made again.

import { expect, test } from 'vitest'
import { listen } from '#database'
import { testDatabase } from '../support/test-database.ts'
import { until } from '../support/wait.ts'

const db = await testDatabase({ migrated: false })
const url = db.directUrl('postgres')
const notify = (channel: string, payload: string) =>
  db.admin.query('select pg_notify($1, $2)', [channel, payload])

test('a notice on the channel arrives, one on another does not', async () => {
  const heard: string[] = []
  const listener = await listen(url, 'Work "now"', (payload) => heard.push(payload))
  await notify('other', 'no')
  await notify('Work "now"', 'yes')
  await until(() => heard.length > 0)
  expect(heard).toEqual(['yes'])
  await listener.close()
})

test('a lost connection is made again, and the gap is announced by one empty notice', async () => {
  const heard: string[] = []
  const listener = await listen(url, 'work', (payload) => heard.push(payload))
  await db.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen%'`,
  )
  await until(() => heard.length > 0)
  await notify('work', 'after')
  await until(() => heard.length > 1)
  expect(heard).toEqual(['', 'after'])
  await listener.close()
})

test('a listener that cannot connect, or would hear nothing, says so at once', async () => {
  const nowhere = 'postgresql://me:secret@127.0.0.1:1/db'
  await expect(listen(nowhere, 'work', () => {})).rejects.toMatchObject({ code: '08001' })
  const pooled = 'postgresql://me:secret@ep-a-1-pooler.eu.aws.neon.tech/db'
  await expect(listen(pooled, 'work', () => {})).rejects.toMatchObject({
    code: '0A000',
    message: expect.stringContaining('without -pooler'),
  })
})
