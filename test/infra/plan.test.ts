// The plan of a stage, as plain data: made of the registry and the owner's settings, and refused where its times can't work.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigError, type DeploymentConfig } from '#config'
import { stagePlan } from '#infra'
import { type Definition, workload } from '#queue'
import { registry } from '#workloads'

const config: DeploymentConfig = {
  timeZone: 'Europe/Berlin',
  nightHour: 3,
  alarmMail: 'owner@example.org',
  domain: undefined,
  certificateArn: undefined,
  messages: { COUNTERSIGN_MAIL_TO: 'owner@example.org' },
  profile: { COUNTERSIGN_PROFILE_SHA256: 'ab'.repeat(32) },
  bedrock: undefined,
  texFolder: 'texlive',
}
const versions = { '@sparticuz/chromium': '1.0.0', 'puppeteer-core': '2.0.0', packed: '3.0.0' }
const any = { payload: z.unknown(), state: z.unknown(), steps: ['go'] as const, caps: {} }

/** The plan of these definitions, the owner having said something else. */
function planOf(definitions: readonly Definition[], said: Partial<DeploymentConfig> = {}) {
  const plan = stagePlan('production', definitions, { ...config, ...said }, versions)
  const named = (name: string) => plan.functions.find((one) => one.name === name)
  return { ...plan, named }
}

const parcels = workload({
  ...any,
  steps: ['go'],
  capability: 'parcel-post',
  workload: 'parcels',
  title: 'Parcels',
  needs: { memoryMb: 900, secrets: ['POST_API_KEY'], packages: ['packed'] },
})
const letters = workload({
  ...any,
  steps: ['go'],
  capability: 'letter-post',
  workload: 'parcels',
  title: 'Letters',
  needs: { memoryMb: 700, profile: true, model: true },
  daily: { payload: () => ({}), nightly: 'sorting' },
})

it('every function of the registry has its file, which exports a handler', async () => {
  const definitions = registry.map(({ definition }) => definition)
  const known = { ...versions, sharp: '1.0.0', '@hyzyla/pdfium': '1.0.0' }
  const { functions } = stagePlan('production', definitions, config, known)
  expect(functions.length).toBeGreaterThan(4)
  for (const { handler } of functions) {
    const file = new URL(`../../${handler.replace(/\.handler$/, '.ts')}`, import.meta.url)
    expect([handler, existsSync(fileURLToPath(file))]).toEqual([handler, true])
    const loaded: unknown = await import(file.href)
    expect(loaded).toMatchObject({ handler: expect.any(Function) })
  }
})

it('a workload that is new to the registry gets its tick, its login, its secrets and its night', () => {
  const plan = planOf([parcels, letters])
  expect(plan.named('TickParcels')).toMatchObject({
    handler: 'functions/tick/parcels.handler',
    memoryMb: 900,
    timeoutSeconds: 240,
    schedule: { expression: 'cron(2/5 * * * ? *)', timeZone: 'UTC' },
    secrets: expect.arrayContaining(['DatabaseUrlParcels', 'SmtpUrl', 'PostApiKey']),
    packages: { packed: '3.0.0' },
    environment: { COUNTERSIGN_PREFIXES: 'files/parcels/,profile/parcels/' },
  })
  expect(plan.named('Sorting')).toMatchObject({
    handler: 'functions/sorting.handler',
    memoryMb: 700,
    schedule: { expression: 'cron(2 3 * * ? *)', timeZone: 'Europe/Berlin' },
    packages: {},
    absent: ['packed'],
  })
  expect(plan.named('Sorting')?.secrets).toContain('DatabaseUrlSorting')
  expect(plan.named('Sorting')?.secrets).not.toContain('PostApiKey')
  const required = plan.secrets.filter((one) => one.required).map(({ variable }) => variable)
  expect(required).toEqual([
    'DATABASE_URL_PARCELS',
    'DATABASE_URL_SORTING',
    'DATABASE_URL_APPROVER',
    'DATABASE_URL_REAPER',
    'DATABASE_URL_OWNER',
  ])
})

it('operations.md has every alarm', () => {
  const file = new URL('../../docs/operations.md', import.meta.url)
  const told = [...readFileSync(file, 'utf8').matchAll(/^\| `([A-Z]\w+|<Function>Errors)` /gm)]
  const alarms = planOf([parcels]).alarms.map(({ name }) =>
    name.endsWith('Errors') ? '<Function>Errors' : name,
  )
  expect(told.map(([, name]) => name).toSorted()).toEqual([...new Set(alarms)].toSorted())
})

it('the migration comes first, and has the owner’s login alone', () => {
  const [first] = planOf([parcels]).functions
  expect(first).toMatchObject({ name: 'Migrate', secrets: ['DatabaseUrlOwner'], grants: [] })
})

it('there is no night before there is a profile, or where the owner wants none', () => {
  for (const said of [{ profile: {} }, { nightHour: null }]) {
    const plan = planOf([letters], said)
    expect(plan.named('Sorting')).toBeUndefined()
    expect(plan.named('TickParcels')?.environment).toMatchObject({ COUNTERSIGN_NIGHT_HOUR: 'off' })
  }
})

it('who deletes the files of all can’t read them, and reads no other’s', () => {
  const tidy = { ...parcels, capability: 'tidy', workload: 'tidy', needs: { deletesFiles: true } }
  expect(planOf([parcels, tidy]).named('TickTidy')).toMatchObject({
    environment: { COUNTERSIGN_PREFIXES: 'files/parcels/,files/tidy/' },
    grants: [
      { actions: ['s3:ListBucket'], listing: ['files/*'] },
      { actions: ['s3:DeleteObject'], keys: ['files/*'] },
    ],
  })
})

it.each([
  [
    'one region’s',
    'anthropic.a-model',
    ['arn:aws:bedrock:eu-west-1::foundation-model/anthropic.a-model'],
  ],
  [
    'a group’s',
    'eu.anthropic.a-model',
    [
      'arn:aws:bedrock:*::foundation-model/anthropic.a-model',
      'arn:aws:bedrock:eu-west-1:{account}:inference-profile/eu.anthropic.a-model',
    ],
  ],
])('only the model that was named may be called: %s', (_, model, arns) => {
  const plan = planOf([letters], { bedrock: { region: 'eu-west-1', model } })
  const actions = ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream']
  expect(plan.named('TickParcels')?.grants).toContainEqual({ actions, arns })
  expect(planOf([letters]).named('TickParcels')?.grants).not.toContainEqual(
    expect.objectContaining({ actions }),
  )
})

it.each([
  ['a slice that fits into no tick', { sliceSeconds: 170 }, /a slice of parcel-post never fits/],
  ['a lease that one slow heartbeat outlives', { caps: { leaseSeconds: 40 } }, /lapses under one/],
  ['a lease longer than the interval', { caps: { leaseSeconds: 301 } }, /not taken back/],
  [
    'an act longer than a tick',
    { gates: { go: { irreversible: true, sentence: 'Go', actWithinSeconds: 200 } } },
    /go of parcel-post may take longer/,
  ],
])('refuses %s', (_, change, says) => {
  const plan = () => planOf([{ ...parcels, ...change }])
  expect(plan).toThrow(ConfigError)
  expect(plan).toThrow(says)
})

it('refuses a package whose version nothing pins', () => {
  const unknown = { ...parcels, needs: { packages: ['nowhere'] } }
  expect(() => planOf([unknown])).toThrow('package.json does not depend on nowhere')
})
