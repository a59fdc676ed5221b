// The store of files: what comes back is what its name says, or nothing.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FileUnavailable, folderStore } from '#clients'

const home = await mkdtemp(path.join(tmpdir(), 'countersign-files-'))
const folder = path.join(home, 'files')
const store = folderStore(folder)
const bytes = Buffer.from('%PDF-1.7 a letter')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const file = path.join(folder, sha256.slice(0, 2), sha256)

afterAll(() => rm(home, { recursive: true }))

const hoursOld = (hours: number) => {
  const at = new Date(Date.now() - hours * 3_600_000)
  return utimes(file, at, at)
}

it('names a file by its content, readable by its user alone', async () => {
  expect(await store.put(bytes)).toBe(sha256)
  expect(Buffer.from(await store.get(sha256))).toEqual(bytes)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

it('takes the same bytes again, and leaves no half file behind', async () => {
  await Promise.all([store.put(bytes), store.put(bytes), store.put(bytes)])
  expect(await readdir(path.dirname(file))).toEqual([sha256])
})

it('never answers bytes that are not what the hash says, and is healed by putting them again', async () => {
  await writeFile(file, 'another letter')
  await expect(store.get(sha256)).rejects.toThrow(`file ${sha256} is damaged`)
  await store.put(bytes)
  expect(await readFile(file)).toEqual(bytes)
})

it('deletes what nobody put lately, and succeeds where there is nothing', async () => {
  expect(await store.delete(sha256)).toBe(false)
  expect(Buffer.from(await store.get(sha256))).toEqual(bytes)
  await hoursOld(2)
  await store.put(bytes)
  expect(await store.delete(sha256)).toBe(false)
  await hoursOld(2)
  expect(await store.delete(sha256)).toBe(true)
  await expect(store.get(sha256)).rejects.toThrow(FileUnavailable)
  expect(await store.delete(sha256)).toBe(true)
})

it('takes no other name than a hash, and no file beyond its limit', async () => {
  for (const name of ['../../etc/passwd', '', sha256.toUpperCase(), `${sha256}/..`]) {
    await expect(store.get(name)).rejects.toThrow('64 hexadecimal digits')
    await expect(store.delete(name)).rejects.toThrow('64 hexadecimal digits')
  }
  await expect(store.put(new Uint8Array(64 * 1024 * 1024 + 1))).rejects.toThrow(
    'a file is at most 67108864 bytes',
  )
})
