// What `npm start` does by itself, seen by whoever uses it: housekeeping asks, is approved by the command line, and finishes.
import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#database'
import { readConnection } from '#local'
import { age } from '../support/age.ts'
import { cli } from '../support/cli.ts'
import { freePorts } from '../support/ports.ts'
import { until } from '../support/wait.ts'

const bin = fileURLToPath(new URL('../../packages/cli/bin.js', import.meta.url))
const home = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'countersign-schedules-')))
const dataDir = path.join(home, 'state')
const port = await freePorts()
const started: ChildProcess[] = []

afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  fs.rmSync(home, { recursive: true, maxRetries: 20, retryDelay: 50 })
})

async function start(...args: string[]) {
  const command = [bin, 'start', '--data-dir', dataDir, '--port', String(port), ...args]
  const child = spawn(process.execPath, command, {
    // No night: this is about housekeeping, and nights about other people's boards.
    env: { PATH: process.env.PATH, COUNTERSIGN_NIGHT_HOUR: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      printed += bytes
    })
  }
  await until(() => printed.includes('Ctrl-C stops it.') || child.exitCode !== null, {
    timeoutMs: 20_000,
    what: 'the start',
  })
  const connection = await readConnection(dataDir)
  if (!connection?.url) throw new Error(`it did not start: ${printed}`)
  const admin = openDatabase(connection.url)
  const stop = async () => {
    await admin.close()
    child.kill('SIGINT')
    await until(() => child.exitCode !== null, { timeoutMs: 3_000, what: 'the end' })
    return child.exitCode
  }
  return { admin, connection, stop, printed: () => printed }
}

/** A command in another terminal, which knows nothing but the state folder. */
const run = (...args: string[]) => cli('', [...args, '--data-dir', dataDir])

async function status(admin: Database, id: number): Promise<unknown> {
  const [row] = await admin.query('select status from countersign.tasks where id = $1', [id])
  return row?.status
}

test('housekeeping asks, is approved by the command line and finishes, all by the stage’s own logins', {
  timeout: 60_000,
}, async () => {
  const { admin, connection, stop, printed } = await start('--fast')
  // The day's housekeeping finds nothing to do in a new database.
  await until(async () => (await status(admin, 1)) === 'completed', { timeoutMs: 10_000 })
  const payload = '{"retentionDays":0,"threshold":0}'
  const enqueued = await run('enqueue', 'housekeeping', '--payload', payload)
  expect(enqueued).toMatchObject({ code: 0, out: 'task 2 is enqueued: npx countersign show 2\n' })
  await until(() => printed().includes('task 2 waits for a person: npx countersign show 2'), {
    timeoutMs: 10_000,
  })
  expect((await run('show', '2')).out).toContain('Delete 1 finished tasks that ended before ')
  expect(await run('approve', '2', '--yes', '--by', 'ana')).toMatchObject({ code: 0, err: '' })
  const [request] = await admin.query('select id from countersign.approvals where task_id = 2')
  await age(admin, 'approvals', request?.id, { not_before: '1 hour', decided_at: '1 hour' })
  await age(admin, 'tasks', 2, { run_at: '1 hour' })
  await until(() => printed().includes('task 2 is done'), { timeoutMs: 10_000 })
  expect(await status(admin, 1)).toBeUndefined()

  const story = await run('show', '2')
  expect(story.out).toMatch(/asked .*approved +by ana at level session.*began +prune.*completed /s)
  expect(await run('doctor')).toMatchObject({ code: 0 })
  const who = await admin.query(
    'select distinct login::text as login from countersign.invocations order by login',
  )
  expect(who).toEqual([
    { login: 'countersign_local_housekeeping' },
    { login: 'countersign_local_jobs' },
    { login: 'countersign_local_reaper' },
  ])
  expect(Object.keys(connection.logins)).toEqual(
    expect.arrayContaining(['housekeeping', 'jobs', 'approver', 'reaper', 'reader']),
  )
  expect(await stop()).toBe(0)
  const log = fs.readFileSync(path.join(dataDir, 'log.jsonl'), 'utf8').trim().split('\n')
  const events = new Set(log.map((line) => JSON.parse(line).event))
  expect([...events].sort()).toEqual(['reaper', 'slice', 'tick'])
})

test('the next start makes the logins anew, and enqueues no day twice', {
  timeout: 60_000,
}, async () => {
  const { admin, connection, stop, printed } = await start()
  await until(
    async () => {
      const [row] = await admin.query(
        `select count(*)::integer as n from countersign.invocations
         where function = 'tick/housekeeping' and ended_at > now() - interval '10 seconds'`,
      )
      return Number(row?.n) > 0
    },
    { timeoutMs: 10_000 },
  )
  const approver = openDatabase(connection.logins.approver ?? '')
  expect(await approver.query('select id from countersign.task_overview')).toEqual([{ id: 2 }])
  await approver.close()
  // What a person does in another terminal is looked at now, not in five minutes.
  expect(printed()).toContain('every 5 minutes')
  await run('enqueue', 'housekeeping', '--payload', '{"retentionDays":0,"threshold":0}')
  await until(() => /task \d+ (?:is done|waits)/.test(printed()), { timeoutMs: 10_000 })
  expect(await stop()).toBe(0)
  expect(fs.existsSync(path.join(dataDir, 'bell'))).toBe(false)
})
