// The countersign command as people and scripts meet it: a process, its lines and its exit code.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { exitCode } from '#cli'
import { loadMigrations } from '#database'
import { registry } from '#workloads'
import { cli } from '../support/cli.ts'
import { freePorts } from '../support/ports.ts'
import { testDatabase } from '../support/test-database.ts'
import { until } from '../support/wait.ts'

const bin = fileURLToPath(new URL('../../packages/cli/bin.js', import.meta.url))
const db = await testDatabase({ migrated: false })
const DATABASE_URL = db.directUrl('postgres')
const home = await mkdtemp(path.join(tmpdir(), 'countersign-cli-'))

afterAll(async () => {
  await rm(home, { recursive: true })
})

interface Ended {
  code: number | null
  out: string
  err: string
}

function begin(args: string[], env: Record<string, string>, nodeArgs: string[] = []) {
  const { PATH = '' } = process.env
  // Another folder than the project's: nothing may depend on where it is called.
  const child = spawn(process.execPath, [...nodeArgs, bin, ...args], {
    cwd: home,
    env: { PATH, ...env },
  })
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout.on('data', (bytes) => {
    ended.out += bytes
  })
  child.stderr.on('data', (bytes) => {
    ended.err += bytes
  })
  const done = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ ...ended, code }))
  })
  return { child, ended, done }
}

/** The command in this process, which starts much sooner. */
function countersign(args: string[], { DATABASE_URL = '' } = {}): Promise<Ended> {
  return cli(DATABASE_URL, [...args, '--data-dir', home])
}

test('whoever stops reading early gets no stack trace', async () => {
  const { child, done } = begin(['--help'], {})
  child.stdout.destroy()
  expect(await done).toMatchObject({ code: exitCode.done, err: '' })
})

test('migrate --dry-run --json answers one object and changes nothing', async () => {
  const { migrations, functions } = await loadMigrations()
  const { code, out, err } = await countersign(['migrate', '--dry-run', '--json'], { DATABASE_URL })
  expect({ code, err }).toEqual({ code: exitCode.done, err: '' })
  expect(JSON.parse(out)).toEqual({
    applied: migrations.map((file) => file.name),
    functions: functions.map((file) => file.name),
    version: migrations.length,
    minimumClient: 1,
    dryRun: true,
    stage: 'local',
    capabilities: registry.map(({ definition }) => definition.capability),
  })
  const found = await db.admin.query(`select to_regnamespace('countersign')::text as schema`)
  expect(found).toEqual([{ schema: null }])
})

test('migrate says what it applied, and the second time that there is nothing to do', async () => {
  const first = await countersign(['migrate'], { DATABASE_URL })
  expect(first).toMatchObject({
    code: exitCode.done,
    out: expect.stringMatching(
      /^applied \d+ migrations and \d+ function files: schema version \d+\nwrote the registry of stage local: \S.*\n$/,
    ),
    err: expect.stringMatching(/^applied 0001_/),
  })
  const second = await countersign(['migrate'], { DATABASE_URL })
  expect(second).toMatchObject({
    code: exitCode.done,
    out: expect.stringMatching(/^nothing to do: schema version \d+\n/),
    err: '',
  })
})

test('a refusal is one line that names the file, and exit code 1', async () => {
  await db.admin.query(
    `insert into countersign.schema_migrations (name, checksum) values ('9999_future.sql', '')`,
  )
  const { code, out, err } = await countersign(['migrate'], { DATABASE_URL })
  await db.admin.query(`delete from countersign.schema_migrations where name = '9999_future.sql'`)
  expect({ code, out }).toEqual({ code: exitCode.refused, out: '' })
  expect(err).toMatch(/^the database has 9999_future\.sql, .*\n$/)
})

test('a login without the rights is told which one to use', async () => {
  const login = await db.login('stranger')
  const { code, err } = await countersign(['migrate'], { DATABASE_URL: db.directUrl(login) })
  expect(code).toBe(exitCode.refused)
  expect(err).toMatch(/^permission denied .*\(42501\): use the login that owns the database.*\n$/)
})

