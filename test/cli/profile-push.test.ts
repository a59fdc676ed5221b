// `countersign profile push`: what it stores, who may read it there, and what it refuses.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { bucketStore, FileUnavailable } from '#clients'
import { type FunctionPlan, stagePlan } from '#infra'
import { registry } from '#workloads'
import { type RoleStatement, startBucket } from '../deploy/lambda/bucket.ts'
import { cli } from '../support/cli.ts'

const example = fileURLToPath(new URL('../../profile.example', import.meta.url))
const home = await mkdtemp(path.join(tmpdir(), 'countersign-profile-'))
await cp(example, path.join(home, 'mine'), { recursive: true })
const mine = path.join(home, 'mine')
const name = 'countersign-production-filesbucket-x'

const { functions } = stagePlan(
  'production',
  registry.map(({ definition }) => definition),
  {
    timeZone: 'Europe/Berlin',
    nightHour: 3,
    alarmMail: 'owner@example.org',
    domain: undefined,
    certificateArn: undefined,
    messages: {},
    profile: { COUNTERSIGN_PROFILE_SHA256: 'ab'.repeat(32) },
    bedrock: undefined,
    texFolder: 'texlive',
  },
  { '@sparticuz/chromium': '1', 'puppeteer-core': '1', sharp: '1', '@hyzyla/pdfium': '1' },
)

/** What a role may do to the bucket: the owner everything, a function what its plan grants. */
function roleOf(who: string): RoleStatement[] {
  const whole = `arn:aws:s3:::${name}`
  const may = (Action: string[], Resource: string[]) => ({ Effect: 'Allow', Action, Resource })
  if (who === 'owner') return [may(['s3:PutObject'], [`${whole}/*`])]
  const { grants = [] } = functions.find((one) => one.name === who) ?? {}
  return grants.flatMap((grant) =>
    'keys' in grant
      ? may(
          grant.actions,
          grant.keys.map((key) => `${whole}/${key}`),
        )
      : [],
  )
}

const bucket = await startBucket(roleOf)
Object.assign(process.env, {
  AWS_ENDPOINT_URL_S3: bucket.url,
  AWS_ACCESS_KEY_ID: 'owner',
  AWS_SECRET_ACCESS_KEY: 'test',
})
afterEach(() => {
  vi.unstubAllEnvs()
  bucket.objects.clear()
})
afterAll(async () => {
  await bucket.stop()
  await rm(home, { recursive: true })
})

const push = (...args: string[]) => cli('', ['profile', 'push', '--bucket', name, ...args])

it('stores what the deployed search and its tick read back, and no other function', async () => {
  const pushed = await push(mine)
  expect(pushed).toMatchObject({ code: 0, err: '' })
  const sha256 = /COUNTERSIGN_PROFILE_SHA256=([0-9a-f]{64})/.exec(pushed.out)?.[1] ?? ''
  expect([...bucket.objects.keys()]).toEqual([`${name}/profile/jobs/${sha256}`])
  const readers: string[] = []
  for (const one of functions) if (await reads(one, sha256)) readers.push(one.name)
  expect(readers).toEqual(['TickJobs', 'Scrape'])
})

/** Whether a function finds the file, by its own role and under its own prefixes. */
async function reads(one: FunctionPlan, sha256: string): Promise<boolean> {
  vi.stubEnv('AWS_ACCESS_KEY_ID', one.name)
  const { COUNTERSIGN_PREFIXES = '' } = one.environment
  const [first = 'profile/jobs/', ...more] = [...COUNTERSIGN_PREFIXES.split(','), 'profile/jobs/']
  const store = bucketStore({ bucket: name, prefixes: [first, ...more], region: 'eu-central-1' })
  try {
    const bytes = await store.get(sha256)
    return Object.keys(JSON.parse(Buffer.from(bytes).toString('utf8'))).includes('resume.json')
  } catch (error) {
    if (error instanceof FileUnavailable) return false
    throw error
  }
}

it('stores the same under one name, however often, and a changed one under another', async () => {
  const first = JSON.parse((await push('--json', mine)).out)
  expect(JSON.parse((await push('--json', mine)).out)).toEqual(first)
  expect(bucket.objects.size).toBe(1)
  await writeFile(path.join(mine, 'letter.tex'), '% mine\n')
  expect(JSON.parse((await push('--json', mine)).out).sha256).not.toBe(first.sha256)
})

it('stores no profile that does not pass its checks, and prints nothing of what it holds', async () => {
  const broken = path.join(home, 'broken')
  await cp(example, broken, { recursive: true })
  await writeFile(path.join(broken, 'search.yaml'), 'night: { postings: many }\n')
  const refused = await push(broken)
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/broken\/search\.yaml:.*countersign profile check/)
  expect(bucket.objects.size).toBe(0)
})

it('stores the invented profile only for whoever names it', async () => {
  vi.stubEnv('COUNTERSIGN_PROFILE', example)
  const refused = await push()
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('there is no profile of yours')
  expect(bucket.objects.size).toBe(0)
})

it('says what the matter is where it may not write, and names the remedy', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'stranger')
  const refused = await push(mine)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('take the one that deploys the stage')
  expect((await cli('', ['profile', 'push', mine])).code).toBe(2)
})
