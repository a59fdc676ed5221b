// One thing that `npm start` runs.
import type { PostgresServer } from './postgres.ts'

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
  port: number | undefined
  databaseUrl: string
  /** The server of our own, where DATABASE_URL names no other. */
  server?: PostgresServer
  /** The URL of each login of the stage: one a workload, and `approver`, `reaper`, `reader`. */
  logins: Readonly<Record<string, string>>
  /** Whether the schedules run every few seconds. */
  fast: boolean
  /** Tells the person something. */
  say: (line: string) => void
}

/** Starts a part; `undefined` where there is nothing to run. */
export type StartPart = (ground: Ground) => Promise<Part | undefined>
