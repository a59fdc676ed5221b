// `countersign away`: no messages to a person until they are back.
import { Command, InvalidArgumentError, Option } from 'commander'
import { operatorVerbs } from '#queue'
import type { GlobalFlags } from '../connect.ts'
import { withDatabase } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import type { CliOutput } from '../output.ts'
import { loadPeople } from '../people.ts'

interface AwayFlags extends GlobalFlags {
  until?: Date
  back?: boolean
  name?: string
}

export function awayCommand(output: CliOutput): Command {
  return new Command('away')
    .description('send a person no messages until then; what waits keeps waiting')
    .addOption(
      new Option('--until <time>', 'such as 2026-12-24T18:00, in the time of this machine')
        .argParser(moment)
        .conflicts('back'),
    )
    .option('--back', 'they are back')
    .option('--name <operator>', 'whom; may be left out where there is one operator only')
    .action(async (_own: unknown, command: Command) => {
      const { until, back, name, ...flags } = command.optsWithGlobals<AwayFlags>()
      if (until === undefined && !back) throw new CommandFailed('say --until <time>, or --back')
      await withDatabase(flags, 'approver', async (database) => {
        const who = name ?? (await theOnly(database))
        await operatorVerbs(database).setAway(who, until ?? null)
        output.out(until ? `${who} is away until ${until.toISOString()}` : `${who} is back`)
      })
    })
}

async function theOnly(database: Parameters<typeof loadPeople>[0]): Promise<string> {
  const people = (await loadPeople(database)).filter(({ revoked_at }) => revoked_at === null)
  const [first, second] = people
  if (first && !second) return first.name
  const names = people.map(({ name }) => name).join(', ') || 'nobody yet'
  throw new CommandFailed(`say --name: the operators are ${names}`)
}

function moment(text: string): Date {
  const at = new Date(text)
  // A date alone would be midnight in London, which few mean.
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) || Number.isNaN(at.getTime())) {
    throw new InvalidArgumentError('write it like 2026-12-24T18:00.')
  }
  if (at <= new Date()) throw new InvalidArgumentError('it must lie in the future.')
  return at
}
