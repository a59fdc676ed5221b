// The log of `npm start`: a file of JSON lines that never grows without end.
import * as fs from 'node:fs'
import { jsonLog, type Log } from '#queue'

const largestBytes = 10 * 1024 * 1024

/**
 * A log that appends to a file only its user can read. At 10 MiB the file is set aside as `….1`, in place of
 * the one before. A full disk loses lines, and nothing else.
 */
export function fileLog(file: string): Log {
  return jsonLog((line) => {
    try {
      const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size > largestBytes) fs.renameSync(file, `${file}.1`)
      fs.appendFileSync(file, `${line}\n`, { mode: 0o600 })
    } catch {
      // Nobody to tell: the work matters more than its log.
    }
  })
}
