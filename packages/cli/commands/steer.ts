// The commands by which a person steers: cancel, requeue and undo for a task, pause and resume for a capability.
import type { Command } from 'commander'
import { approverVerbs } from '#queue'
import { type PersonFlags, personCommand, taskId } from '../arguments.ts'
import { changing } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import type { CliOutput } from '../output.ts'
import { readTask } from '../show/task.ts'

export function cancelCommand(output: CliOutput): Command {
  return taskCommand(output, 'cancel', 'end a task; a running one ends with its slice', {
    do: (verbs, id, { by, reason }) => verbs.cancel(id, by, reason),
    say: (id, status) =>
      status === 'running'
        ? `task ${id} is running and is cancelled when its slice ends`
        : `task ${id} is ${status.replaceAll('_', ' ')}`,
  })
}

export function requeueCommand(output: CliOutput): Command {
  return taskCommand(output, 'requeue', 'make an ended task new again; every gate applies again', {
    do: (verbs, id, { by, reason }) => verbs.requeue(id, by, reason),
    say: (id, status) => `task ${id} is ${status} and starts with a coming tick`,
  })
}

export function undoCommand(output: CliOutput): Command {
  return personCommand('undo', 'take an approval back, as long as nothing has begun under it')
    .argument('<task>', 'its number', taskId)
    .option('--reason <text>', 'why, for the record')
    .action(async (id: number, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<PersonFlags>()
      await changing(flags, async (database) => {
        const { requests } = await readTask(database, id)
        const given = requests.findLast(({ verdict }) => verdict === 'approve')
        if (!given) throw new CommandFailed(`nobody has approved anything of task ${id}`)
        const asks = await approverVerbs(database).revoke(given.id, flags.by, flags.reason)
        if (flags.json) output.out(JSON.stringify({ taskId: id, undone: given.id, asks }))
        else {
          output.out(
            asks === null
              ? `the approval is taken back; task ${id} is running and asks again by itself`
              : `the approval is taken back; task ${id} asks again: npx countersign show ${id}`,
          )
        }
      })
    })
}

export function pauseCommand(output: CliOutput): Command {
  return capabilityCommand(output, 'pause', 'stop all claims and acts of a capability', {
    do: (verbs, name, { by, reason }) => verbs.pause(name, by, reason),
    said: 'paused: running slices may finish, nothing else begins',
  })
}

export function resumeCommand(output: CliOutput): Command {
  return capabilityCommand(output, 'resume', 'let a paused capability go on', {
    do: (verbs, name, { by, reason }) => verbs.resume(name, by, reason),
    said: 'going on',
  })
}

type Verbs = ReturnType<typeof approverVerbs>

function taskCommand(
  output: CliOutput,
  name: string,
  description: string,
  act: {
    do(verbs: Verbs, id: number, flags: PersonFlags): Promise<string>
    say(id: number, status: string): string
  },
): Command {
  return personCommand(name, description)
    .argument('<task>', 'its number', taskId)
    .option('--reason <text>', 'why, for the record')
    .action(async (id: number, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<PersonFlags>()
      const status = await changing(flags, (database) => act.do(approverVerbs(database), id, flags))
      output.out(flags.json ? JSON.stringify({ taskId: id, status }) : act.say(id, status))
    })
}

function capabilityCommand(
  output: CliOutput,
  name: string,
  description: string,
  act: { do(verbs: Verbs, capability: string, flags: PersonFlags): Promise<void>; said: string },
): Command {
  return personCommand(name, description)
    .argument('<capability>', 'its name')
    .option('--reason <text>', 'why, for the record')
    .action(async (capability: string, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<PersonFlags>()
      await changing(flags, (database) => act.do(approverVerbs(database), capability, flags))
      const paused = name === 'pause'
      output.out(
        flags.json ? JSON.stringify({ capability, paused }) : `${capability} is ${act.said}`,
      )
    })
}
