// Where the bytes of files lie, each under the SHA-256 of what it holds.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

export const largestBytes = 64 * 1024 * 1024
/** A file that was put so lately stays. */
export const graceMs = 60 * 60_000

/** A file that isn't there, or isn't what its name says. */
export class FileUnavailable extends Error {
  override readonly name = 'FileUnavailable'
}

/**
 * A store of files by content: the name of a file is the SHA-256 of its bytes, 64 hexadecimal digits, so
 * what was approved by its hash is what comes back. A folder here, a bucket where it is deployed.
 */
export interface FileStore {
  /** Stores the bytes (at most 64 MiB) and answers their hash. Storing them again succeeds. */
  put(bytes: Uint8Array): Promise<string>
  /** The bytes of a hash, hashed again before they are answered. Throws FileUnavailable. */
  get(sha256: string): Promise<Uint8Array>
  /**
   * Deletes a file, and succeeds where there is none. False, and nothing is deleted, where it was put within
   * the last hour: somebody is about to use it again.
   */
  delete(sha256: string): Promise<boolean>
}

/** The SHA-256 of bytes, in hexadecimal. Refuses more of them than a store takes. */
export function nameFor(bytes: Uint8Array): string {
  if (bytes.byteLength > largestBytes) {
    throw new FileUnavailable(`a file is at most ${largestBytes} bytes`)
  }
  return createHash('sha256').update(bytes).digest('hex')
}

/** The name, if it is one: whoever asks for anything else asks for no file. */
export function checkedName(sha256: string): string {
  if (/^[0-9a-f]{64}$/.test(sha256)) return sha256
  throw new FileUnavailable('a file is named by the 64 hexadecimal digits of its SHA-256')
}

/** The bytes, if they are what their name says. */
export function checkedBytes(bytes: Uint8Array, sha256: string): Uint8Array {
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes
  throw new FileUnavailable(`file ${sha256} is damaged`)
}

/** A store in a folder of this machine, made when it is first used, readable by its user only. */
export function folderStore(dir: string): FileStore {
  const fileOf = (sha256: string) => path.join(dir, sha256.slice(0, 2), checkedName(sha256))
  return {
    async put(bytes) {
      const sha256 = nameFor(bytes)
      const file = fileOf(sha256)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      // Whole or not at all, and always anew: that heals a damaged file and renews its age.
      const half = `${file}.${randomUUID()}`
      try {
        await writeFile(half, bytes, { mode: 0o600, flush: true })
        await rename(half, file)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
      return sha256
    },
    async get(sha256) {
      const bytes = await readFile(fileOf(sha256)).catch((cause: unknown) => {
        throw new FileUnavailable(`there is no file ${sha256}`, { cause })
      })
      return checkedBytes(bytes, sha256)
    },
    async delete(sha256) {
      const file = fileOf(sha256)
      const found = await stat(file).catch(() => undefined)
      if (found && Date.now() - found.mtimeMs < graceMs) return false
      await rm(file, { force: true })
      return true
    },
  }
}
