// A store of files in a bucket (S3), each function under the prefixes that it was given.
import {
  checkedBytes,
  checkedName,
  type FileStore,
  FileUnavailable,
  graceMs,
  largestBytes,
  nameFor,
} from './storage.ts'

export interface BucketOptions {
  bucket: string
  /** Where files are looked for, `files/jobs/`, in this order; they are put under the first. */
  prefixes: readonly [string, ...string[]]
  /** Where to look for the bucket first; only a function knows its own. */
  region?: string
}

/** A store in a bucket. What the function's role may not see is answered as what is not there. */
export function bucketStore({ bucket, prefixes, region }: BucketOptions): FileStore {
  let opened: ReturnType<typeof open> | undefined
  const objects = () => {
    opened ??= open(bucket, region)
    return opened
  }
  return {
    async put(bytes) {
      const sha256 = nameFor(bytes)
      await (await objects()).put(`${prefixes[0]}${sha256}`, bytes)
      return sha256
    },
    async get(sha256) {
      const name = checkedName(sha256)
      const { get } = await objects()
      for (const prefix of prefixes) {
        const bytes = await get(`${prefix}${name}`, largestBytes)
        if (bytes) return checkedBytes(bytes, name)
      }
      throw new FileUnavailable(`there is no file ${name}`)
    },
    async delete(sha256) {
      const keys = prefixes.map((prefix) => `${prefix}${checkedName(sha256)}`)
      const { putAt, delete: remove } = await objects()
      const dates = await Promise.all(keys.map((key) => putAt(key)))
      if (dates.some((at) => at && Date.now() - at.getTime() < graceMs)) return false
      for (const [at, key] of keys.entries()) if (dates[at]) await remove(key)
      return true
    },
  }
}

async function open(bucket: string, region: string | undefined) {
  const { openBucket } = await import('./bucket/s3.ts')
  return openBucket(bucket, region)
}
