// `npm start -- --once` in a fresh folder: a whole night on the sample boards, shown, and everything down again.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { freePorts } from '../support/ports.ts'
import { assemblyTimeoutMs, testEngine, treeFolder } from '../support/tex.ts'
import { until } from '../support/wait.ts'

const bin = fileURLToPath(new URL('../../packages/cli/bin.js', import.meta.url))
const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'countersign-once-')))
chmodSync(home, 0o755)

const port = await freePorts()

afterAll(() => rmSync(home, { recursive: true, maxRetries: 20, retryDelay: 50 }))

/** More than the 90 s that it may take, for a machine that does other things as well. */
const limitMs = 240_000

async function run(...args: string[]) {
  const child = spawn(process.execPath, [bin, 'start', '--once', '--data', home, ...args], {
    env: { PATH: process.env.PATH, COUNTERSIGN_TEXLIVE: treeFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      printed += bytes
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, printed }
}

test('it ends with the night’s table and fifteen applications, their documents made', {
  timeout: assemblyTimeoutMs + 2 * limitMs,
}, async () => {
  await testEngine()
  const { code, printed } = await run('--port', String(port))
  expect([code, printed.slice(-2_000)]).toEqual([0, expect.any(String)])
  expect(printed).toMatch(/Night of \d{4}-\d\d-\d\d {2}50 postings of 6 boards/)
  expect(printed).toContain('Taken up: 15 of 15 wanted')
  expect(printed).toMatch(
    /The rest: .*below the cut.*1 posted before.*1 too old.*1 closed.*skipped/,
  )
  const documents = [...printed.matchAll(/_(CV|Letter)\.pdf, (\d) pages?: (.*)$/gm)]
  expect(documents.length).toBeGreaterThanOrEqual(2)
  for (const [, kind, pages, file] of documents) {
    expect(
      readFileSync(path.resolve(file ?? ''))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect(Number(pages)).toBeLessThanOrEqual(kind === 'CV' ? 2 : 1)
  }
  expect(printed).toMatch(/^All of it took [\d.]+ s\.$/m)
  expect(existsSync(path.join(home, 'postgres', 'postmaster.pid'))).toBe(false)

  // Again on the same day: the same night, and nothing is applied for twice.
  const again = await run('--port', String(port))
  expect(again.code).toBe(0)
  const tasks = (text: string) => text.match(/^[\d.]+ +\d+ +.*$/gm)
  expect(tasks(again.printed)).toEqual(tasks(printed))
  expect(tasks(printed)).toHaveLength(15)
})

test('without LaTeX everything else is up at once, and Ctrl-C in the middle of its assembly leaves nothing', {
  timeout: 60_000,
}, async () => {
  const fresh = path.join(home, 'fresh')
  const args = [bin, 'start', '--data', fresh, '--port', String(port)]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (bytes) => {
    printed += bytes
  })
  await until(() => printed.includes('Ctrl-C stops it.'), { timeoutMs: 30_000 })
  expect(printed).toMatch(/pdfTeX is being (assembled|checked)/)
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  // What was killed with its group may take a moment to be gone.
  const left = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && runsIn(pid, fresh))
  await expect.poll(left, { timeout: 5_000 }).toEqual([])
})

function runsIn(pid: string, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
  } catch {
    return false // it has ended meanwhile
  }
}
