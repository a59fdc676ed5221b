// A process whose idle connection dies lives on, and an open database does not keep it alive.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/test-database.ts'
import { until } from '../support/wait.ts'

const db = await testDatabase({ migrated: false })

test('a process that loses its backend while idle ends with 0', async () => {
  const program = fileURLToPath(new URL('loses-backend.ts', import.meta.url))
  const standIn = db.standIn ? [db.standIn.address] : []
  const child = spawn(process.execPath, [program, db.url('postgres'), ...standIn], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const pid = Number(await until(() => /^(\d+)\n/.exec(output)?.[1], { what: 'the pid' }))
  await db.admin.query('select pg_terminate_backend($1)', [pid])
  const gone = 'select 1 where not exists (select from pg_stat_activity where pid = $1)'
  await until(async () => (await db.admin.query(gone, [pid])).length > 0)
  child.stdin.end()
  expect([await exit, output]).toEqual([0, `${pid}\n`])
})
