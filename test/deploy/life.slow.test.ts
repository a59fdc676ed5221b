// One whole life with every function running from its package: the night, documents, a form, a signature in a real
// browser, the press of a button, a receipt that holds.
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#database'
import {
  fingerprintWords,
  loadTaskRecord,
  operatorVerbs,
  type Pins,
  type TickReport,
  verifyTask,
} from '#queue'
import { registry } from '#workloads'
import { startSampleBoards } from '../../packages/local/sample-boards/server.ts'
import { age } from '../support/age.ts'
import { startBrowser } from '../support/browser.ts'
import { cli } from '../support/cli.ts'
import { assemblyTimeoutMs, testEngine, treeFolder } from '../support/tex.ts'
import { scheduleEvent } from './lambda/events.ts'
import { startAddress } from './lambda/served.ts'
import { deployedStage } from './lambda/stage.ts'
import { copyProject } from './offline/copy.ts'
import { projectRoot, type Synthesis, synthesize } from './offline/sst.ts'
import { readSynthesis } from './synthesis.ts'

const stage = await deployedStage(readSynthesis())
const { admin } = stage
const address = await startAddress()
const boards = await startSampleBoards()
const home = mkdtempSync(path.join(tmpdir(), 'countersign-life-'))
const { bucket } = readSynthesis().outputs

/** What the owner of this stage said, besides what every deployment says. */
const env = {
  // Names end in random letters, and each packing has its own: the stage goes on with its first bucket.
  COUNTERSIGN_BUCKET: String(bucket),
  COUNTERSIGN_ORIGIN: address.origin,
  COUNTERSIGN_SAMPLE_BOARDS: boards.origin,
  // Elsewhere than where it was made, as the layer is.
  COUNTERSIGN_TEXLIVE: path.join(home, 'opt/texlive'),
  COUNTERSIGN_PROFILE_SHA256: '',
  // The night of today has begun, whatever the time.
  COUNTERSIGN_NIGHT_HOUR: '0',
}
let browser: Browser
let phone: Page
let pinned: { synthesis: Synthesis; pins: Pins; remove(): void }

beforeAll(async () => {
  await testEngine()
  cpSync(treeFolder, env.COUNTERSIGN_TEXLIVE, { recursive: true })
  browser = await startBrowser()
  env.COUNTERSIGN_PROFILE_SHA256 = await pushedProfile()
}, assemblyTimeoutMs)

afterAll(async () => {
  await browser?.close()
  await address.stop()
  await boards.stop()
  pinned?.remove()
  rmSync(home, { recursive: true })
})

/** The example's profile, wanting one posting of one board, stored by the owner's command; answers its hash. */
async function pushedProfile(): Promise<string> {
  const folder = path.join(home, 'profile')
  cpSync(path.join(projectRoot, 'profile.example'), folder, { recursive: true })
  const file = path.join(folder, 'search.yaml')
  const search = readFileSync(file, 'utf8')
    .replace(/^boards:\n( .*\n)+/m, 'boards:\n  - { board: greenhouse, account: ferrograph }\n')
    .replace('postings: 15', 'postings: 1')
    .replace(/^( *wanted:).*$/m, '$1 [platform engineer]')
  writeFileSync(file, search)
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: stage.bucket.url,
    AWS_ACCESS_KEY_ID: 'owner',
    AWS_SECRET_ACCESS_KEY: 'test',
  })
  const pushed = await cli('', ['profile', 'push', '--json', '--bucket', String(bucket), folder])
  return JSON.parse(pushed.out).sha256
}

async function pressKey(selector: string) {
  await phone.waitForSelector(`${selector}:not(:disabled)`, { timeout: 20_000 })
  await Promise.all([phone.waitForNavigation({ timeout: 30_000 }), phone.click(selector)])
}

const text = async () => String(await phone.evaluate(`document.querySelector('main').innerText`))

it('the owner enrols a key on the deployed pages, and deploys again with it pinned', {
  timeout: 240_000,
}, async () => {
  address.answer(await stage.boot('Approvals', { env }))
  const token = randomBytes(32).toString('base64url')
  await operatorVerbs(admin).add('ana', createHash('sha256').update(token).digest('hex'), 'owner')
  phone = await browser.newPage()
  const devtools = await phone.createCDPSession()
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  await phone.goto(`${address.origin}/enrol/${token}`)
  await phone.type('#label', 'phone')
  await pressKey('form[data-enrol] button[type=submit]')
  expect(await text()).toContain('phone')

  const [row] = await admin.query<{ id: string; public_key: Buffer }>(
    `select id, public_key from countersign.credentials where operator = 'ana'`,
  )
  if (!row) throw new Error('no key was enrolled')
  const key = {
    credential: row.id,
    publicKey: row.public_key.toString('base64url'),
    label: 'phone',
    fingerprint: fingerprintWords(row.public_key),
  }
  const pins = { operators: [{ name: 'ana', keys: [key] }] }
  const copy = await copyProject({ 'operators.json': JSON.stringify(pins) })
  pinned = { synthesis: await synthesize({ root: copy.root }), pins, remove: copy.remove }
})

