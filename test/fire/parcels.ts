// The workloads that run under fire: parcels, which act on the world twice, and poison, which kills its worker.
import { z } from 'zod'
import {
  cannotTellYet,
  done,
  failed,
  gate,
  implement,
  type JsonObject,
  next,
  pending,
  type Registered,
  workload,
} from '#queue'
import { ask, type Seen } from './world.ts'

/** How long an act may take at most; the world does what it is asked at once. */
const actWithinSeconds = 3

export const parcel = workload({
  capability: 'parcel',
  workload: 'fire',
  title: 'Send a parcel',
  // Nothing that was merely killed often is given up.
  caps: { maxRunning: 40, maxLostLeases: 10_000, maxAttempts: 10_000, maxSlices: 100_000 },
  payload: z.object({ canLook: z.boolean() }),
  state: z.object({ packed: z.number() }).nullish(),
  steps: ['pack', 'ship', 'file'],
  gates: {
    ship: {
      irreversible: true,
      sentence: 'Send parcel {/action/task}',
      effects: ['label', 'send'],
      undoSeconds: 0,
      actWithinSeconds,
    },
  },
  sliceSeconds: 1,
})

export const poison = workload({
  capability: 'poison',
  workload: 'fire',
  title: 'Kill the worker',
  caps: { maxLostLeases: 3 },
  payload: z.unknown(),
  state: z.unknown(),
  steps: ['eat'],
  sliceSeconds: 1,
})

/**
 * The working halves in a worker's process. `at` is told where a slice or an act has come to, and may
 * not return; `world` is where the other side listens.
 */
export function fireWorkloads(world: string, at: (point: string) => void): Registered[] {
  const tell = (seen: Seen, signal: AbortSignal) => ask(world, seen, signal)
  const taskOf = (action: JsonObject) => Number(action.task)

  const parcels = implement(parcel, {
    pack: async (task, ctx) => {
      await tell({ what: 'slice', task: task.id, name: 'pack', worker: ctx.worker }, ctx.signal)
      at('in the slice')
      await ctx.save({ packed: 1 })
      return next('ship', { packed: 2 })
    },
    ship: gate('ship', {
      ask: (task) => ({
        action: {
          task: task.id,
          canLook: task.payload.canLook,
          effects: ['label', 'send'].map((name) => ({ name, parcel: task.id })),
        },
        shown: {},
      }),
      run: {
        label: async (action, ctx) => {
          const act = {
            what: 'act',
            task: taskOf(action),
            name: 'label',
            worker: ctx.worker,
          } as const
          await tell(act, ctx.signal)
          at('acted')
          return done({ labelled: true })
        },
        send: async (action, ctx) => {
          const act = {
            what: 'act',
            task: taskOf(action),
            name: 'send',
            worker: ctx.worker,
          } as const
          await tell(act, ctx.signal)
          at('accepted')
          await ctx.note({ parcel: taskOf(action) })
          return pending(1)
        },
      },
      poll: async (_handle, action, ctx) => {
        const look = {
          what: 'look',
          task: taskOf(action),
          name: 'send',
          worker: ctx.worker,
        } as const
        return (await tell(look, ctx.signal)) > 0 ? done({ sent: true }) : failed('never sent')
      },
      probe: async (action, ctx) => {
        if (action.canLook !== true) return cannotTellYet()
        const { effect: name, worker } = ctx
        const times = await tell({ what: 'look', task: taskOf(action), name, worker }, ctx.signal)
        return times > 0 ? done({ seen: true }) : failed('not there')
      },
      after: async () => next('file'),
    }),
    file: async (task, ctx) => {
      await tell({ what: 'slice', task: task.id, name: 'file', worker: ctx.worker }, ctx.signal)
      return done()
    },
  })
  const poisons = implement(poison, {
    eat: async () => {
      process.kill(process.pid, 'SIGKILL')
      return done()
    },
  })
  return [
    { definition: parcel, load: async () => ({ implementation: parcels }) },
    { definition: poison, load: async () => ({ implementation: poisons }) },
  ]
}
