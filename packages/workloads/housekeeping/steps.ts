// Housekeeping, the working half: look, tidy up what may go without asking, ask about the rest.
import {
  type ActContext,
  type Context,
  changed,
  done,
  failed,
  gate,
  implement,
  type JsonObject,
  next,
  same,
} from '#queue'
import { housekeeping } from './definition.ts'

const dayMs = 86_400_000
const batch = 500
/** Most that one approval, or one run, deletes of each kind; the next day goes on. */
const most = 50_000

export const implementation = implement(housekeeping, {
  async survey({ payload }, ctx) {
    const before = new Date(ctx.claimedAt.getTime() - payload.retentionDays * dayMs)
    const { tasks, records, files } = await ctx.verbs.prunable(before, most)
    return next('tidy', { finishedBefore: before.toISOString(), tasks, records, files })
  },

  async tidy({ payload, state }, ctx) {
    if (!state) throw new Error('tidying before the survey')
    const few = state.tasks <= payload.threshold
    const tasks = few ? state.tasks : 0
    if (tasks + state.records + state.files > 0) {
      const action = { finishedBefore: state.finishedBefore, tasks }
      const deleted = await ctx.actUngated('tidy', action, tidy)
      if (few) return done(deleted)
    }
    return few ? done({ tasks: 0, records: 0, files: 0 }) : next('prune', state)
  },

  prune: gate('prune', {
    async ask({ payload, state }, ctx) {
      if (!state) throw new Error('asking before the survey')
      const { finishedBefore } = state
      const { tasks, capabilities } = await ctx.verbs.prunable(new Date(finishedBefore), most)
      if (tasks === 0) return done({ tasks })
      const shown = { capabilities, retentionDays: payload.retentionDays }
      return { action: { finishedBefore, tasks }, shown }
    },
    async check(action, ctx) {
      const { before, tasks } = cutOff(action)
      const now = (await ctx.verbs.prunable(before, tasks + 1)).tasks
      return now > tasks && tasks < most ? changed({ approved: tasks, now }) : same
    },
    async run(action, ctx) {
      const { before, tasks } = cutOff(action)
      const deleted = await pruneTasks(ctx, before, tasks)
      return done({ tasks: deleted, files: await deleteFiles(ctx) })
    },
    /** Cut short, it deleted some of them: what is left is asked about again. */
    async probe(action, ctx) {
      const { before, tasks } = cutOff(action)
      const left = (await ctx.verbs.prunable(before, tasks)).tasks
      return left === 0 ? done({ tasks }) : failed('interrupted', { left })
    },
  }),
})

async function tidy(action: JsonObject, ctx: ActContext) {
  const { before, tasks } = cutOff(action)
  const deleted = await pruneTasks(ctx, before, tasks)
  return done({
    tasks: deleted,
    records: await pruneRecords(ctx, before),
    files: await deleteFiles(ctx),
  })
}

/** Deletes exactly so many, the oldest first; fewer only where there are no more. */
async function pruneTasks(ctx: Context, before: Date, tasks: number): Promise<number> {
  let left = tasks
  while (left > 0) {
    ctx.signal.throwIfAborted()
    const gone = (await ctx.verbs.prune(before, Math.min(batch, left))).tasks
    if (gone === 0) break
    left -= gone
  }
  return tasks - left
}

async function pruneRecords(ctx: Context, before: Date): Promise<number> {
  let records = 0
  while (records < most) {
    ctx.signal.throwIfAborted()
    const { invocations, readings } = await ctx.verbs.pruneRecords(before, batch)
    records += invocations + readings
    if (invocations + readings === 0) break
  }
  return records
}

async function deleteFiles(ctx: Context): Promise<number> {
  let files = 0
  let deleted: string[] = []
  while (files < most) {
    const loose = await ctx.verbs.sweepFiles(deleted, batch)
    deleted = []
    for (const sha256 of loose) {
      ctx.signal.throwIfAborted()
      if (await ctx.files.delete(sha256)) deleted.push(sha256)
    }
    files += deleted.length
    if (deleted.length === 0) break
  }
  return files
}

/** What an action of ours says, as it was written by `ask`. */
function cutOff(action: JsonObject): { before: Date; tasks: number } {
  const { finishedBefore, tasks } = action
  if (typeof finishedBefore !== 'string' || typeof tasks !== 'number') {
    throw new Error('not an action of housekeeping')
  }
  return { before: new Date(finishedBefore), tasks }
}