test('a database that does not answer is exit code 3, and no password is shown', async () => {
  const url = 'postgresql://me:very-secret@127.0.0.1:1/nothing'
  const { code, out, err } = await countersign(['migrate'], { DATABASE_URL: url })
  expect({ code, out }).toEqual({ code: exitCode.unreachable, out: '' })
  expect(err).toMatch(
    /^could not reach the database at 127\.0\.0\.1:1\/nothing: .*DATABASE_URL.*\n$/,
  )
  expect(err).not.toContain('very-secret')
})

test('so are a wrong password and a database that does not exist', async () => {
  const wrongPassword = new URL(DATABASE_URL)
  wrongPassword.password = 'wrong'
  const nowhere = new URL(DATABASE_URL)
  nowhere.pathname = '/nowhere'
  for (const { href } of [wrongPassword, nowhere]) {
    const { code, err } = await countersign(['migrate'], { DATABASE_URL: href })
    expect(code).toBe(exitCode.unreachable)
    expect(err).toMatch(/^.*: check that it runs and that DATABASE_URL names it\n$/)
  }
})

test('a DATABASE_URL that is not one is refused without repeating it', async () => {
  const { code, err } = await countersign(['migrate'], {
    DATABASE_URL: 'mysql://me:very-secret@host/x',
  })
  expect(code).toBe(exitCode.refused)
  expect(err).toMatch(/^DATABASE_URL is not a Postgres URL: .*\n$/)
  expect(err).not.toContain('very-secret')
})

test('without any database both remedies are named', async () => {
  const { code, err } = await countersign(['migrate'])
  expect(code).toBe(exitCode.unreachable)
  expect(err).toMatch(/^no database: set DATABASE_URL, or leave "npm start" running.*\n$/)
})

test('what is not understood is exit code 2, and help is exit code 0', async () => {
  for (const args of [[], ['nonsense'], ['migrate', '--nonsense'], ['start', '--port', 'x']]) {
    const { code, out, err } = await countersign(args)
    expect({ args, code, out }).toEqual({ args, code: exitCode.usage, out: '' })
    expect(err).toMatch(/countersign/)
  }
  const help = await countersign(['--help'])
  expect(help).toMatchObject({ code: exitCode.done, err: '' })
  expect(help.out).toMatch(/start .*migrate .*approve .*doctor .*Exit codes: 0 done/s)
  expect(await countersign(['help', 'migrate'])).toMatchObject({
    code: exitCode.done,
    out: expect.stringContaining('--dry-run'),
  })
})

/** Makes the process believe that it runs on Node 20, at this path. */
function oldNode(at: string): string[] {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' })
    process.execPath = ${JSON.stringify(at)}`
  return ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
}

test('on an older Node without the project’s own, the remedy is named', async () => {
  const { code, out, err } = await begin(['--help'], {}, oldNode(process.execPath)).done
  expect({ code, out }).toEqual({ code: exitCode.refused, out: '' })
  expect(err).toMatch(/^countersign needs Node 24 .*npm ci.*\n$/)
})

test('on an older Node the project’s own takes over; beside "start" commands need no settings', {
  timeout: 60_000,
}, async () => {
  const env = { COUNTERSIGN_NIGHT_HOUR: 'off' }
  const port = String(await freePorts())
  const start = begin(['start', '--data-dir', home, '--port', port], env, oldNode(bin))
  try {
    await until(
      () => start.ended.out.includes('Countersign is running.') || start.child.exitCode !== null,
      {
        timeoutMs: 30_000,
        what: 'the start',
      },
    )
    expect(start.ended.err).toBe('')
    expect(await countersign(['migrate'])).toMatchObject({
      code: exitCode.done,
      out: expect.stringContaining('nothing to do'),
    })
  } finally {
    interrupt(start.child)
  }
  expect(await start.done).toMatchObject({ code: exitCode.done })
  expect(await countersign(['migrate'])).toMatchObject({ code: exitCode.unreachable })
})

function interrupt(child: ChildProcess): void {
  if (child.exitCode === null) child.kill('SIGINT')
}