it('the night takes a posting up, its documents are made, its form is filled, and a person is asked', {
  timeout: 240_000,
}, async () => {
  const scrape = await stage.boot('Scrape', { env }, pinned.synthesis)
  expect(await scrape.invoke<TickReport>(scheduleEvent())).toMatchObject({ outcome: 'worked' })
  expect(scrape.lines().filter(({ event }) => event === 'slice failed')).toEqual([])
  const night = await admin.query(
    `select status, result from countersign.tasks where capability = 'job-search'`,
  )
  expect(night).toMatchObject([{ status: 'completed' }])
  // The profile lies where the pages may not read it, and nowhere else.
  const profile = env.COUNTERSIGN_PROFILE_SHA256
  const copies = [...stage.bucket.objects.keys()].filter((key) => key.endsWith(profile))
  expect(copies).toEqual([`${bucket}/profile/jobs/${profile}`])

  const layer = () => readdirSync(env.COUNTERSIGN_TEXLIVE, { recursive: true }).length
  const files = layer()
  const tick = await stage.boot('TickJobs', { env }, pinned.synthesis)
  expect(await tick.invoke<TickReport>(scheduleEvent())).toMatchObject({ counts: { parked: 1 } })
  expect(tick.lines().filter(({ event }) => event === 'slice failed')).toEqual([])
  // AWS mounts a layer read-only.
  expect(layer()).toBe(files)
  const kept = await admin.query<{ sha256: string }>(
    `select sha256 from countersign.artifacts where capability = 'job-application'`,
  )
  const starts = kept.map(({ sha256 }) =>
    stage.bucket.objects
      .get(`${bucket}/files/jobs/${sha256}`)
      ?.bytes.toString('latin1', 0, 12)
      .replace(/^RIFF.{4}/s, ''),
  )
  // A PDF by the layer's TeX, and a picture of the form by the packaged browser.
  expect(starts.filter((start) => start?.startsWith('%PDF-')).length).toBeGreaterThanOrEqual(2)
  expect(starts).toContain('WEBP')
  expect(boards.submissions).toEqual([])
})

it('approved with a signature in a real browser, it is sent once, and its receipt holds', {
  timeout: 240_000,
}, async () => {
  const [asked] = await admin.query<{ task_id: number; public_id: string; gate: string }>(
    `select task_id, public_id, gate from countersign.approvals where state = 'open'`,
  )
  expect(asked).toMatchObject({ gate: 'submit' })
  const id = asked?.task_id ?? 0
  await phone.goto(`${address.origin}/r/${asked?.public_id}`)
  expect(await text()).toContain('Ferrograph')
  await pressKey('form[data-sign] button[type=submit]')
  expect(await text()).toContain('Approved')

  await age(admin, 'approvals', id, { not_before: '1 hour', decided_at: '1 hour' }, 'task_id')
  await age(admin, 'tasks', id, { run_at: '1 hour' })
  const tick = await stage.boot('TickJobs', { env }, pinned.synthesis)
  expect(await tick.invoke<TickReport>(scheduleEvent())).toMatchObject({ counts: { finished: 1 } })
  await tick.invoke(scheduleEvent())
  expect(await stage.task(id)).toMatchObject({ status: 'completed' })
  expect(boards.submissions).toHaveLength(1)

  const url = stage.urlOf('approver', { address: new URL(stage.db.directUrl('postgres')).host })
  const database = openDatabase(url)
  const record = await loadTaskRecord(database, id)
  await database.close()
  if (!record) throw new Error('the task has no record')
  const findings = await verifyTask(record, {
    stage: { name: stage.stage, origin: address.origin },
    pins: pinned.pins,
    irreversible: (capability, gate) =>
      registry.find(({ definition }) => definition.capability === capability)?.definition.gates[
        gate
      ]?.irreversible,
    now: new Date(),
  })
  expect(findings.map(({ about, holds }) => [about, holds])).toEqual(
    findings.map(({ about }) => [about, true]),
  )
  expect(findings.length).toBeGreaterThanOrEqual(3)
  expect(await stage.violations()).toEqual([])
  expect(stage.bucket.refused).toEqual([])
})
