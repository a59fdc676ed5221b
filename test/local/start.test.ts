// `npm start` as its user meets it: what it says, what it leaves, how it ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readConnection } from '#local'
import { freePorts } from '../support/ports.ts'
import { testDatabase } from '../support/test-database.ts'
import { until } from '../support/wait.ts'
import { ask, lives } from './keep.ts'

const bin = fileURLToPath(new URL('../../packages/cli/bin.js', import.meta.url))
const home = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'countersign-start-')))
// One folder for the whole file: each test ends with everything down.
const dataDir = path.join(home, 'state')
const cluster = path.join(dataDir, 'postgres')
const database = await testDatabase({ migrated: false })
const port = await freePorts()
const started: ChildProcess[] = []
fs.chmodSync(home, 0o755) // so that the cluster stays in it, also where we are root

afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  // A server that a failed test left behind may still be going down.
  fs.rmSync(home, { recursive: true, maxRetries: 20, retryDelay: 50 })
})

/** What was started, what it has printed so far, and its exit code once it has ended. */
function npmStart(where: string, env: Record<string, string> = {}, ...args: string[]) {
  const command = [bin, 'start', '--data', where, '--port', String(port), ...args]
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, COUNTERSIGN_NIGHT_HOUR: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
    })
  }
  const up = () =>
    until(() => printed.includes('Ctrl-C stops it.') || child.exitCode !== null, {
      timeoutMs: 15_000,
      what: 'the end of the start',
    })
  const down = () =>
    until(() => child.exitCode !== null || child.signalCode !== null, {
      timeoutMs: 3_000,
      what: 'the end of npm start',
    })
  return { child, up, down, printed: () => printed }
}

async function connection() {
  const { url, ...found } = (await readConnection(dataDir)) ?? {}
  if (!url) throw new Error(`no connection in ${dataDir}`)
  return { ...found, url }
}

/** What stays in a state folder when everything is down: no password but the superuser's. */
const kept = ['log.jsonl', 'postgres', 'sample-boards']

const lock = () =>
  Number(fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'it migrates, says where things are, and ends cleanly: %s',
  async (signal) => {
    const running = npmStart(dataDir)
    await running.up()
    const { url, pid } = await connection()
    expect(pid).toBe(running.child.pid)
    const [applied] = await ask(url, 'select count(*)::int as n from countersign.schema_migrations')
    expect(applied?.n).toBeGreaterThan(0)
    const { port, password } = new URL(url)
    expect(running.printed()).toContain(`postgresql://postgres@127.0.0.1:${port}/postgres`)
    expect(running.printed()).toContain(dataDir)
    expect(running.printed()).not.toContain(password)
    await until(() => fs.existsSync(path.join(dataDir, 'log.jsonl')), { what: 'the first tick' })
    for (const secret of ['connection.json', 'log.jsonl']) {
      expect(fs.statSync(path.join(dataDir, secret)).mode & 0o777).toBe(0o600)
    }

    const server = lock()
    running.child.kill(signal)
    running.child.kill('SIGINT') // as npm does on top of the terminal
    await running.down()
    expect([running.child.exitCode, running.child.signalCode, lives(server)]).toEqual([
      0,
      null,
      false,
    ])
    expect(fs.readdirSync(dataDir)).toEqual(kept)
    expect(fs.existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false)
  },
)

test('it ends with a plain sentence when the server dies', async () => {
  const running = npmStart(dataDir)
  await running.up()
  process.kill(lock(), 'SIGKILL')
  await running.down()
  expect(running.child.exitCode).toBe(1)
  expect(running.printed()).toContain('PostgreSQL ended by itself (SIGKILL)')
  expect(running.printed()).not.toMatch(/\n\s+at /)
  expect(fs.readdirSync(dataDir)).toEqual(kept)
})

