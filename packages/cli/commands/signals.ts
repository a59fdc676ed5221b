// `countersign signals`: each number that somebody owns, against its threshold, as it stands now.
import type { Command } from 'commander'
import type { Database } from '#database'
import { type Flags, newCommand } from '../arguments.ts'
import { withDatabase } from '../connect.ts'
import type { CliOutput } from '../output.ts'
import { clock, painter, table } from '../text.ts'

export interface Signal extends Record<string, unknown> {
  signal: string
  owner: 'system' | 'person'
  value: number | null
  threshold: number | null
  colour: 'green' | 'red'
  meaning: string
  readAt: Date
}

const signalQuery = `
  select signal, owner, value::double precision as value, threshold::double precision as threshold, colour,
    meaning, read_at as "readAt"
  from countersign.signals
  order by colour desc, owner desc, signal`

/** The signals as they stand now, the red ones first. */
export async function readSignals(database: Database): Promise<Signal[]> {
  return await database.query<Signal>(signalQuery, [], { repeatable: true })
}

export function signalsCommand(output: CliOutput): Command {
  return newCommand('signals', 'show the signals, and which stand red').action(
    async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>()
      const signals = await withDatabase(flags, 'reader', readSignals)
      if (flags.json) return output.out(JSON.stringify({ signals }))
      const paint = painter(output)
      const rows = signals.map(({ signal, value, threshold, owner, colour, meaning }) => [
        colour === 'green' ? 'ok' : owner === 'system' ? 'INCIDENT' : 'NUDGE',
        signal,
        value === null ? '-' : String(value),
        threshold === null ? '' : `of ${threshold}`,
        meaning,
      ])
      const [head = '', ...lines] = table(
        [['', 'SIGNAL', 'VALUE', 'ALLOWED', 'MEANING'], ...rows],
        output,
      )
      output.out(paint('dim', head))
      for (const [at, line] of lines.entries()) {
        output.out(signals[at]?.colour === 'red' ? paint('red', line) : line)
      }
      const readAt = signals[0]?.readAt
      if (readAt)
        output.out(paint('dim', `read from countersign.signals at ${clock(readAt, readAt)}`))
    },
  )
}
