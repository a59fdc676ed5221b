// The whole table of known-bad variants, run by a process of its own and read row by row.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Verdict, verdicts } from './judge.ts'
import { root } from './mutate.ts'

const script = fileURLToPath(new URL('run.ts', import.meta.url))
const printed: z.ZodType<Verdict> = z.object({
  of: z.string(),
  verdict: z.enum(verdicts),
  because: z.string(),
  seconds: z.number(),
})

/** Starts the run; it is killed after `limitMs`. */
export function startTable(limitMs: number) {
  const rows = new Map<string, Verdict>()
  const waiting = new Map<string, (row: Verdict) => void>()
  let errors = ''
  let over = false
  const child = spawn(process.execPath, [script, '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing of the run around it: the one inside is a run of its own.
    env: { PATH: process.env.PATH },
    timeout: limitMs,
    killSignal: 'SIGTERM',
  })
  child.stderr.on('data', (bytes) => {
    errors = `${errors}${bytes}`.slice(-4_000)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return
    const row = printed.parse(JSON.parse(line))
    rows.set(row.of, row)
    waiting.get(row.of)?.(row)
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).then(
    (code) => {
      over = true
      return { code, errors }
    },
  )
  return {
    /** What came so far. */
    rows,
    /** The row of a guard, or of a test file with nothing taken out. Rejects where the run ended without it. */
    row: (of: string) =>
      new Promise<Verdict>((resolve, reject) => {
        const row = rows.get(of)
        if (row) return resolve(row)
        waiting.set(of, resolve)
        void ended.then(({ code }) => reject(new Error(`it ended with ${code} before: ${errors}`)))
      }),
    ended,
    stop: async () => {
      if (!over) child.kill('SIGTERM')
      await ended
    },
  }
}