test('with DATABASE_URL it uses that database and starts none', async () => {
  const url = database.directUrl('postgres')
  const own = path.join(home, 'own')
  const running = npmStart(own, { DATABASE_URL: url })
  await running.up()
  const [applied] = await ask(url, 'select count(*)::int as n from countersign.schema_migrations')
  expect(applied?.n).toBeGreaterThan(0)
  expect(running.printed()).toContain('(from DATABASE_URL)')
  expect(running.printed()).not.toContain(new URL(url).password)
  expect(fs.readdirSync(own)).not.toContain('postgres')
  // What it leaves for other commands are its own logins, never the password it was given.
  const found = await readConnection(own)
  expect(found?.url).toBeUndefined()
  expect(JSON.stringify(found)).not.toContain(new URL(url).password)
  expect(await ask(found?.logins.approver ?? '', 'select current_user')).toEqual([
    { current_user: 'countersign_local_approver' },
  ])
  expect(running.child.exitCode).toBeNull()
  running.child.kill('SIGINT')
  await running.down()
  expect(running.child.exitCode).toBe(0)
})

test('a port that is taken is named before anything slow begins, the sample boards’ too', async () => {
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const address = taken.address()
  const it = typeof address === 'object' ? (address?.port ?? 0) : 0
  for (const [asked, whose] of [
    [it, 'of the pages'],
    [it - 1, 'of the sample boards'],
  ] as const) {
    const running = npmStart(dataDir, {}, '--port', String(asked))
    await running.up()
    expect(running.child.exitCode).toBe(1)
    expect(running.printed()).toBe(
      `port ${it}, ${whose}, is taken: choose another, for example --port ${it + 10} ` +
        '(a second Countersign needs a --data folder of its own, too)\n',
    )
  }
  taken.close()
})

test('without LaTeX or a browser it says what to install or set, and leaves nothing running', async () => {
  const nights = { COUNTERSIGN_NIGHT_HOUR: '3' }
  const noLatex = npmStart(dataDir, { ...nights, LATEX_ENGINE: 'nonsense' })
  await noLatex.up()
  expect(noLatex.child.exitCode).toBe(1)
  expect(noLatex.printed()).toMatch(/^LATEX_ENGINE is “nonsense”.*unset it.*\n$/)

  const engine = path.join(home, 'pdflatex')
  fs.writeFileSync(engine, '', { mode: 0o755 })
  const noBrowser = npmStart(dataDir, { ...nights, LATEX_ENGINE: engine, CHROME_PATH: '/nowhere' })
  await noBrowser.up()
  expect(noBrowser.child.exitCode).toBe(1)
  expect(noBrowser.printed()).toMatch(/^CHROME_PATH is “\/nowhere”.*unset it.*\n$/)
  expect(fs.existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false)
})

test('with a public URL nobody signs in by a link, and an approval takes a key; over ssh it prints what to type', async () => {
  const url = 'https://approvals.example'
  const ssh = { SSH_CONNECTION: '203.0.113.7 50123 198.51.100.4 2222' }
  const running = npmStart(dataDir, ssh, '--public-url', `${url}/`)
  await running.up()
  expect(running.printed()).toContain(
    `ssh -N -L ${port}:localhost:${port} -L ${port + 1}:localhost:${port + 1} -p 2222 ${userInfo().username}@198.51.100.4\n`,
  )
  expect(running.printed()).toContain(`${url}, served on http://localhost:${port} (by key only`)
  expect(running.printed()).not.toContain('sign-in?link=')
  const found = await connection()
  expect(await readConnection(dataDir)).toMatchObject({ origin: url })
  const levels = await ask(
    found.url,
    'select distinct level from countersign.gates where irreversible',
  )
  expect(levels).toEqual([{ level: 'passkey' }])
  running.child.kill('SIGINT')
  await running.down()
})

// Last, since its folder is of no use afterwards.
test('a start that fails half-way leaves nothing running', async () => {
  const first = npmStart(dataDir)
  await first.up()
  const edited = `update countersign.schema_migrations set checksum = 'another'`
  await ask((await connection()).url, edited)
  first.child.kill('SIGINT')
  await first.down()

  const second = npmStart(dataDir)
  await second.up()
  expect(second.child.exitCode).toBe(1)
  expect(second.printed()).not.toContain('is running')
  expect(fs.readdirSync(dataDir)).toEqual(kept)
  expect(fs.existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false)
})
