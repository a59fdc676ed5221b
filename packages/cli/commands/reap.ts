// `countersign reap`: what the reaper does every hour, now.
import type { Command } from 'commander'
import { runReaper } from '#queue'
import { type Flags, newCommand } from '../arguments.ts'
import { withDatabase } from '../connect.ts'
import type { CliOutput } from '../output.ts'
import { table } from '../text.ts'

const kinds = [
  ['leases', 'lapsed leases taken back'],
  ['expired', 'unanswered requests expired'],
  ['settled', 'settled tasks moved on'],
  ['repaired', 'broken tasks repaired'],
  ['stuck', 'tasks that could not be moved'],
] as const

export function reapCommand(output: CliOutput): Command {
  return newCommand('reap', 'put right now what the reaper puts right every hour').action(
    async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>()
      const report = await withDatabase(flags, 'reaper', (database) =>
        runReaper({ database, log: () => {} }),
      )
      if (flags.json) return output.out(JSON.stringify(report))
      const { moved, erased, red } = report
      const done = kinds.filter(([kind]) => moved[kind] > 0)
      const rows = done.map(([kind, what]) => [String(moved[kind]), what])
      if (erased > 0) rows.push([String(erased), 'old tasks whose values were erased'])
      for (const line of table(rows, output)) output.out(line)
      if (rows.length === 0) output.out('nothing to put right')
      if (red.length > 0) output.out(`red: ${red.join(', ')} (npx countersign signals)`)
    },
  )
}
