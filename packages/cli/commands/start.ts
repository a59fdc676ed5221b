// `countersign start`, which is `npm start`: runs everything on this machine until Ctrl-C, or once.
import { Command, InvalidArgumentError } from 'commander'
import { operatorsFile } from '#config'
import { filesFolder, type Local, type LocalOptions, startLocal, untilStopped } from '#local'
import { isLoopback, passkeyPolicy } from '#queue'
import { type GlobalFlags, target, withDatabase } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import type { CliOutput } from '../output.ts'
import { readPins } from '../pin-file.ts'
import { applicationLines, hasFailed, loadApplications } from '../show/applications.ts'
import { nightLines } from '../show/night.ts'
import { loadNight } from './search.ts'

interface StartFlags extends GlobalFlags {
  port?: number
  databasePort?: number
  fast?: boolean
  once?: boolean
  publicUrl?: string
}

/** Longer than a night takes on a slow machine; without a limit one that hangs would never be noticed. */
const onceWithinMs = 10 * 60_000

export function startCommand(output: CliOutput): Command {
  return new Command('start')
    .description('run everything on this machine until Ctrl-C')
    .option('--port <port>', 'port of the pages (default: 4747)', portNumber)
    .option('--database-port <port>', 'port of the database (default: a free one)', portNumber)
    .option('--fast', 'tick every few seconds instead of every five minutes')
    .option('--once', 'do what can be done without a person, show it, and stop')
    .option(
      '--public-url <url>',
      'where the pages are reached from elsewhere, through a tunnel to the port; then by key only',
      publicOrigin,
    )
    .action(async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<StartFlags>()
      const beganMs = performance.now()
      const local = await startLocal({ ...flags, ...(await publicly(flags)), log: output.out })
      const once = async () => await goOnce(local, flags, beganMs, output)
      await untilStopped(local, output.out, flags.once ? once : undefined)
    })
}

/** Away from loopback a session approves nothing that can't be undone: the keys in operators.json do. */
async function publicly({ publicUrl }: StartFlags): Promise<Pick<LocalOptions, 'publicly'>> {
  if (publicUrl === undefined) return {}
  const policy = passkeyPolicy(
    { name: 'local', origin: publicUrl },
    await readPins(operatorsFile()),
  )
  return { publicly: { origin: publicUrl, policy } }
}

/** Waits until everything has come to rest and shows the night. Throws CommandFailed when something failed. */
async function goOnce(local: Local, flags: StartFlags, beganMs: number, output: CliOutput) {
  const settled = await within(onceWithinMs, local.settled)
  if (settled === undefined) {
    throw new CommandFailed(
      `it did not come to rest within ${onceWithinMs / 60_000} minutes: start it without --once, and see npx countersign list`,
    )
  }
  if (settled.failedTicks.length > 0) {
    throw new CommandFailed(`a tick of ${settled.failedTicks.join(', ')} failed: see the log`)
  }
  const night = await loadNight(flags)
  const { url, stateDir, own } = await target(flags, 'approver')
  const applications = await withDatabase(flags, 'approver', (database) =>
    loadApplications(database, night),
  )
  const folder = filesFolder(stateDir, own ? undefined : url)
  const lines = [
    '',
    ...nightLines(night.table, night.tasks, output, false),
    ...applicationLines(night, applications, folder, output),
    '',
    timeTaken(performance.now() - beganMs, local.took.latexMs),
  ]
  for (const line of lines) output.out(line)
  const failed = applications.filter(hasFailed).map(({ id }) => id)
  if (failed.length === 0) return
  throw new CommandFailed(
    `${failed.length} of ${applications.length} applications failed: task ${failed.join(', ')}`,
  )
}

function timeTaken(wholeMs: number, latexMs = 0): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const rest = `All of it took ${seconds(wholeMs - latexMs)}`
  return latexMs === 0 ? `${rest}.` : `${rest}, and assembling LaTeX ${seconds(latexMs)}.`
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs)
  })
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

function portNumber(text: string): number {
  const port = Number(text)
  // The sample boards take the next one.
  if (Number.isInteger(port) && port >= 1 && port <= 65_534) return port
  throw new InvalidArgumentError('it must be a whole number from 1 to 65534.')
}

function publicOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : ''
  if (origin.startsWith('https://') && !isLoopback(origin)) return origin
  throw new InvalidArgumentError('write it like https://countersign.example.')
}
