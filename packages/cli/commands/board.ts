// `countersign board`: who sends a job board's forms, and the switch for it.
import { Argument, type Command } from 'commander'
import { boardModes } from '#workloads'
import { type PersonFlags, personCommand } from '../arguments.ts'
import { changing, withDatabase } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import { type CliOutput, exitCode } from '../output.ts'
import { clock, table } from '../text.ts'

export function boardCommand(output: CliOutput): Command {
  return personCommand('board', 'say who sends a job board’s forms, or switch it')
    .argument('[board]', 'greenhouse, lever or ashby')
    .addArgument(
      new Argument('[submit]', 'a worker once you approve, or you by hand').choices([
        'automatic',
        'handover',
      ]),
    )
    .action(async (name: string | undefined, submit: Submit | undefined, ...rest) => {
      const command: Command = rest[1]
      const flags = command.optsWithGlobals<PersonFlags>()
      const { boardNamed, readModes, switchMode } = await boardModes()
      const board = name === undefined ? undefined : boardNamed(name)
      if (name !== undefined && !board) {
        throw new CommandFailed(`there is no board ${name}`, exitCode.usage)
      }
      const at = new Date()
      if (board && submit) {
        await changing(flags, (database) =>
          switchMode(database, board, submit, { by: flags.by, at }),
        )
      }
      const modes = await withDatabase(flags, 'approver', readModes)
      const { boardNames } = await boardModes()
      const shown = boardNames
        .filter((one) => board === undefined || one === board)
        .map((one) => ({ board: one, ...(modes.get(one) ?? { submit: 'automatic' as const }) }))
      if (flags.json) return output.out(JSON.stringify(shown))
      const rows = shown.map((one) => [
        one.board,
        one.submit === 'automatic' ? 'a worker sends what you approve' : 'you send it by hand',
        'why' in one ? `${one.why}, ${clock(new Date(one.since), at)}` : '',
      ])
      for (const line of table(rows, output)) output.out(line)
    })
}

type Submit = 'automatic' | 'handover'
