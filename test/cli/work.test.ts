// `countersign work` as a process: it works, it listens, and it ends when it is told to.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { enqueue, loopbackPolicy, writeRegistry } from '#queue'
import { registry } from '#workloads'
import { testDatabase } from '../support/test-database.ts'
import { until } from '../support/wait.ts'

const bin = fileURLToPath(new URL('../../packages/cli/bin.js', import.meta.url))
const db = await testDatabase()
const worker = await db.login('worker', 'countersign_worker')
await writeRegistry(
  db.admin,
  registry.map(({ definition }) => definition),
  { policy: loopbackPolicy, login: () => worker },
)
const home = await mkdtemp(path.join(tmpdir(), 'countersign-work-'))
const started: ChildProcess[] = []

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await rm(home, { recursive: true })
})

function work(...args: string[]) {
  const child = spawn(process.execPath, [bin, 'work', ...args, '--data-dir', home], {
    cwd: home,
    env: { PATH: process.env.PATH, DATABASE_URL: db.directUrl(worker) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const printed = { out: '', err: '' }
  child.stdout.on('data', (bytes) => {
    printed.out += bytes
  })
  child.stderr.on('data', (bytes) => {
    printed.err += bytes
  })
  const exit = async () => {
    await until(() => child.exitCode !== null, { timeoutMs: 5_000, what: 'the end of the worker' })
    return child.exitCode
  }
  return { child, printed, exit }
}

const status = async (id: number) => {
  const [row] = await db.admin.query('select status from countersign.tasks where id = $1', [id])
  return row?.status
}

it('does what is due, says so in a line, and ends soon after SIGTERM', async () => {
  const { child, printed, exit } = work('housekeeping', '--listen')
  await until(() => printed.err.includes('working on housekeeping; Ctrl-C stops\n'), {
    timeoutMs: 15_000,
  })
  const { taskId } = await enqueue(db.admin, { capability: 'housekeeping', payload: {} })
  await until(async () => (await status(taskId)) === 'completed', { timeoutMs: 10_000 })
  await until(() => printed.out.includes(`task ${taskId} is done`))
  // The worker records its tick after the task.
  const recorded = () =>
    db.admin.query(
      `select login::text as login, function from countersign.invocations where outcome = 'worked'`,
    )
  await until(async () => (await recorded()).length === 1)
  expect(await recorded()).toEqual([{ login: worker, function: 'work/housekeeping' }])
  child.kill('SIGTERM')
  expect(await exit()).toBe(0)
  expect(printed.err).toContain('stopping: what runs may end its slice')
  const listening = await db.admin.query(
    'select 1 from pg_stat_activity where usename = $1 and datname = current_database()',
    [worker],
  )
  expect(listening).toEqual([])
})

it('with --json writes its log, line by line', async () => {
  const { child, printed, exit } = work('housekeeping', '--json')
  await until(() => printed.out.includes('\n'), { timeoutMs: 15_000 })
  child.kill('SIGINT')
  expect(await exit()).toBe(0)
  const lines = printed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toMatchObject({ event: 'tick', function: 'work/housekeeping', outcome: 'idle' })
  expect(printed.err).toBe('')
})

it('tells at once when it can’t work here', async () => {
  const stranger = await db.login('stranger')
  const child = spawn(process.execPath, [bin, 'work', 'housekeeping', '--data-dir', home], {
    cwd: home,
    env: { PATH: process.env.PATH, DATABASE_URL: db.directUrl(stranger) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.push(child)
  let err = ''
  child.stderr.on('data', (bytes) => {
    err += bytes
  })
  await until(() => child.exitCode !== null, { timeoutMs: 15_000 })
  expect(child.exitCode).toBe(1)
  expect(err).toMatch(/this login sees no Countersign schema/)
})
