// The rows behind the dashboard's figures, as its pages use them.
import { z } from 'zod'

const count = z.number()

export const proofRow = z.object({
  done: count,
  decided: count,
  declared: count,
  since: z.date().nullable(),
  read_at: z.date(),
})
export type Proof = z.infer<typeof proofRow>

export const capabilityRow = z.object({
  capability: z.string(),
  max_running: z.number().nullable(),
  max_parked: z.number().nullable(),
  daily_ceiling: z.number().nullable(),
  time_zone: z.string(),
  paused_at: z.date().nullable(),
  paused_by: z.string().nullable(),
  paused_reason: z.string().nullable(),
  running: count,
  parked: count,
  started: count,
  started_today: count,
  ready_started: count,
  ready_new: count,
  oldest_ready_at: z.date().nullable(),
  held_by: z.string().nullable(),
  now: z.date(),
})
export type Capability = z.infer<typeof capabilityRow>

export const signalRow = z.object({
  signal: z.string(),
  owner: z.enum(['system', 'person']),
  value: z.coerce.number().nullable(),
  threshold: z.coerce.number().nullable(),
  colour: z.enum(['green', 'red']),
  meaning: z.string(),
  read_at: z.date(),
  readings: count,
  red: count,
})
export type Signal = z.infer<typeof signalRow>

export const outcomeRow = z.object({ day: z.date(), status: z.string(), tasks: count })
export type OutcomeDay = z.infer<typeof outcomeRow>

export const decisionRow = z.object({
  day: z.date(),
  decisions: count,
  median_seconds: z.number().nullable(),
})
export type DecisionDay = z.infer<typeof decisionRow>

export const failureRow = z.object({
  id: z.number(),
  capability: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  finished_at: z.date(),
})
export type FailureTask = z.infer<typeof failureRow>

export const ungatedRow = z.object({
  capability: z.string(),
  name: z.string(),
  sentence: z.string(),
  ungated_reason: z.string().nullable(),
})
export type Ungated = z.infer<typeof ungatedRow>
