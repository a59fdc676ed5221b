// What npm start says: all of it in a bounded file, and to a person only what is news.
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { narrator } from '#local'
import { fileLog } from '../../packages/local/log-file.ts'

const home = fs.mkdtempSync(path.join(tmpdir(), 'countersign-log-'))
afterAll(() => fs.rmSync(home, { recursive: true }))

it('says what was done and what waits, and nothing of a tick that found nothing', () => {
  const said: string[] = []
  const log = narrator((line) => said.push(line.slice(7)))
  const about = { capability: 'letter', task: 7 }
  log('tick', { function: 'tick/letter', outcome: 'idle' })
  log('slice', { ...about, fate: 'released', outcome: 'wait' })
  log('slice', { ...about, fate: 'parked', outcome: 'parked' })
  log('slice', { ...about, fate: 'finished', outcome: 'skip' })
  log('slice failed', { ...about, error: 'TypeError' })
  log('reaper', { function: 'reaper', outcome: 'worked', leases: 2, expired: 1, red: 'dead' })
  expect(said).toEqual([
    'letter          task 7 waits for a person: npx countersign show 7',
    'letter          task 7 is skipped',
    'letter          task 7 ran into TypeError and is tried again: npx countersign show 7',
    'reaper          2 lapsed leases taken back; 1 unanswered request expired; signals at red: dead (npx countersign signals)',
  ])
})

it('says once that ticks fail, and again only after one went well', () => {
  const said: string[] = []
  const log = narrator((line) => said.push(line))
  const tick = (outcome: string) => log('tick', { function: 'tick/letter', outcome, code: '08006' })
  for (const outcome of ['failed', 'failed', 'failed', 'idle', 'failed']) tick(outcome)
  expect(said).toHaveLength(2)
  expect(said[0]).toContain('this tick failed (08006): see the log')
})

it('says of a workload’s own work what went wrong, each thing once', () => {
  const said: string[] = []
  const log = narrator((line) => said.push(line.slice(7)))
  const about = { capability: 'job-search', task: 3 }
  log('board read', { ...about, what: 'lever/quiet', outcome: 'ok' })
  for (const what of ['lever/loud', 'lever/loud', 'ashby/gone']) {
    log('board not read', { ...about, what, outcome: 'error' })
  }
  expect(said).toEqual([
    'job-search      task 3: board not read (lever/loud): npx countersign show 3',
    'job-search      task 3: board not read (ashby/gone): npx countersign show 3',
  ])
})

it('sets the file aside when it has grown large, and survives a place it may not write to', () => {
  const file = path.join(home, 'log.jsonl')
  fs.writeFileSync(file, 'x'.repeat(10 * 1024 * 1024 + 1))
  fileLog(file)('tick', { outcome: 'idle' })
  expect(fs.statSync(`${file}.1`).size).toBeGreaterThan(10 * 1024 * 1024)
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({
    event: 'tick',
    outcome: 'idle',
  })
  fileLog(path.join(home, 'nowhere', 'log.jsonl'))('tick')
})
