// A store of files in a bucket (S3), each function under the prefixes that it was given.
import type { S3Client } from '@aws-sdk/client-s3'
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
}

/**
 * A store in a bucket, with the function's own role. What the role may not see is answered as what is not
 * there: S3 itself says no more to a role that may not list.
 */
export function bucketStore({ bucket, prefixes }: BucketOptions): FileStore {
  const open = opened()
  return {
    async put(bytes) {
      const sha256 = nameFor(bytes)
      const { client, PutObjectCommand } = await open()
      const Key = `${prefixes[0]}${sha256}`
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: bytes }))
      return sha256
    },
    async get(sha256) {
      const name = checkedName(sha256)
      const { client, GetObjectCommand } = await open()
      let cause: unknown
      for (const prefix of prefixes) {
        try {
          const found = await client.send(
            new GetObjectCommand({ Bucket: bucket, Key: `${prefix}${name}` }),
          )
          if ((found.ContentLength ?? 0) > largestBytes) {
            throw new FileUnavailable(`file ${name} is larger than a file may be`)
          }
          return checkedBytes((await found.Body?.transformToByteArray()) ?? new Uint8Array(), name)
        } catch (error) {
          if (!isAbsent(error)) throw error
          cause = error
        }
      }
      throw new FileUnavailable(`there is no file ${name}`, { cause })
    },
    async delete(sha256) {
      const name = checkedName(sha256)
      const { client, ListObjectsV2Command, DeleteObjectCommand } = await open()
      const old: string[] = []
      for (const prefix of prefixes) {
        // Listing tells its age without the right to read it.
        const Prefix = `${prefix}${name}`
        const { Contents = [] } = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix, MaxKeys: 1 }),
        )
        const [found] = Contents
        if (!found) continue
        if (Date.now() - (found.LastModified?.getTime() ?? Date.now()) < graceMs) return false
        old.push(Prefix)
      }
      for (const Key of old) {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
      }
      return true
    },
  }
}

/** Loads the SDK with the first file: most invocations of a function touch none. */
function opened() {
  let client: S3Client | undefined
  return async () => {
    const { S3Client: Client, ...commands } = await import('./bucket/s3.ts')
    client ??= new Client({ maxAttempts: 4, requestHandler: limits })
    return { client, ...commands }
  }
}

const limits = { connectionTimeout: 5_000, requestTimeout: 30_000 }

function isAbsent(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound', 'AccessDenied'].includes(error.name)
}
