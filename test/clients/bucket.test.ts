// The store in a bucket: what was put comes back by its hash, each function under its own prefix and by its own role.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { bucketStore, FileUnavailable } from '#clients'
import { type RoleStatement, startBucket } from '../deploy/lambda/bucket.ts'

const everything: RoleStatement[] = [
  {
    Effect: 'Allow',
    Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:ListBucket'],
    Resource: ['*'],
  },
]
let role = everything
const bucket = await startBucket(() => role)
Object.assign(process.env, {
  AWS_ENDPOINT_URL_S3: bucket.url,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'jobs',
  AWS_SECRET_ACCESS_KEY: 'test',
})
afterAll(bucket.stop)
beforeEach(() => {
  role = everything
  bucket.objects.clear()
})

const store = bucketStore({ bucket: 'stage', prefixes: ['files/jobs/', 'profile/jobs/'] })
const bytes = randomBytes(1_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const old = () => new Date(Date.now() - 2 * 60 * 60_000)

it('puts bytes under its first prefix, by their hash, and gets them back', async () => {
  expect(await store.put(bytes)).toBe(sha256)
  expect([...bucket.objects.keys()]).toEqual([`stage/files/jobs/${sha256}`])
  expect(Buffer.from(await store.get(sha256)).equals(bytes)).toBe(true)
})

it('looks under each of its prefixes, and nowhere else', async () => {
  bucket.objects.set(`stage/profile/jobs/${sha256}`, { bytes, at: new Date() })
  expect(Buffer.from(await store.get(sha256)).equals(bytes)).toBe(true)
  bucket.objects.clear()
  bucket.objects.set(`stage/files/others/${sha256}`, { bytes, at: new Date() })
  await expect(store.get(sha256)).rejects.toThrow(FileUnavailable)
})

it('answers nothing that is not its name, whatever lies there', async () => {
  bucket.objects.set(`stage/files/jobs/${sha256}`, { bytes: Buffer.from('other'), at: new Date() })
  await expect(store.get(sha256)).rejects.toThrow('is damaged')
  await expect(store.get('../profile')).rejects.toThrow('64 hexadecimal digits')
})

it('says of what its role may not see that it is not there', async () => {
  bucket.objects.set(`stage/files/jobs/${sha256}`, { bytes, at: new Date() })
  role = []
  await expect(store.get(sha256)).rejects.toThrow(FileUnavailable)
})

it('deletes what is old under every prefix, needs no right to read, and keeps what is young', async () => {
  role = [{ Effect: 'Allow', Action: ['s3:ListBucket', 's3:DeleteObject'], Resource: ['*'] }]
  bucket.objects.set(`stage/files/jobs/${sha256}`, { bytes, at: old() })
  bucket.objects.set(`stage/profile/jobs/${sha256}`, { bytes, at: new Date() })
  expect(await store.delete(sha256)).toBe(false)
  expect(bucket.objects.size).toBe(2)
  bucket.objects.set(`stage/profile/jobs/${sha256}`, { bytes, at: old() })
  expect(await store.delete(sha256)).toBe(true)
  expect(bucket.objects.size).toBe(0)
  expect(await store.delete(sha256)).toBe(true)
})

it('refuses what is larger than a file may be', async () => {
  await expect(store.put(new Uint8Array(64 * 1024 * 1024 + 1))).rejects.toThrow(FileUnavailable)
})
