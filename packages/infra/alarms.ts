// What is mailed to the owner: failing functions, a silent reaper, incidents, messages that reach nobody.
import type { AlarmPlan, FunctionPlan, LogMetricPlan } from './plan.ts'

const hourSeconds = 3600

/** Read from the one line that the reaper logs each hour, and from what the pages log when they fail. */
export const metrics: LogMetricPlan[] = [
  {
    name: 'ReaperRuns',
    function: 'Reaper',
    pattern: '{ $.event = "reaper" && $.outcome != "failed" }',
    value: '1',
  },
  {
    name: 'Incidents',
    function: 'Reaper',
    pattern: '{ $.event = "reaper" && $.incidents > 0 }',
    value: '$.incidents',
  },
  {
    name: 'Undelivered',
    function: 'Reaper',
    pattern: '{ $.event = "reaper" && $.undelivered > 0 }',
    value: '$.undelivered',
  },
  {
    name: 'PagesFailed',
    function: 'Approvals',
    pattern: '{ $.event = "page failed" || $.event = "not served" }',
    value: '1',
  },
]

const usual = { periods: 1, threshold: 1, below: false, silence: 'good' } as const

export function alarmsOf(functions: readonly FunctionPlan[]): AlarmPlan[] {
  return [
    ...functions.map(errors),
    {
      ...usual,
      name: 'ReaperSilent',
      description: 'The reaper did not succeed for two hours: lapsed leases stay, nothing expires',
      of: { metric: 'ReaperRuns' },
      periodSeconds: hourSeconds,
      periods: 2,
      below: true,
      silence: 'bad',
    },
    {
      ...usual,
      name: 'Incidents',
      description: 'A signal of the system is red: see "countersign signals"',
      of: { metric: 'Incidents' },
      periodSeconds: hourSeconds,
    },
    {
      ...usual,
      name: 'Undelivered',
      description: 'Messages did not reach a person after three tries',
      of: { metric: 'Undelivered' },
      periodSeconds: hourSeconds,
    },
    {
      ...usual,
      name: 'PagesFailed',
      description: 'Five pages could not be shown within a quarter of an hour',
      of: { metric: 'PagesFailed' },
      periodSeconds: 900,
      threshold: 5,
    },
    {
      ...usual,
      name: 'Undone',
      description: 'Events that could not be handed to a function, or that it failed on',
      of: { queue: true },
      periodSeconds: 300,
    },
  ]
}

/** One failed tick puts itself right; two of three don't. Whatever runs more rarely is told at once. */
function errors({ name, handler }: FunctionPlan): AlarmPlan {
  const tick = handler.startsWith('functions/tick/')
  return {
    ...usual,
    name: `${name}Errors`,
    description: `${name} fails${tick ? ' again and again' : ''}: its log says why`,
    of: { errors: name },
    periodSeconds: 300,
    ...(tick && { periods: 3, bad: 2 }),
  }
}
