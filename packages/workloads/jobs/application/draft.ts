// The step `draft`: is the posting still one to apply for, and what do CV and letter say?
import { type Context, next, skip, type Task, wait } from '#queue'
import { cvContent, letterContent } from '../documents/index.ts'
import { documentsOf, drafting, unused, writeLetter } from '../drafting/index.ts'
import { standingOf } from './open.ts'
import type { ApplicationPayload } from './payload.ts'
import type { ApplicationState, Draft } from './state.ts'
import { localDate } from './today.ts'
import type { World } from './world.ts'

type Application = Task<ApplicationPayload, ApplicationState>
type Drafted = ReturnType<typeof drafting>

/** How long an answer of the board holds, so that what follows it goes on from the same posting. */
const freshMs = 60 * 60_000
/** For the model's calls and waits of one slice, which has a minute. */
const modelMs = 42_000

/** Checks the posting, then drafts from the profile as it stands now; a model words the letter if there is one. */
export async function draft(task: Application, ctx: Context, world: World) {
  const { profile, sha256: profileSha256 } = await world.profile(ctx)
  const checked = await checkPosting(task, profile, ctx, world)
  if (checked.kind === 'skip') return skip(checked.reason, checked.why)
  const { posting, liveness } = checked
  const state = { ...task.state, posting, liveness, profileSha256 }
  // The letter's date, and that of every year counted, is the day the task was made.
  const drafted = drafting(profile, posting, localDate(task.createdAt, profile))
  const letter = await worded(drafted, state, ctx, world)
  if (letter.kind === 'wait') return wait('draft', { ...state, model: letter.use }, letter.seconds)
  return next('make', { ...state, model: letter.use, draft: letter.draft })
}

async function checkPosting(
  { payload, state }: Application,
  profile: Drafted['profile'],
  ctx: Context,
  world: World,
) {
  const { posting, liveness } = state
  if (posting && liveness && ctx.claimedAt.getTime() - Date.parse(liveness.at) < freshMs) {
    return { kind: 'open' as const, posting, liveness }
  }
  const boards = world.connect()
  const today = localDate(ctx.claimedAt, profile)
  const standing = await standingOf(payload.posting, profile, today, boards).finally(() =>
    boards.http.close(),
  )
  if (standing.kind === 'skip') return standing
  return { ...standing, liveness: { ...standing.liveness, at: ctx.claimedAt.toISOString() } }
}

type Worded =
  | { kind: 'drafted'; draft: Draft; use: ApplicationState['model'] }
  | { kind: 'wait'; seconds: number; use: ApplicationState['model'] }

/** By the model where one is configured and its letter passes; else by the rules, saying why. */
async function worded(
  drafted: Drafted,
  state: ApplicationState,
  ctx: Context,
  world: World,
): Promise<Worded> {
  const configured = world.model()
  if (configured === null) return { kind: 'drafted', draft: draftOf(drafted), use: state.model }
  const written = await writeLetter(drafted, {
    model: configured.model,
    tokenBudget: configured.tokensPerTask,
    use: state.model ?? unused,
    save: (use) => ctx.save({ ...state, model: use }),
    signal: ctx.signal,
    withinMs: modelMs,
  })
  const { use } = written
  ctx.log('letter', { outcome: written.kind, calls: use.calls, tokens: use.tokens })
  if (written.kind === 'wait') return written
  if (written.kind === 'written') {
    return { kind: 'drafted', draft: draftOf(drafted, written.paragraphs), use }
  }
  const byRules = draftOf(drafted)
  const note = `The letter is by the rules: ${written.why}.`
  return { kind: 'drafted', draft: { ...byRules, notes: [...byRules.notes, note] }, use }
}

function draftOf(drafted: Drafted, body?: Drafted['letter']['body']): Draft {
  const { cv, letter, evidence, notes } = documentsOf(drafted, body)
  const by = body === undefined ? 'rules' : 'model'
  return { by, cv: cvContent(cv), letter: letterContent(letter), evidence, notes }
}
