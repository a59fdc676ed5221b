// The working half of a workload: its steps, plain functions that the runner calls.

import type { Json } from '../json.ts'
import type { LogFacts } from '../run/log.ts'
import type { Claimed } from '../verbs/rows.ts'
import type { NewTask } from '../verbs/shared.ts'
import type { ArtifactFacts, WorkerVerbs } from '../verbs/worker.ts'
import type { Abandon, Done, Outcome, Skip } from './outcome.ts'

/** A task as its steps see it: payload and state have passed the workload's schemas. */
export interface Task<Payload, State>
  extends Pick<
    Claimed,
    | 'id'
    | 'capability'
    | 'step'
    | 'key'
    | 'attempts'
    | 'slices'
    | 'priority'
    | 'parentId'
    | 'createdAt'
  > {
  payload: Payload
  state: State
  /** What a person wrote when they sent the request back; null otherwise. */
  comment: string | null
}

/** Where the bytes of files lie, each under its SHA-256 in hexadecimal. */
export interface Files {
  put(bytes: Uint8Array): Promise<string>
  get(sha256: string): Promise<Uint8Array>
  /** False where the file was put so lately that it may be in use again. */
  delete(sha256: string): Promise<boolean>
}

/** What a step may use. Everything here refuses once the lease is lost or the deadline has come. */
export interface Context {
  /** Aborts when the lease is lost, a person asks to cancel, or the deadline nears. */
  signal: AbortSignal
  /** The worker's name, as the history shows it. */
  worker: string
  /** The database's time at the claim: the only clock that decides anything. */
  claimedAt: Date
  /** Saves the state so far and renews the lease: a later slice goes on from here after a crash. */
  save(state: unknown): Promise<void>
  enqueue(task: NewTask): Promise<{ taskId: number; created: boolean }>
  remember(key: string, value: unknown): Promise<void>
  recall(prefix: string): Promise<Map<string, Json>>
  /** Records a file that was stored by its hash. */
  recordArtifact(file: ArtifactFacts): Promise<void>
  /** The store of files that this function was given. */
  files: Files
  /** Stores a file of this task, at most 64 MiB, and records it; answers its SHA-256. */
  keepFile(bytes: Uint8Array, facts: Pick<ArtifactFacts, 'name' | 'mediaType'>): Promise<string>
  /** Runs an effect that the definition declares as `ungated`: once, and on the record like any other. */
  actUngated(name: string, action: JsonObject, act: Act): Promise<Json>
  /** One line of the log: never a value of the task. */
  log(event: string, facts?: LogFacts): void
  /** The verbs themselves, for work that is about the queue (housekeeping). */
  verbs: WorkerVerbs
}

/** What an act may use besides. */
export interface ActContext extends Context {
  /** The name of the effect, where the action has several. */
  effect: string
  /** Records that the other side accepted, and the handle by which later slices ask it. */
  note(handle: Json): Promise<void>
}

type Slice<Step extends string, Payload, State> = (
  task: Task<Payload, State>,
  ctx: Context,
) => Promise<Outcome<Step>>

export type JsonObject = { [key: string]: Json }

/** What a gate asks: all that will be done, and the frozen evidence of it. */
export interface Ask {
  action: JsonObject
  shown: JsonObject
  /** In what it differs from what was asked before, where an earlier step found that out. */
  difference?: unknown
}

/** The world is as it was when the request was made. */
export interface Same {
  kind: 'same'
}

/** It is not, and this is how: nothing is done, and the person is asked again with the difference. */
export interface Changed {
  kind: 'changed'
  difference: unknown
}

/** The act certainly did not happen; a person is asked before it is tried again. */
export interface Failed {
  kind: 'failed'
  reason: string
  outcome: unknown
}

/** The other side accepted (`ctx.note`) and is not finished: ask it again after the delay. */
export interface Pending {
  kind: 'pending'
  delaySeconds: number
}

/** What a read-only look tells of an act whose outcome was not recorded. */
export type Seen = Done | Failed | { kind: 'cannot_tell_yet'; evidence: JsonObject }

export const same: Same = { kind: 'same' }

export function changed(difference: unknown): Changed {
  return { kind: 'changed', difference }
}

export function failed(reason: string, outcome?: unknown): Failed {
  return { kind: 'failed', reason, outcome }
}

export function pending(delaySeconds: number): Pending {
  return { kind: 'pending', delaySeconds }
}

export function cannotTellYet(evidence: JsonObject = {}): Seen {
  return { kind: 'cannot_tell_yet', evidence }
}

/**
 * Acts, once, with the action as it was approved: parsed from the signed body, never taken from the
 * task's state. A throw leaves the outcome unknown; `failed` says that it certainly did not happen.
 */
export type Act = (action: JsonObject, ctx: ActContext) => Promise<Done | Failed | Pending>

/** A step that asks a person, then acts. */
export interface GateStep<Gate extends string, Step extends string, Payload, State> {
  gate: Gate
  /**
   * A pure function of the task: what will be done, and what the person sees of it; or nothing to ask.
   * `difference` says why it is asked again: what `check` found changed, or how the attempt before went.
   */
  ask(
    task: Task<Payload, State>,
    ctx: Context,
    difference?: unknown,
  ): Promise<Ask | Outcome<Step>> | Ask | Outcome<Step>
  /** Preflight: compares the approved action with the world now. Left out: it can't have changed. */
  check?(action: JsonObject, ctx: Context): Promise<Same | Changed | Skip | Abandon>
  /** The act; several as a record, begun in the order of the gate's list. */
  run: Act | Readonly<Record<string, Act>>
  /** Asks the other side how a noted act went, in later slices. */
  poll?(handle: Json, action: JsonObject, ctx: ActContext): Promise<Done | Failed | Pending>
  /**
   * Read-only: what became of an act whose outcome was not recorded. `handle` is what the act noted;
   * null where it did not come to that.
   */
  probe?(action: JsonObject, ctx: ActContext, handle: Json): Promise<Seen>
  /** Where the task goes once all effects are done; left out: completed, with their results. */
  after?(
    results: Readonly<Record<string, Json>>,
    task: Task<Payload, State>,
    ctx: Context,
  ): Promise<Outcome<Step>>
}

/** A step that asks a person for answers and has no effect. */
export interface QuestionStep<Gate extends string, Step extends string, Payload, State> {
  gate: Gate
  ask(task: Task<Payload, State>, ctx: Context): Promise<Ask | Outcome<Step>> | Ask | Outcome<Step>
  answered(
    answer: { answers: Json; comment: string | null; by: string; action: JsonObject },
    task: Task<Payload, State>,
    ctx: Context,
  ): Promise<Outcome<Step>>
}

/** At `name`, asks what `ask` says; once approved and unchanged (`check`), acts (`run`). */
export function gate<const Gate extends string, Step extends string, Payload, State>(
  name: Gate,
  step: Omit<GateStep<Gate, Step, Payload, State>, 'gate'>,
): GateStep<Gate, Step, Payload, State> {
  return { gate: name, ...step }
}

/** At `name`, asks for answers and goes on with them. */
export function question<const Gate extends string, Step extends string, Payload, State>(
  name: Gate,
  step: Omit<QuestionStep<Gate, Step, Payload, State>, 'gate'>,
): QuestionStep<Gate, Step, Payload, State> {
  return { gate: name, ...step }
}

export type AnyStep<Step extends string, Gate extends string, Payload, State> =
  | Slice<Step, Payload, State>
  | GateStep<Gate, Step, Payload, State>
  | QuestionStep<Gate, Step, Payload, State>
