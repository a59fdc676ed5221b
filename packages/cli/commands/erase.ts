// `countersign erase`: takes the values of an ended task away, and its files; the record of it stays.
import type { Command } from 'commander'
import { folderStore } from '#clients'
import { filesFolder } from '#local'
import { approverVerbs } from '#queue'
import { type PersonFlags, personCommand, taskId } from '../arguments.ts'
import { changing, target } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import { type CliOutput, exitCode } from '../output.ts'
import { readTask } from '../show/task.ts'

interface EraseFlags extends PersonFlags {
  yes?: boolean
}

export function eraseCommand(output: CliOutput): Command {
  return personCommand('erase', 'take the values of an ended task away for good')
    .argument('<task>', 'its number', taskId)
    .option('--reason <text>', 'why, for the record')
    .option('--yes', 'without being asked again')
    .action(async (id: number, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<EraseFlags>()
      const { url, stateDir, own } = await target(flags, 'approver')
      const store = folderStore(filesFolder(stateDir, own ? undefined : url))
      await changing(flags, async (database) => {
        const { task } = await readTask(database, id)
        if (!flags.yes) await confirm(id, task.status, output, flags.json ?? false)
        const files = await approverVerbs(database).erase(id, flags.by, flags.reason)
        // Those just put may be in use again, and those of a bucket aren't here: housekeeping finds them.
        const gone = await Promise.all(files.map((sha256) => store.delete(sha256)))
        const deleted = gone.filter(Boolean).length
        if (flags.json) output.out(JSON.stringify({ taskId: id, files: files.length, deleted }))
        else output.out(said(id, files.length, deleted))
      })
    })
}

async function confirm(id: number, status: string, output: CliOutput, asJson: boolean) {
  if (asJson || !output.ask) {
    throw new CommandFailed('nobody is here to be asked: add --yes', exitCode.usage)
  }
  const asks = `Task ${id} is ${status}. Its values, answers and files go for good. Type its number: `
  const typed = await output.ask(asks)
  if (typed.trim() !== String(id)) throw new CommandFailed('nothing was erased')
}

function said(id: number, files: number, deleted: number): string {
  const later = files - deleted
  const rest = later === 0 ? '' : `; ${later} more go with the next housekeeping`
  return `task ${id} is erased, and ${deleted} of its files${rest}. Who decided what, and the proof of it, stay`
}
