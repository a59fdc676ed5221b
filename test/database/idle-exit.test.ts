// A process whose idle connection dies lives on, and an open database does not keep it alive.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/test-database.ts'
import { until } from '../support/wait.ts'

const db = await testDatabase({ migrated: false })

/** Starts the program, and answers its pid at the server once it holds an idle connection. */
async function start() {
  const program = fileURLToPath(new URL('loses-backend.ts', import.meta.url))
  const standIn = db.standIn ? [db.standIn.address] : []
  const child = spawn(process.execPath, [program, db.url('postgres'), ...standIn])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      output += bytes
    })
  }
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const pid = Number(await until(() => /^(\d+)\n/.exec(output)?.[1], { what: 'the pid' }))
  const goOn = async () => {
    child.stdin.end()
    return [await exit, output]
  }
  return { pid, goOn }
}

test('a process that loses its backend while idle ends with 0', async () => {
  const { pid, goOn } = await start()
  await db.admin.query('select pg_terminate_backend($1)', [pid])
  const gone = 'select 1 where not exists (select from pg_stat_activity where pid = $1)'
  await until(async () => (await db.admin.query(gone, [pid])).length > 0)
  expect(await goOn()).toEqual([0, `${pid}\n`])
})

test('a process that is done ends, though its database is still open', async () => {
  const { pid, goOn } = await start()
  expect(await goOn()).toEqual([0, `${pid}\n`])
})
