// The step `read`: a few boards a slice, in the order of the profile.
import { abandon, type Context, next, type Outcome } from '#queue'
import { nightsKey, parseNights, withNight } from '../night/nights.ts'
import { ProfileBroken, type SourcedProfile, storedProfile } from '../profile/index.ts'
import { boardKey, recallBoards } from './memory.ts'
import { readBoard } from './read-board.ts'
import type { SearchState } from './state.ts'
import type { World } from './world.ts'

const boardsPerSlice = 4
/** A slow board may be the last of its slice. */
const sliceMs = 30_000

export async function readBoards(
  night: { id: number; date: string; state: SearchState },
  ctx: Context,
  world: World,
): Promise<Outcome<'read' | 'rank'>> {
  let state = night.state
  let profile: SourcedProfile['profile']
  if (state.profileSha256 === undefined) {
    const begun = await begin(night, ctx, world)
    if ('kind' in begun) return begun
    profile = begun.profile
    state = { ...state, profileSha256: begun.sha256 }
  } else {
    profile = (await storedProfile(ctx.files, state.profileSha256)).profile
  }
  const { boards } = profile.search
  const known = await recallBoards(ctx)
  const connection = world.connect()
  const untilMs = performance.now() + sliceMs
  const most = Math.min(boards.length, state.boards.length + boardsPerSlice)
  try {
    for (const wished of boards.slice(state.boards.length, most)) {
      const read = await readBoard(wished, known[boardKey(wished)], connection, ctx)
      const { outcome, postings } = read
      const event = outcome === 'error' ? 'board not read' : 'board read'
      ctx.log(event, { what: boardKey(wished), outcome, postings })
      state = { ...state, boards: [...state.boards, read] }
      // Saved board by board: a slice that is cut short has still read the ones before.
      await ctx.save(state)
      if (performance.now() > untilMs) break
    }
  } finally {
    await connection.http.close()
  }
  return next(state.boards.length < boards.length ? 'read' : 'rank', state)
}

/** Fixes the profile of this night, and lists the night among the others. */
async function begin(
  { id, date }: { id: number; date: string },
  ctx: Context,
  world: World,
): Promise<SourcedProfile | Outcome<never>> {
  let sourced: SourcedProfile
  try {
    sourced = await world.profile(ctx)
  } catch (error) {
    if (error instanceof ProfileBroken) return abandon('profile_broken', error.message)
    throw error
  }
  // A folder's may be another one by the next slice. What was stored stays where no other function may read it.
  if (!sourced.stored) {
    await ctx.keepFile(sourced.bundle, { name: 'profile.json', mediaType: 'application/json' })
  }
  const nights = parseNights((await ctx.recall(nightsKey)).get(nightsKey))
  await ctx.remember(nightsKey, withNight(nights, { date, task: id, summary: null }))
  return sourced
}
