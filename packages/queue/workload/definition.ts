// The light half of a workload: names, caps, gates and schemas, without anything that does the work.
import type * as z from 'zod'

/** Limits of a capability. What is left out is not limited, or has the table's default. */
export interface Caps {
  maxRunning?: number
  maxParked?: number
  dailyCeiling?: number
  /** IANA zone in which the day of `dailyCeiling` begins. */
  timeZone?: string
  leaseSeconds?: number
  maxAttempts?: number
  maxLostLeases?: number
  maxSlices?: number
  maxAgeSeconds?: number
  /** Days after its end for which a task's values are kept; left out: until somebody erases them. */
  keepValuesDays?: number
}

/** A point where a person is asked. Written to the table `gates` by `countersign migrate`. */
export interface GateDefinition {
  /** What will be done can't be undone: approving it takes a passkey once deployed. */
  irreversible: boolean
  /** One sentence on what will be done; `{/action/target}` is filled from the request by pointer. */
  sentence: string
  /** The ordered effects that an approval may start; left out where only an answer is wanted. */
  effects?: readonly string[]
  /** RFC 6901 pointers into the request that a person may edit. */
  editable?: readonly string[]
  answerWithinSeconds?: number
  undoSeconds?: number
  actBeforeSeconds?: number
  actWithinSeconds?: number
}

/** An effect that acts without asking, with the reason shown to the person. */
export interface UngatedEffect {
  reason: string
  sentence: string
  actWithinSeconds?: number
}

/** What a workload's function needs where it is deployed, beside the usual. The most that its capabilities ask for. */
export interface Needs {
  memoryMb?: number
  /** A headless browser beside the code. */
  browser?: boolean
  /** The pdfTeX tree as a layer. */
  tex?: boolean
  /** Packages that can't be bundled: installed beside the code, in the version of package.json. */
  packages?: readonly string[]
  /** Environment variables that hold secrets: `ANTHROPIC_API_KEY`. Where they are not set, it does without. */
  secrets?: readonly string[]
  /** Other environment variables to hand on where they are set. */
  settings?: readonly string[]
  /** Calls the model that COUNTERSIGN_MODEL names, where that is Bedrock's. */
  model?: boolean
  /** Reads what `countersign profile push` stored; without it there is no nightly work. */
  profile?: boolean
  /** Deletes the files of every workload, and keeps none of its own. */
  deletesFiles?: boolean
}

/** Work that comes by itself, once a day. */
export interface Daily {
  /** The payload of a day's task (`2026-11-30`), which is also its key. */
  payload: (day: string) => unknown
  /** Due not from midnight on but in the night, for the deployed function of this name. */
  nightly?: string
}

export interface Definition<
  Step extends string = string,
  Gate extends string = string,
  Ungated extends string = string,
  Payload = unknown,
  State = unknown,
> {
  capability: string
  /** The folder, and the function that runs it; several capabilities may share one. */
  workload: string
  title: string
  caps: Caps
  /** Version of the payload's schema; a task with a newer one is left to a newer worker. */
  version: number
  payload: z.ZodType<Payload>
  state: z.ZodType<State>
  /** The steps, the first one first. */
  steps: readonly [Step, ...Step[]]
  gates: Readonly<Record<Gate, GateDefinition>>
  ungated: Readonly<Record<Ungated, UngatedEffect>>
  /** How long a slice usually takes at most; a tick starts none that would not end before its deadline. */
  sliceSeconds: number
  /** Send a notice when work arrives, for `countersign work --listen`. */
  notify: boolean
  needs: Needs
  daily: Daily | undefined
}

/** What a definition may leave out. */
type Optional = 'version' | 'gates' | 'ungated' | 'sliceSeconds' | 'notify' | 'needs' | 'daily'

/**
 * Declares a workload's light half. Its steps live in a module of their own (`implement`), which is
 * loaded when one of them runs, so that a list of all workloads pulls in no browser and no SDK.
 */
export function workload<
  const Step extends string,
  Gate extends string = never,
  Ungated extends string = never,
  Payload = unknown,
  State = unknown,
>(
  definition: Omit<Definition<Step, Gate, Ungated, Payload, State>, Optional> &
    Partial<Pick<Definition<Step, Gate, Ungated, Payload, State>, Optional>>,
): Definition<Step, Gate, Ungated, Payload, State> {
  return {
    version: 1,
    gates: {} as Record<Gate, GateDefinition>,
    ungated: {} as Record<Ungated, UngatedEffect>,
    sliceSeconds: 30,
    notify: false,
    needs: {},
    daily: undefined,
    ...definition,
  }
}
