// A workload whose one act can't be undone: it sends letters, and a test sees which.
import { z } from 'zod'
import { done, gate, implement, type Json, workload } from '#queue'

/** What was sent so far, in order. */
export const acts: Json[] = []
export const definition = workload({
  capability: 'letter',
  workload: 'letters',
  title: 'Send a letter',
  caps: {},
  payload: z.object({ to: z.string() }),
  state: z.unknown(),
  steps: ['send'],
  gates: { send: { irreversible: true, sentence: 'Send a letter to {/action/to}' } },
})
export const implementation = implement(definition, {
  send: gate('send', {
    ask: (task) => ({ action: { to: task.payload.to }, shown: {} }),
    run: async (action) => {
      acts.push(action.to ?? null)
      return done({})
    },
  }),
})
