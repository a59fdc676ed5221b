// `countersign work`: the ticks of workloads as a resident process, for where no schedule can reach.
import type { Command } from 'commander'
import { folderStore } from '#clients'
import { setLocalParts } from '#config'
import { assertServable, type Database, type Listener, listen, openDatabase } from '#database'
import { filesFolder, narrator } from '#local'
import { jsonLog, type Log, type Policy, runResident } from '#queue'
import { registry } from '#workloads'
import { type Flags, newCommand } from '../arguments.ts'
import { type Target, target } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import { type CliOutput, exitCode } from '../output.ts'
import { policyOf, type StageFlags, stageName, stageOf } from '../stage.ts'

interface WorkFlags extends Flags, StageFlags {
  listen?: boolean
}

/** How long what runs may still take once the worker is to stop: the margin that every tick keeps. */
const marginMs = 15_000

export function workCommand(output: CliOutput): Command {
  const names = [...new Set(registry.map(({ definition }) => definition.workload))]
  return newCommand('work', 'run the ticks of workloads here until Ctrl-C')
    .argument('<workload...>', `which: ${names.join(', ')}`)
    .option('--listen', 'be woken at once by notices, beside looking by itself')
    .option('--stage <name>', 'the stage of the database (default: local)', stageName)
    .action(async (workloads: string[], _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<WorkFlags>()
      for (const name of workloads) {
        if (names.includes(name)) continue
        throw new CommandFailed(
          `there is no workload ${name}: there is ${names.join(', ')}`,
          exitCode.usage,
        )
      }
      await work([...new Set(workloads)], flags, output)
    })
}

async function work(workloads: string[], flags: WorkFlags, output: CliOutput): Promise<void> {
  const log = flags.json ? jsonLog(output.out) : narrator(output.out)
  const ending = endings(flags.json ? () => {} : output.err)
  const residents: Resident[] = []
  try {
    for (const name of workloads) residents.push(await open(name, flags))
    if (!flags.json) output.err(`working on ${workloads.join(', ')}; Ctrl-C stops`)
    await Promise.all(residents.map((resident) => run(resident, log, ending)))
  } finally {
    ending.forget()
    await Promise.all(residents.map(({ database }) => database.close()))
  }
}

interface Resident extends Target {
  name: string
  policy: Policy
  database: Database
  statements: () => number
  flags: WorkFlags
}

/** Opens the workload's database, and finds out at once whether it can be reached and served. */
async function open(name: string, flags: WorkFlags): Promise<Resident> {
  const found = await target(flags, { workload: name })
  const policy = await policyOf(await stageOf(flags, found.url))
  const { stateDir, sampleBoards } = found
  setLocalParts({ stateDir, ...(sampleBoards !== undefined && { sampleBoards }) })
  let statements = 0
  const database = openDatabase(found.url, {
    retryForMs: 4_000,
    // Notices need a direct host, and on one statements stay prepared.
    prepare: flags.listen === true,
    onRoundTrip: () => {
      statements += 1
    },
  })
  try {
    await assertServable(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return { ...found, name, policy, database, statements: () => statements, flags }
}

async function run(resident: Resident, log: Log, ending: Endings): Promise<void> {
  const { name, policy, url, stateDir, own, database, statements, flags } = resident
  let wake = () => {}
  let listener: Listener | undefined
  if (flags.listen) listener = await listen(url, 'countersign', () => wake())
  try {
    await runResident({
      database,
      workloads: registry.filter(({ definition }) => definition.workload === name),
      function: `work/${name}`,
      policy,
      log,
      marginMs,
      statements,
      files: folderStore(filesFolder(stateDir, own ? undefined : url)),
      stop: ending.stop,
      abort: ending.abort,
      onNotice: (ring) => {
        wake = ring
      },
    })
  } finally {
    await listener?.close()
  }
}

interface Endings {
  stop: AbortSignal
  abort: AbortSignal
  /** Lets go of the signals and the timer. */
  forget(): void
}

/** The first signal stops: what runs may finish within the margin; the second gives it back at once. */
function endings(say: (line: string) => void): Endings {
  const stop = new AbortController()
  const abort = new AbortController()
  let margin: NodeJS.Timeout | undefined
  const onSignal = () => {
    if (stop.signal.aborted) return abort.abort()
    stop.abort()
    margin = setTimeout(() => abort.abort(), marginMs)
    say('stopping: what runs may end its slice; Ctrl-C again gives it back at once')
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, onSignal)
  return {
    stop: stop.signal,
    abort: abort.signal,
    forget() {
      clearTimeout(margin)
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}
