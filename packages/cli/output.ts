// What every command shares: where it writes, and how it ends.

/** Where lines go; a test collects them. */
export interface CliOutput {
  /** One line of the answer. */
  out(line: string): void
  /** One line on how it goes, or why it didn't. */
  err(line: string): void
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
}
