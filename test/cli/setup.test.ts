// `countersign setup`: what it makes, what it keeps, what it finds wrong, and that it says no secret.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#database'
import { cli } from '../support/cli.ts'
import { unknownCommands } from '../support/commands.ts'
import { stageSetup } from '../support/stage-setup.ts'

const s = await stageSetup()
for (const [name, value] of Object.entries(s.environment)) process.env[name] = value
afterAll(() => {
  for (const name of Object.keys(s.environment)) delete process.env[name]
})

const setup = (...flags: string[]) => cli(s.owner, ['setup', '--stage', s.stage, ...flags])
const said: string[] = []

test('a dry run says what would be done, and changes nothing', async () => {
  const { code, out, err } = await setup('--dry-run')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(
    `would make countersign_${s.stage}_housekeeping, set DatabaseUrlHousekeeping`,
  )
  expect(out).toContain('Nothing was changed.')
  expect(s.secrets()).toEqual({})
  expect(s.calls()).toEqual([`secret list --stage ${s.stage}`])
  const database = openDatabase(s.owner)
  const roles = 'select from pg_roles where rolname like $1'
  expect(await database.query(roles, [`countersign\\_${s.stage}%`])).toEqual([])
  expect(await database.query("select from pg_namespace where nspname = 'countersign'")).toEqual([])
  await database.close()
})

test('before it was run, a check names all that is missing', async () => {
  const { code, out } = await setup('--check')
  expect(code).toBe(1)
  expect(out).toMatch(
    /BAD {2}\d+ SQL files of this version are not applied: run "npx countersign setup/,
  )
  expect(out).toContain('BAD  secret DatabaseUrlReaper is not set')
})

test('makes logins that log in, each with its own rights, and prints no password', async () => {
  const { code, out, err } = await setup()
  said.push(out, err)
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('Next:')
  const steps = out.match(/npx countersign .*?(?= {3,}|$)/gm) ?? []
  expect(steps).toHaveLength(3)
  expect(await unknownCommands(steps.map((step) => `\`${step}\``).join('\n'))).toEqual([])
  const secrets = s.secrets()
  expect(Object.keys(secrets)).toEqual(
    expect.arrayContaining([
      'DatabaseUrlApprover',
      'DatabaseUrlHousekeeping',
      'DatabaseUrlOwner',
      'DatabaseUrlReader',
      'DatabaseUrlReaper',
    ]),
  )
  const worker = openDatabase(secrets.DatabaseUrlHousekeeping ?? '')
  expect(
    await worker.query("select * from countersign.claim('housekeeping', 'w', 1, false, 1)"),
  ).toEqual([])
  await expect(worker.query('select * from countersign.reap(1)')).rejects.toThrow(/permission/)
  const limits = `select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`
  expect(await worker.query(limits)).toEqual([{ statement: '30s', lock: '10s', idle: '30s' }])
  await worker.close()
})

test('the gates of a deployed stage take a passkey', async () => {
  const database = openDatabase(s.owner)
  const gates = 'select level from countersign.gates where irreversible'
  expect(await database.query(gates)).toEqual(expect.arrayContaining([{ level: 'passkey' }]))
  await database.close()
})

test('run again it keeps what works, and the check is green', async () => {
  const before = s.secrets()
  const { code, out, err } = await setup()
  said.push(out, err)
  expect([code, err]).toEqual([0, ''])
  expect(s.secrets()).toEqual(before)
  expect(out).toContain(`countersign_${s.stage}_reaper logs in with secret DatabaseUrlReaper`)
  const checked = await setup('--check', '--json')
  expect(checked.code).toBe(0)
  expect(JSON.parse(checked.out)).toMatchObject({ stage: s.stage, ready: true })
})

test('a login whose password was changed elsewhere is found, and gets a new one', async () => {
  const database = openDatabase(s.owner)
  await database.query(`alter role countersign_${s.stage}_reaper password 'other'`)
  const found = await setup('--check')
  expect(found.code).toBe(1)
  expect(found.out).toContain('BAD  secret DatabaseUrlReaper does not log in')
  const { DatabaseUrlReaper: old, ...others } = s.secrets()
  expect((await setup()).code).toBe(0)
  expect(s.secrets()).toMatchObject(others)
  expect(s.secrets().DatabaseUrlReaper).not.toBe(old)
  expect((await setup('--check')).code).toBe(0)

  await database.query(`alter role countersign_${s.stage}_reaper createdb`)
  const more = await setup('--check')
  expect(more.out).toContain(`BAD  countersign_${s.stage}_reaper has rights beyond its group`)
  await database.query(`alter role countersign_${s.stage}_reaper nocreatedb`)
  await database.query(`alter role countersign_${s.stage}_reaper set statement_timeout = 0`)
  expect((await setup('--check')).out).toContain('lacks its group or its timeouts')
  await database.close()
})

test('--rotate gives every login a new password', async () => {
  const before = s.secrets()
  expect((await setup('--rotate')).code).toBe(0)
  const after = s.secrets()
  for (const name of Object.keys(before)) {
    if (name === 'DatabaseUrlOwner') expect(after[name]).toBe(before[name])
    else expect(after[name]).not.toBe(before[name])
  }
  expect((await setup('--check')).code).toBe(0)
})

test('credentials of channels that are set here become secrets too', async () => {
  process.env.COUNTERSIGN_WEBHOOK_SECRET = 'whsec_c2VjcmV0'
  try {
    expect((await setup('--check')).out).toContain('secret WebhookSecret is not what is set here')
    const { out } = await setup()
    said.push(out)
    expect(s.secrets().WebhookSecret).toBe('whsec_c2VjcmV0')
  } finally {
    delete process.env.COUNTERSIGN_WEBHOOK_SECRET
  }
})

test('where SST can not be used, it says so and names the remedy', async () => {
  const before = process.env.COUNTERSIGN_SST
  process.env.COUNTERSIGN_SST = '/usr/bin/false'
  const { code, err } = await setup()
  process.env.COUNTERSIGN_SST = before
  expect(code).toBe(1)
  expect(err).toContain(`"sst secret list --stage ${s.stage}" ended with 1`)
  expect(err).toContain('AWS credentials')
})

test('a listing that fails half way shows no value of what it listed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-sst-'))
  const half = path.join(folder, 'sst')
  await writeFile(half, '#!/bin/sh\necho SmtpUrl=smtp://ana:hidden@mail.example\nexit 1\n', {
    mode: 0o755,
  })
  const before = process.env.COUNTERSIGN_SST
  process.env.COUNTERSIGN_SST = half
  const failed = await setup()
  process.env.COUNTERSIGN_SST = before
  await rm(folder, { recursive: true })
  expect(failed).toMatchObject({ code: 1 })
  expect(failed.err).toContain('it said nothing')
  expect(`${failed.out}${failed.err}`).not.toContain('hidden')
})

test('a stage that is missing, wrong or local is told', async () => {
  expect((await cli(s.owner, ['setup'])).code).toBe(2)
  expect((await cli(s.owner, ['setup', '--stage', 'Production!'])).code).toBe(2)
  expect((await cli(s.owner, ['setup', '--stage', 'local'])).code).toBe(2)
})

test('no secret was printed, nor given as an argument', () => {
  const values = Object.values(s.secrets()).map((value) =>
    URL.canParse(value) ? new URL(value).password || value : value,
  )
  expect(values.length).toBeGreaterThan(5)
  for (const value of values) {
    expect(said.join('\n')).not.toContain(value)
    expect(s.calls().join('\n')).not.toContain(value)
  }
})
