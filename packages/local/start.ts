// `npm start`: everything that runs on this machine, as a list of parts that start in order and stop in reverse.
import { fileURLToPath } from 'node:url'
import { localStage, nightTime, setLocalParts, sshSession, usesExampleProfile } from '#config'
import { loopbackPolicy, type Policy } from '#queue'
import { registry } from '#workloads'
import { database, schema, state } from './database-parts.ts'
import { assertFree } from './listen.ts'
import { forward } from './over-ssh.ts'
import { pages } from './pages.ts'
import type { Ground, Part, StartPart } from './part.ts'
import { sampleBoards } from './sample-boards-part.ts'
import { schedules } from './schedules.ts'
import { type Settled, settling } from './settling.ts'
import { stage } from './stage.ts'
import { browser, latex } from './tools.ts'

/** Where `npm start` keeps its state: `.countersign` in the project. */
export const defaultStateDir = fileURLToPath(new URL('../../.countersign', import.meta.url))

export interface LocalOptions {
  /** The state folder, made when it isn't there; the database lies in its `postgres` folder. */
  dataDir?: string
  /** Port of the pages, 4747 by default. */
  port?: number
  /** Port of the database; without one a free port is picked. */
  databasePort?: number
  /** Ticks every few seconds instead of every five minutes. */
  fast?: boolean
  /** Ticks as often as it helps, until nothing is left that could go on without a person. */
  once?: boolean
  /** Where a person reaches the pages from elsewhere, through a tunnel or proxy to `port`; with what an approval takes there. */
  publicly?: { origin: string; policy: Policy }
  /** Gets each line meant for the person who started it. */
  log: (line: string) => void
}

/** What is running on this machine. */
export interface Local {
  databaseUrl: string
  /** What only the first start had to do, in milliseconds. */
  took: Readonly<Ground['took']>
  /** With `once`: resolves when everything has gone as far as it can without a person. */
  settled: Promise<Settled>
  /** Resolves when a part ended without being asked to, to a sentence that says why. */
  failed: Promise<string>
  /** Stops every part, the last started first, even if one of them fails. May be called again. */
  stop(): Promise<void>
}

/** Each list in its own order, the lists side by side: what is slow the first time waits for nothing. */
const sideBySide: readonly (readonly StartPart[])[] = [
  [database, schema, stage],
  [latex],
  [browser],
  [sampleBoards],
]
/** Then these, one after the other: each may use what all of those have left on the ground. */
const afterwards: readonly StartPart[] = [state, schedules, pages]

/**
 * Starts all parts, or none: when one can't start, the others are stopped and its error is thrown.
 * `DATABASE_URL` set means: use that database instead of starting one.
 */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const rest = settling()
  const ground = groundOf(options, rest.ticked)
  const { log } = options
  setLocalParts({ stateDir: ground.dataDir })
  await assertFree(ground.port, 'of the pages')
  if (usesExampleProfile()) await assertFree(ground.port + 1, 'of the sample boards')
  const running: Part[] = []
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= stopAll(running.reverse()))
  const inOrder = async (parts: readonly StartPart[]) => {
    const started: Part[] = []
    for (const start of parts) {
      const part = await start(ground)
      if (part === undefined) continue
      running.push(part)
      started.push(part)
    }
    return started
  }
  let parts: Part[]
  try {
    const lists = await Promise.allSettled(sideBySide.map(inOrder))
    const failed = lists.find((list) => list.status === 'rejected')
    if (failed) throw failed.reason
    const first = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    parts = [...first, ...(await inOrder(afterwards))]
  } catch (error) {
    await stop()
    throw error
  }
  log('Countersign is running.')
  for (const { name, about } of parts) log(`  ${name.padEnd(10)} ${about}`)
  for (const line of forward(sshSession(), ground)) log(line)
  for (const part of running) part.begin?.()
  const failed = Promise.race(running.flatMap((part) => part.failed ?? []))
  const workloads = [...new Set(registry.map(({ definition }) => definition.workload))]
  const { databaseUrl, took } = ground
  return { databaseUrl, took, settled: rest.settled(workloads), failed, stop }
}

function groundOf(options: LocalOptions, ticked: Ground['ticked']): Ground {
  const { dataDir = defaultStateDir, port, databasePort, fast, once, publicly, log } = options
  const local = port === undefined ? localStage.origin : `http://localhost:${port}`
  return {
    dataDir,
    databasePort,
    port: Number(new URL(local).port),
    origin: publicly?.origin ?? local,
    policy: publicly?.policy ?? loopbackPolicy,
    nights: nightTime().hour !== null,
    prepared: Promise.resolve(),
    took: {},
    databaseUrl: '',
    logins: {},
    pace: once ? 'at once' : fast ? 'fast' : 'usual',
    ticked,
    decided: () => {},
    say: log,
  }
}

async function stopAll(lastFirst: readonly Part[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of lastFirst) {
    await part.stop?.().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
