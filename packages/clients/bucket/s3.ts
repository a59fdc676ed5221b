// The calls of S3 that the store makes. Loaded with the first file, since most invocations of a function touch none.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'

const limits = { connectionTimeout: 5_000, requestTimeout: 30_000 }

/** A bucket, with the function's own role and region; elsewhere with the owner's login, from a region to begin with. */
export function openBucket(Bucket: string, region?: string) {
  const anywhere = region === undefined ? {} : { region, followRegionRedirects: true }
  const client = new S3Client({ maxAttempts: 4, requestHandler: limits, ...anywhere })
  return {
    async put(Key: string, Body: Uint8Array): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }))
    },
    /** Its bytes; undefined where there is none, or it is not to be seen: S3 itself tells no difference. */
    async get(Key: string, largestBytes: number): Promise<Uint8Array | undefined> {
      try {
        const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket, Key }))
        if (ContentLength > largestBytes) throw new Error(`${Key} has ${ContentLength} bytes`)
        return await Body?.transformToByteArray()
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw error
      }
    },
    /** When it was put; undefined where there is none. Takes the right to list, not to read. */
    async putAt(Key: string): Promise<Date | undefined> {
      const listed = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: Key, MaxKeys: 1 }),
      )
      return listed.Contents?.[0]?.LastModified
    },
    async delete(Key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound', 'AccessDenied'].includes(error.name)
}
