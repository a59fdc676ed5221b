// The countersign command in this process: what it printed, and how it ended.
import { runCli } from '#cli'

export interface Ran {
  code: number
  out: string
  err: string
}

/**
 * Runs one command on the database of this URL. `typed` is what a person at a terminal would answer when
 * asked; without it nobody is there.
 */
export async function cli(url: string, args: readonly string[], typed?: string): Promise<Ran> {
  const ran: Ran = { code: 0, out: '', err: '' }
  const before = process.env.DATABASE_URL
  process.env.DATABASE_URL = url
  try {
    ran.code = await runCli(args, {
      out: (line) => {
        ran.out += `${line}\n`
      },
      err: (line) => {
        ran.err += `${line}\n`
      },
      ...(typed === undefined ? {} : { columns: 100, ask: async () => typed }),
    })
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL
    else process.env.DATABASE_URL = before
  }
  return ran
}
