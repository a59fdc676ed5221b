// `countersign verify`: checks again, from the data alone, that what was done is what was signed.
import { writeFile } from 'node:fs/promises'
import { Command, InvalidArgumentError } from 'commander'
import { operatorsFile } from '#config'
import { type Finding, loadTaskRecord, type Pins, type TaskRecord, verifyTask } from '#queue'
import { registry } from '#workloads'
import { target, withDatabase } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import type { CliOutput } from '../output.ts'
import { readPins } from '../pin-file.ts'
import { type Stage, type StageFlags, stageName, stageOf } from '../stage.ts'

interface VerifyFlags extends StageFlags {
  export?: string
}

export function verifyCommand(output: CliOutput): Command {
  return new Command('verify')
    .description('check again what was asked, signed and done, and say what does not hold')
    .argument('<task>', 'the number of a task', taskNumber)
    .option('--stage <name>', 'the stage of the database (default: local)', stageName)
    .option('--export <file>', 'also write what was checked; docs/verify-export.mjs checks that')
    .action(async (task: number, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<VerifyFlags>()
      const stage = await stageOf(flags, (await target(flags, 'approver')).url)
      const record = await withDatabase(flags, 'approver', (database) =>
        loadTaskRecord(database, task),
      )
      if (!record) throw new CommandFailed(`there is no task ${task}`)
      const pins = await readPins(operatorsFile())
      const findings = await verifyTask(record, {
        stage,
        pins,
        irreversible,
        now: new Date(),
      })
      if (flags.export !== undefined) await writeExport(flags.export, { stage, pins, record })
      say(output, { stage, record, findings })
    })
}

function say(
  output: CliOutput,
  { stage, record, findings }: { stage: Stage; record: TaskRecord; findings: readonly Finding[] },
): void {
  const { id, capability, status } = record.task
  output.out(`task ${id} of ${capability}, ${status}, on ${stage.name} (${stage.origin})`)
  for (const { about, holds, says } of findings) {
    output.out(`${holds ? 'holds        ' : 'DOES NOT HOLD'}  ${about}: ${says}`)
  }
  if (findings.length === 0) output.out('nothing was asked and nothing was done')
  const wrong = findings.filter(({ holds }) => !holds).length
  if (wrong > 0) throw new CommandFailed(`${wrong} of ${findings.length} findings do not hold`)
}

/** What the workload's own code says of a gate, whatever its row says; undefined where no workload has it. */
function irreversible(capability: string, gate: string): boolean | undefined {
  const found = registry.find(({ definition }) => definition.capability === capability)
  return found?.definition.gates[gate]?.irreversible
}

async function writeExport(
  file: string,
  { stage, pins, record }: { stage: Stage; pins: Pins; record: TaskRecord },
): Promise<void> {
  const requests = record.requests.map((request) => ({
    ...request,
    irreversible:
      irreversible(request.capability, request.gate) ?? request.gateIrreversible ?? true,
  }))
  const whole = { v: 1, stage, pins, ...record, requests }
  await writeFile(file, `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600 })
}

function taskNumber(text: string): number {
  const id = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(id) && id > 0) return id
  throw new InvalidArgumentError('it must be the number of a task.')
}
