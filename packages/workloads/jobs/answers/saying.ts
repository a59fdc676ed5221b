// What there is to say, before it is known how the form wants it said.

import type { FormField } from '../forms/schema.ts'
import type { Degree } from '../requirements/index.ts'
import type { PlanInput, Source } from './planned.ts'
import type { Wording } from './wording.ts'

export type Saying =
  /** Words; `alike` are labels that say the same in a list, the best first. */
  | { as: 'words'; text: string; alike?: readonly string[] }
  | { as: 'yes-no'; yes: boolean }
  | { as: 'country'; code: string; text: string }
  /** A span of months: of experience, said in completed years. */
  | { as: 'experience'; months: number }
  | { as: 'notice'; weeks: number }
  | { as: 'date'; iso: string }
  | { as: 'degree'; degree: Degree; text: string }
  | { as: 'pay'; amount: number; currency: string; period: string }
  /** The option that declines to answer. */
  | { as: 'nothing' }

export interface Reply {
  saying: Saying
  source: Source
  detail: string
}

/**
 * A rule for one topic. Null: the question is about something else. `ask`: it is about this, and
 * only the person can say. `empty`: it is about this and stays empty, also where it is required.
 */
export type Topic = (asked: Asked, input: PlanInput) => Reply | 'ask' | 'empty' | null

export interface Asked {
  field: FormField
  wording: Wording
}

export const words = (text: string, alike: readonly string[] = []): Saying => ({
  as: 'words',
  text,
  alike,
})
export const yesNo = (yes: boolean): Saying => ({ as: 'yes-no', yes })

export function fromProfile(saying: Saying, field: string): Reply {
  return { saying, source: 'profile', detail: `resume.json ${field}` }
}

export function fromStanding(saying: Saying, entry: string): Reply {
  return { saying, source: 'standing', detail: `answers.yaml ${entry}` }
}
