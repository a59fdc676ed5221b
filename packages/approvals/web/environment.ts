// What every route of the approvals application has at hand.
import type { Hono } from 'hono'
import type { Database } from '#database'
import type { ApproverVerbs, Log, OperatorVerbs, PagesEnv, PagesFrame, Pins, Stage } from '#queue'

/** Files by their SHA-256, as the workers stored them. */
export interface Files {
  /** The bytes, re-hashed; undefined where there is no such file. */
  read(sha256: string): Promise<Uint8Array | undefined>
}

export interface ApprovalsOptions {
  /** As the approver's login: the pages can decide for people and do nothing of a worker's. */
  database: Database
  stage: Stage
  files: Files
  log: Log
  /** Sub-applications of workloads, mounted under /workloads/<name>; the title stands in the menu. */
  workloads?: readonly { name: string; title: string; pages: Hono<PagesEnv> }[]
  /** On a loopback origin: the secret of the printed sign-in link, alive as long as the process. */
  localSecret?: string
  /** How often ticks come, in seconds: an approved act begins within it once undo is over. */
  tickSeconds: number
  /** The pinned keys as the workers of this stage have them; where workers look at none, left out. */
  pins?: Pins
  /** Called after every decision, so that a local tick comes at once. */
  onDecision?: () => void
}

/** Who is looking, and how they proved it. */
export interface Visitor {
  operator: string
  local: boolean
  device: string
  /** Of the session's secret; what CSRF tokens are derived from never leaves the server. */
  secret: string
  secretHash: string
}

export interface Env {
  Variables: {
    app: ApprovalsOptions & { approver: ApproverVerbs; operators: OperatorVerbs }
    visitor: Visitor | undefined
    /** Of this response's content security policy. */
    nonce: string
    /** What a workload's pages stand in; set under /workloads only. */
    frame: PagesFrame
  }
}
