// Which profile is in force, and when a night begins: what the settings say, and what is said when they are wrong.
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { FileUnavailable, folderStore } from '#clients'
import { nightTime, profileSource } from '#config'
import {
  currentProfile,
  ProfileBroken,
  storedProfile,
} from '../../../packages/workloads/jobs/profile/index.ts'

const example = fileURLToPath(new URL('../../../profile.example', import.meta.url))
const home = await mkdtemp(path.join(tmpdir(), 'countersign-profile-'))
const folder = path.join(home, 'mine')
await cp(example, folder, { recursive: true })
const files = folderStore(path.join(home, 'files'))
afterAll(() => rm(home, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

it('is the folder that the settings name, and another state of it after any change', async () => {
  vi.stubEnv('COUNTERSIGN_PROFILE', folder)
  const before = await currentProfile(files)
  expect(before.profile.resume.basics.name).toBe('Jördis Kowalczyk')
  expect((await currentProfile(files)).sha256).toBe(before.sha256)
  await appendFile(path.join(folder, 'search.yaml'), '\n# another thought\n')
  const after = await currentProfile(files)
  expect(after.sha256).not.toBe(before.sha256)
  expect(after.profile).toEqual(before.profile)
})

it('is what was stored under a hash, whatever became of the folder', async () => {
  vi.stubEnv('COUNTERSIGN_PROFILE', folder)
  await writeFile(path.join(folder, 'cv.tex'), '\\documentclass{article}')
  const { bundle, profile, sha256 } = await currentProfile(files)
  expect(await files.put(bundle)).toBe(sha256)
  await rm(path.join(folder, 'cv.tex'))
  vi.stubEnv('COUNTERSIGN_PROFILE_SHA256', sha256)
  const stored = await currentProfile(files)
  expect(stored).toEqual({ bundle, profile, sha256, stored: true })
  expect(stored.profile.templates.cv).toBe('\\documentclass{article}')
  expect(await storedProfile(files, sha256)).toEqual(stored)
  await expect(storedProfile(files, '0'.repeat(64))).rejects.toThrow(FileUnavailable)
})

it('is refused when it is broken, with the first line to mend', async () => {
  const broken = path.join(home, 'broken')
  await cp(example, broken, { recursive: true })
  await writeFile(path.join(broken, 'search.yaml'), 'boards: []\nnight: { postings: 0 }\n')
  vi.stubEnv('COUNTERSIGN_PROFILE', broken)
  const refused = await currentProfile(files).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ProfileBroken)
  expect(String(refused)).toMatch(
    /^ProfileBroken: broken\/search\.yaml:1 boards names no board; .* \(and 1 more\): countersign profile check$/,
  )
})

it('is the example while there is no other', () => {
  vi.stubEnv('COUNTERSIGN_PROFILE', '')
  expect(profileSource()).toEqual({ folder: expect.stringMatching(/profile(\.example)?$/) })
})

it.each([
  ['COUNTERSIGN_PROFILE', 'no such folder', /^COUNTERSIGN_PROFILE names no folder that is there/],
  ['COUNTERSIGN_PROFILE_SHA256', 'abc', /^COUNTERSIGN_PROFILE_SHA256 is not the hash of a stored/],
])('refuses %s=%s', (name, value, message) => {
  vi.stubEnv(name, value)
  expect(profileSource).toThrow(message)
})

it('begins a night at 3 in this machine’s zone, or when the settings say', () => {
  expect(nightTime()).toEqual({
    hour: 3,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  vi.stubEnv('COUNTERSIGN_TIME_ZONE', 'Europe/Berlin')
  for (const [given, hour] of [
    ['0', 0],
    ['23', 23],
    ['off', null],
  ] as const) {
    vi.stubEnv('COUNTERSIGN_NIGHT_HOUR', given)
    expect(nightTime()).toEqual({ hour, timeZone: 'Europe/Berlin' })
  }
  for (const given of ['24', '-1', '3:30', 'never']) {
    vi.stubEnv('COUNTERSIGN_NIGHT_HOUR', given)
    expect(nightTime).toThrow(/^COUNTERSIGN_NIGHT_HOUR is no hour: set it to 0 to 23, or to off$/)
  }
  vi.stubEnv('COUNTERSIGN_NIGHT_HOUR', '3')
  vi.stubEnv('COUNTERSIGN_TIME_ZONE', 'Mars/Olympus')
  expect(nightTime).toThrow(/^COUNTERSIGN_TIME_ZONE is no time zone/)
})
