// The step `enqueue`: one application for each posting taken, then what the next night has to know.
import { type Context, done, isRefusal } from '#queue'
import { jobApplication } from '../application/definition.ts'
import { type ApplicationPayload, applicationKey } from '../application/payload.ts'
import { type Posting, postingKey } from '../boards/index.ts'
import { nightsKey, parseNights, withNight } from '../night/nights.ts'
import { type NightFile, parseNight, type Row } from '../night/table.ts'
import { storedProfile } from '../profile/index.ts'
import { readPostings } from './board-file.ts'
import {
  boardKey,
  type KnownBoard,
  recallBoards,
  rememberBoards,
  rememberTaken,
  type Taken,
} from './memory.ts'
import { knownAfter } from './read-board.ts'
import type { ReadBoard, SearchState } from './state.ts'

interface Night {
  id: number
  date: string
  state: SearchState
}

/** Repeatable from its beginning: every write of it is the same the second time. */
export async function takeUp(night: Night, ctx: Context) {
  const { table: sha256 } = night.state
  if (sha256 === undefined) throw new Error('taking up before ranking')
  const table = parseNight(await ctx.files.get(sha256))
  const tasks = await enqueueTaken(night, table, ctx)
  await noteBoards(night, ctx)
  const summary = {
    table: sha256,
    asOf: table.asOf,
    boards: table.boards.length,
    failed: table.boards.filter(({ outcome }) => outcome === 'error' || outcome === 'unknown')
      .length,
    postings: table.rows.length,
    taken: Object.keys(tasks).length,
    missed: table.rows.filter(({ placement }) => placement === 'misses').length,
    reasons: missedFor(table.rows),
  }
  const nights = parseNights((await ctx.recall(nightsKey)).get(nightsKey))
  await ctx.remember(nightsKey, withNight(nights, { date: night.date, task: night.id, summary }))
  return done({ ...summary, tasks })
}

function missedFor(rows: readonly Row[]): Record<string, number> {
  const reasons: Record<string, number> = {}
  for (const { placement, missed } of rows) {
    if (placement === 'misses' && missed) reasons[missed] = (reasons[missed] ?? 0) + 1
  }
  return reasons
}

/** The tasks by posting. One that an earlier night got to first is left to it. */
async function enqueueTaken({ id, date, state }: Night, table: NightFile, ctx: Context) {
  const rows = table.rows.filter(({ placement }) => placement === 'taken')
  const postings = await postingsOf(rows, state.boards, ctx)
  const tasks: Record<string, number> = {}
  const taken: Taken = {}
  for (const { row, posting } of postings) {
    const payload = payloadOf(row, posting, date)
    const key = applicationKey(payload)
    taken[key] = { on: date, task: id, bodyHash: posting.bodyHash }
    try {
      const application = { capability: jobApplication.capability, key, payload, by: 'job-search' }
      tasks[key] = (await ctx.enqueue(application)).taskId
    } catch (error) {
      if (!isRefusal(error, 'key-taken')) throw error
      ctx.log('taken up before', { posting: key })
    }
  }
  await rememberTaken(ctx, date, taken)
  return tasks
}

/** The rows with their postings, in the order of the rows; only the files that hold them are read. */
async function postingsOf(rows: readonly Row[], boards: readonly ReadBoard[], ctx: Context) {
  const wanted = new Set(rows.map(({ key }) => key))
  const found = new Map<string, Posting>()
  for (const board of boards) {
    const here = rows.some(({ key }) => key.startsWith(`${boardKey(board)}:`))
    if (!here || board.file === null) continue
    for (const posting of await readPostings(ctx, board.file)) {
      const key = postingKey(posting)
      if (wanted.has(key)) found.set(key, posting)
    }
  }
  return rows.map((row) => {
    const posting = found.get(row.key)
    if (!posting) throw new Error(`no board's file has ${row.key}`)
    return { row, posting }
  })
}

function payloadOf(row: Row, posting: Posting, date: string): ApplicationPayload {
  const { score, parts, verdicts, flags } = row
  const unclear = verdicts
    .filter(({ verdict }) => verdict === 'unclear')
    .map(({ dimension, reason, quote }) => ({ dimension, reason, quote }))
  return { posting, night: { date, score, parts, unclear, flags } }
}

/** Remembers how the boards stand, and leaves a note for a person where one fell silent. */
async function noteBoards({ date, state }: Night, ctx: Context) {
  if (state.profileSha256 === undefined) return
  const wished = (await storedProfile(ctx.files, state.profileSha256)).profile.search.boards
  const before = await recallBoards(ctx)
  const after: Record<string, KnownBoard> = {}
  for (const [at, board] of wished.entries()) {
    const read = state.boards[at]
    if (read === undefined) throw new Error(`board ${at} was not read`)
    const key = boardKey(board)
    const known = knownAfter(read, before[key], board, date)
    if (known === undefined) continue
    after[key] = known
    const wasSilent = before[key] !== undefined && before[key].emptySince !== null
    if (known.emptySince !== null && !wasSilent) {
      const { company } = read
      const had = known.postings === 1 ? '1 posting' : `${known.postings} postings`
      const text = `${company} had ${had} and names none any more`
      await ctx.remember(`notice/${key}`, { text, since: date })
    } else if (known.emptySince === null && wasSilent) {
      await ctx.remember(`notice/${key}`, null)
    }
  }
  for (const key of Object.keys(before)) {
    // What the profile no longer lists is nobody's concern.
    const gone = !wished.some((board) => boardKey(board) === key)
    if (gone && before[key]?.emptySince !== null) await ctx.remember(`notice/${key}`, null)
  }
  await rememberBoards(ctx, after)
}
