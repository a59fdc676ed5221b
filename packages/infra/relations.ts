// How times relate to each other: checked before anything is deployed, since breaking one shows only under load.
import { type Definition, loginTimeouts } from '#queue'
import { tickSeconds } from './functions.ts'
import { eventAgeSeconds, intervalSeconds } from './grid.ts'
import type { FunctionPlan } from './plan.ts'

/** What the runner keeps back of a tick for records, and the function for messages. */
const marginSeconds = 15
const messagesSeconds = 60
/** Of the logins: a statement that hangs ends by itself. */
const statementSeconds = Number.parseInt(loginTimeouts.statement_timeout, 10)
/** What AWS allows. */
const longestSeconds = 900

/** Every relation that does not hold, as a sentence; none where all do. */
export function brokenRelations(
  definitions: readonly Definition[],
  functions: readonly FunctionPlan[],
): string[] {
  return [
    ...definitions.flatMap(ofCapability),
    ...functions.flatMap(({ name, timeoutSeconds, handler }) => [
      ...said(timeoutSeconds > longestSeconds, `${name} may take longer than AWS allows`),
      ...said(
        handler.startsWith('functions/tick/') && timeoutSeconds + eventAgeSeconds > intervalSeconds,
        `${name} may still run when the tick after its successor begins`,
      ),
    ]),
  ]
}

function ofCapability({ capability, caps, sliceSeconds, gates, ungated }: Definition): string[] {
  const lease = caps.leaseSeconds ?? 60
  const usable = tickSeconds - marginSeconds - messagesSeconds
  const acts = [...Object.entries(gates), ...Object.entries(ungated)]
  return [
    ...said(sliceSeconds > usable, `a slice of ${capability} never fits into a tick (${usable} s)`),
    // A heartbeat comes every third of a lease, and may hang for as long as a statement.
    ...said(
      lease / 3 + statementSeconds > lease,
      `a lease of ${capability} lapses under one slow heartbeat (${lease} s)`,
    ),
    ...said(
      lease > intervalSeconds,
      `a dead slice of ${capability} is not taken back by the next tick but one`,
    ),
    ...acts.flatMap(([name, { actWithinSeconds = 60 }]) =>
      said(actWithinSeconds > usable, `${name} of ${capability} may take longer than a tick has`),
    ),
  ]
}

function said(broken: boolean, sentence: string): string[] {
  return broken ? [sentence] : []
}
