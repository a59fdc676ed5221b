// `countersign search show`: the table of a night, as a list or posting by posting.
import { Command, InvalidArgumentError } from 'commander'
import { folderStore } from '#clients'
import type { Database } from '#database'
import { filesFolder } from '#local'
import { type NightEntry, type NightFile, readNight, readNights } from '#workloads'
import { type Flags, newCommand } from '../arguments.ts'
import { target, withDatabase } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import type { CliOutput } from '../output.ts'
import { nightLines, postingLines } from '../show/night.ts'
import { visible } from '../text.ts'

interface SearchFlags extends Flags {
  date?: string
  all?: boolean
  posting?: string
}

export function searchCommand(output: CliOutput): Command {
  return new Command('search')
    .description('what the nightly job search found')
    .addCommand(show(output))
}

function show(output: CliOutput): Command {
  return newCommand(
    'show',
    'show a night: what was taken up, the rest, and how the boards answered',
  )
    .option(
      '--date <day>',
      'the night of this day, such as 2026-11-30 (default: the last one)',
      day,
    )
    .option('--all', 'all of the rest too, each with why')
    .option(
      '--posting <key>',
      'one posting: every requirement with its quote, every part of its score',
    )
    .action(async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<SearchFlags>()
      const night = await loadNight(flags)
      const { tasks, table } = night
      if (flags.posting !== undefined) {
        const row = table.rows.find(({ key }) => key === flags.posting)
        if (!row) throw new CommandFailed(`that night has no posting ${visible(flags.posting)}`)
        if (flags.json) return output.out(JSON.stringify({ ...row, task: tasks[row.key] ?? null }))
        for (const line of postingLines(row, tasks[row.key], output)) output.out(line)
        return
      }
      if (flags.json) return output.out(JSON.stringify({ task: night.task, tasks, ...table }))
      for (const line of nightLines(table, tasks, output, flags.all ?? false)) output.out(line)
    })
}

interface LoadedNight {
  task: number
  tasks: Readonly<Record<string, number>>
  table: NightFile
}

/** A night with its table: of a day, or the last one that has any. Throws CommandFailed where there is none. */
export async function loadNight(
  flags: Pick<SearchFlags, 'dataDir' | 'date'>,
): Promise<LoadedNight> {
  const { url, stateDir, own } = await target(flags, 'approver')
  const store = folderStore(filesFolder(stateDir, own ? undefined : url))
  return await withDatabase(flags, 'approver', (database) => find(database, store, flags.date))
}

async function find(
  database: Database,
  store: ReturnType<typeof folderStore>,
  date: string | undefined,
): Promise<LoadedNight> {
  const nights = await readNights(database)
  const wanted = nights.filter((night) => date === undefined || night.date === date)
  const night = wanted.find(({ summary }) => summary !== null)
  if (!night) throw new CommandFailed(noNight(nights, wanted, date))
  const found = await readNight(database, { read: (sha256) => store.get(sha256) }, night.task)
  if (!found?.table) {
    throw new CommandFailed(
      `the table of ${night.date} is not on this machine: it lies where task ${night.task} ran, until that is pruned`,
    )
  }
  return { task: night.task, tasks: found.task.tasks ?? {}, table: found.table }
}

/** Why there is nothing to show, and what to do about it. */
function noNight(
  nights: readonly NightEntry[],
  wanted: readonly NightEntry[],
  date: string | undefined,
): string {
  const [begun] = wanted
  if (begun) {
    return `the night of ${begun.date} has no table yet: npx countersign show ${begun.task}`
  }
  if (nights.length === 0) return 'there was no night yet: "npm start" begins with one'
  const last = nights.slice(0, 5).map((night) => night.date)
  return `there was no night of ${date}; the last ones: ${last.join(', ')}`
}

function day(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new InvalidArgumentError('write it like 2026-11-30.')
}
