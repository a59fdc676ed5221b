// The step `rank`: judges and ranks what was read, and keeps the night's table.
import { type Context, next } from '#queue'
import { type NightFile, nightBytes } from '../night/table.ts'
import { storedProfile } from '../profile/index.ts'
import { type Night, rankingWish, rankJudged } from '../ranking.ts'
import { judgeBoards } from './judge-boards.ts'
import { recallTaken, type Taken } from './memory.ts'
import type { ReadBoard, SearchState } from './state.ts'

/** The same words under a new id count as a repost for so long after they were taken up. */
const repostDays = 180

/**
 * A pure function of the night's date, what was read, the profile it began with and what was taken up
 * before: a night that died and goes on tomorrow makes the same table.
 */
export async function rank(
  { id, date, state }: { id: number; date: string; state: SearchState },
  ctx: Pick<Context, 'files' | 'recall' | 'keepFile'>,
) {
  if (state.profileSha256 === undefined) throw new Error('ranking before reading')
  const { profile, sha256: profileSha256 } = await storedProfile(ctx.files, state.profileSha256)
  const wish = rankingWish(profile)
  const files = state.boards.flatMap(({ file }) => (file === null ? [] : [file]))
  const judged = await judgeBoards(files, (sha256) => ctx.files.get(sha256), profile, date)
  const night = nightOn(date, before(await recallTaken(ctx), id))
  const table = rankJudged(judged, wish, night)
  const { postings: wanted, perCompany } = wish.night
  const bytes = nightBytes(
    {
      date,
      asOf: lastRead(state.boards),
      profileSha256,
      wanted: { postings: wanted, perCompany },
      boards: state.boards.map(outcomeOf),
    },
    table,
  )
  const file = await ctx.keepFile(bytes, { name: 'night.json', mediaType: 'application/json' })
  return next('enqueue', { ...state, table: file })
}

/** What other nights took up. This one's own takings don't count: it may be doing this again. */
function before(taken: Taken, task: number): Taken {
  return Object.fromEntries(Object.entries(taken).filter(([, entry]) => entry.task !== task))
}

/** Ages count from the day's first moment, whatever the hour of the run. */
function nightOn(date: string, taken: Taken): Night {
  const now = `${date}T00:00:00.000Z`
  const since = new Date(Date.parse(now) - repostDays * 86_400_000).toISOString().slice(0, 10)
  const recent = Object.entries(taken).filter(([, { on }]) => on >= since)
  return {
    now,
    seen: new Set(Object.keys(taken)),
    seenBodies: new Map(recent.map(([key, { bodyHash }]) => [bodyHash, key])),
  }
}

function lastRead(boards: readonly ReadBoard[]): string {
  const last = boards
    .map(({ readAt }) => readAt)
    .toSorted()
    .at(-1)
  if (last === undefined) throw new Error('a profile names at least one board')
  return last
}

/** What the table tells of a board: no file, no validator. */
function outcomeOf({ file: _, validator: __, ...outcome }: ReadBoard): NightFile['boards'][number] {
  return outcome
}
