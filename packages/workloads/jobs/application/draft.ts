// The step `draft`: is the posting still one to apply for, and what do CV and letter say?
import { type Context, next, skip, type Task } from '#queue'
import { cvSchema, letterSchema } from '../documents/content.ts'
import { documentsOf, drafting } from '../drafting/index.ts'
import { standingOf } from './open.ts'
import type { ApplicationPayload } from './payload.ts'
import type { ApplicationState, Draft } from './state.ts'
import { localDate } from './today.ts'
import type { World } from './world.ts'

type Application = Task<ApplicationPayload, ApplicationState>

/** Checks the posting once, then drafts from the profile as it stands now. */
export async function draft(
  { payload, state, createdAt }: Application,
  ctx: Context,
  world: World,
) {
  const { profile, sha256: profileSha256 } = await world.profile(ctx)
  const today = localDate(ctx.claimedAt, profile)
  const { http, baseUrl } = world.connect()
  const standing = await standingOf(payload.posting, profile, today, { http, baseUrl }).finally(
    () => http.close(),
  )
  if (standing.kind === 'skip') return skip(standing.reason, standing.why)
  const { posting } = standing
  const liveness = { ...standing.liveness, at: ctx.claimedAt.toISOString() }
  const documents = documentsOf(drafting(profile, posting, localDate(createdAt, profile)))
  const made: Draft = {
    by: 'rules',
    cv: cvSchema.parse(documents.cv),
    letter: letterSchema.parse(documents.letter),
    evidence: documents.evidence,
    notes: documents.notes,
  }
  return next('make', { ...state, posting, liveness, profileSha256, draft: made })
}
