// What every command shares: where it writes, what a terminal can do, and how it ends.
import { createInterface } from 'node:readline/promises'

/** Where lines go; a test collects them. */
export interface CliOutput {
  /** One line of the answer. */
  out(line: string): void
  /** One line on how it goes, or why it didn't. */
  err(line: string): void
  /** The columns of the terminal that a person reads; undefined where a program or a file does. */
  columns?: number | undefined
  /** Whether colours are wanted and shown. */
  colours?: boolean
  /** Asks the person and answers what they typed; undefined where there is nobody to ask. */
  ask?: ((question: string) => Promise<string>) | undefined
}

/** How a command ended, for scripts. */
export const exitCode = {
  done: 0,
  /** Refused, with the reason in one line. */
  refused: 1,
  /** The command line was not understood. */
  usage: 2,
  /** No database answers. */
  unreachable: 3,
} as const

export const terminal: CliOutput = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  // A terminal that nobody told its size says 0.
  columns: process.stdout.isTTY ? process.stdout.columns || 80 : undefined,
  colours: process.stdout.isTTY && process.stdout.hasColors(),
  ask: process.stdin.isTTY && process.stdout.isTTY ? askPerson : undefined,
}

async function askPerson(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const gone = new AbortController()
  // Ctrl-D and Ctrl-C are an answer too: no.
  lines.once('close', () => gone.abort())
  try {
    return await lines.question(question, { signal: gone.signal }).catch(() => '')
  } finally {
    lines.close()
  }
}
