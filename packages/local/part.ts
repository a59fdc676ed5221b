// One thing that `npm start` runs.
import type { Policy, tick } from '#queue'
import type { PostgresServer } from './postgres.ts'

type TickReport = Awaited<ReturnType<typeof tick>>

export interface Part {
  name: string
  /** A line for the person who started it: what runs, and where. */
  about: string
  /** Resolves when it ended without being asked to, to a sentence that says why. */
  failed?: Promise<string>
  /** Called once every part has started and the person was told. */
  begin?(): void
  stop?(): Promise<void>
}

/** What the parts are started with, and what earlier ones leave for later ones. */
export interface Ground {
  /** The state folder. */
  dataDir: string
  /** The port asked for, for a database of our own. */
  databasePort: number | undefined
  databaseUrl: string
  /** The server of our own, where DATABASE_URL names no other. */
  server?: PostgresServer
  /** The URL of each login of the stage: one a workload, and `approver`, `reaper`, `reader`. */
  logins: Readonly<Record<string, string>>
  /** The port of the pages; the sample boards have the next one. */
  port: number
  /** Where a person reaches the pages: http://localhost:PORT, or the public URL that leads there. */
  origin: string
  /** What an approval takes here. */
  policy: Policy
  /** Whether the day's nights are run, and so what they need has to be there. */
  nights: boolean
  /** Where the sample boards answer, while they do. */
  sampleBoards?: string
  /** Resolves when the programs that some workloads need are there; their ticks wait for it. */
  prepared: Promise<unknown>
  /** What the first start had to do that later ones don't. */
  took: { latexMs?: number }
  /** To be called after a person's decision: ticks come at once. Filled in by the schedules. */
  decided: () => void
  /** How often the schedules run: every few minutes, every few seconds, or as often as it helps. */
  pace: 'usual' | 'fast' | 'at once'
  /** Called after each tick of a workload. */
  ticked: (workload: string, outcome: TickReport['outcome']) => void
  /** Tells the person something. */
  say: (line: string) => void
}

/** Starts a part; `undefined` where there is nothing to run. */
export type StartPart = (ground: Ground) => Promise<Part | undefined>
