// What a deployed function reads of its secrets and settings, and what an owner has to say to deploy.
import { afterEach, expect, it, vi } from 'vitest'
import {
  bucketConfig,
  ConfigError,
  deployedDatabaseUrl,
  deployedStage,
  deploymentConfig,
  linkedName,
  secret,
} from '#config'

// Linked by SST: read once, when the first of them is asked for.
vi.stubEnv('SST_RESOURCE_AnthropicApiKey', JSON.stringify({ value: 'linked' }))
vi.stubEnv('SST_RESOURCE_NtfyUrl', JSON.stringify({ value: '' }))
vi.stubEnv('SST_RESOURCE_DatabaseUrlVmOperation', JSON.stringify({ value: 'postgresql://vm@db/x' }))
secret('ANTHROPIC_API_KEY')

afterEach(() => {
  vi.unstubAllEnvs()
})

const set = (settings: Record<string, string>) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
}

it('a secret is a variable here, and else the linked resource of the same words', () => {
  expect(linkedName('COUNTERSIGN_SMTP_URL')).toBe('SmtpUrl')
  expect(linkedName('ANTHROPIC_API_KEY')).toBe('AnthropicApiKey')
  expect(secret('ANTHROPIC_API_KEY')).toBe('linked')
  set({ ANTHROPIC_API_KEY: 'here' })
  expect(secret('ANTHROPIC_API_KEY')).toBe('here')
})

it('one that was given neither way, or as nothing, is not set', () => {
  expect(secret('COUNTERSIGN_NTFY_URL')).toBeUndefined()
  expect(secret('COUNTERSIGN_WEBHOOK_URL')).toBeUndefined()
})

it('each login has a database URL of its own; without one the remedy is named', () => {
  expect(deployedDatabaseUrl('vm-operation')).toBe('postgresql://vm@db/x')
  expect(() => deployedDatabaseUrl('jobs')).toThrow(/countersign setup.*DatabaseUrlJobs/)
})

it('a deployed function is never of the local stage, whatever is missing', () => {
  expect(() => deployedStage()).toThrow(ConfigError)
  expect(() => deployedStage('https://pages.example')).toThrow('COUNTERSIGN_STAGE is not set')
  set({ COUNTERSIGN_STAGE: 'production' })
  expect(() => deployedStage()).toThrow('COUNTERSIGN_ORIGIN is not set')
  expect(deployedStage('https://pages.example')).toEqual({
    name: 'production',
    origin: 'https://pages.example',
  })
  // Its own setting is stronger than the address that it was reached under.
  set({ COUNTERSIGN_ORIGIN: 'https://approvals.example.org' })
  expect(deployedStage('https://pages.example').origin).toBe('https://approvals.example.org')
})

it('a function without prefixes has to do with no bucket', () => {
  expect(bucketConfig()).toBeUndefined()
  set({ COUNTERSIGN_BUCKET: 'stage', COUNTERSIGN_PREFIXES: 'files/jobs/,profile/jobs/' })
  expect(bucketConfig()).toEqual({ bucket: 'stage', prefixes: ['files/jobs/', 'profile/jobs/'] })
})

const owner = { COUNTERSIGN_TIME_ZONE: 'Europe/Berlin', COUNTERSIGN_ALARM_MAIL: 'me@example.org' }

it('an owner says where they are and whom alarms reach; the rest has defaults', () => {
  set(owner)
  expect(deploymentConfig()).toMatchObject({
    timeZone: 'Europe/Berlin',
    nightHour: 3,
    alarmMail: 'me@example.org',
    domain: undefined,
    profile: {},
    texFolder: '.countersign/texlive',
  })
})

it.each([
  ['no time zone', { COUNTERSIGN_TIME_ZONE: '' }, 'COUNTERSIGN_TIME_ZONE is not set'],
  ['no such time zone', { COUNTERSIGN_TIME_ZONE: 'Atlantis' }, 'is no time zone'],
  ['no address for alarms', { COUNTERSIGN_ALARM_MAIL: 'me' }, 'is not a mail address'],
  ['an address for a domain', { COUNTERSIGN_DOMAIN: 'https://a.example' }, 'is not a domain'],
  ['a wrong hash', { COUNTERSIGN_PROFILE_SHA256: 'abc' }, 'is not the hash'],
  ['times that are none', { COUNTERSIGN_MESSAGE_TIMES: '8' }, 'COUNTERSIGN_MESSAGE_TIMES'],
])('refuses to deploy with %s', (_, change, says) => {
  set({ ...owner, ...change })
  expect(() => deploymentConfig()).toThrow(says)
})
