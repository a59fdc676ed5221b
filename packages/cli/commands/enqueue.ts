// `countersign enqueue`: adds a task, after its payload has been checked against the workload's schema.
import type { Command } from 'commander'
import { enqueue } from '#queue'
import { registry } from '#workloads'
import { json, moment, type PersonFlags, personCommand, wholeNumber } from '../arguments.ts'
import { changing } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import { type CliOutput, exitCode } from '../output.ts'

interface EnqueueFlags extends PersonFlags {
  payload: unknown
  key?: string
  priority?: number
  at?: Date
}

export function enqueueCommand(output: CliOutput): Command {
  return personCommand('enqueue', 'add a task')
    .argument('<capability>', 'what kind of work, as "npx countersign stats" lists them')
    .option('--payload <json>', 'what it is about: JSON, or @file', json, {})
    .option('--key <key>', 'one task for each key, however often it is enqueued', shortKey)
    .option('--priority <number>', 'from -9 to 9, higher is earlier', wholeNumber(-9, 9))
    .option('--at <time>', 'not before this moment, such as 2026-12-01T09:30', moment)
    .option('--reason <text>', 'why, for the record')
    .action(async (capability: string, _own: unknown, command: Command) => {
      const { payload, key, priority, at, by, reason, ...flags } =
        command.optsWithGlobals<EnqueueFlags>()
      const payloadVersion = checkPayload(capability, payload)
      const answer = await changing(flags, (database) =>
        enqueue(database, {
          capability,
          payload,
          payloadVersion,
          by,
          ...(key === undefined ? {} : { key }),
          ...(priority === undefined ? {} : { priority }),
          ...(at === undefined ? {} : { runAt: at }),
          ...(reason === undefined ? {} : { reason }),
        }),
      )
      if (flags.json) return output.out(JSON.stringify(answer))
      const { taskId, created } = answer
      output.out(
        created
          ? `task ${taskId} is enqueued: npx countersign show ${taskId}`
          : `task ${taskId} was there already, with this key and payload`,
      )
    })
}

/** The version of a payload that fits; throws CommandFailed, naming each field that doesn't. */
function checkPayload(capability: string, payload: unknown): number {
  const known = registry.map(({ definition }) => definition)
  const definition = known.find((one) => one.capability === capability)
  if (!definition) {
    const names = known.map((one) => one.capability).join(', ')
    throw new CommandFailed(`there is no capability ${capability}: there is ${names}`)
  }
  const checked = definition.payload.safeParse(payload)
  if (checked.success) return definition.version
  const issues = checked.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'payload'}: ${message}`,
  )
  throw new CommandFailed(
    `the payload does not fit ${capability}: ${issues.join('; ')}`,
    exitCode.usage,
  )
}

function shortKey(text: string): string {
  if (text !== '' && text.length <= 200) return text
  throw new CommandFailed('--key must have 1 to 200 characters', exitCode.usage)
}
