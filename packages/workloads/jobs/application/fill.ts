// The step `fill`: the form read, its answers planned, and all of it filled in, with pictures; nothing sent.
import { type Context, next, type Outcome, skip, type Task } from '#queue'
import type { FormSchema, OpenForm } from '../forms/index.ts'
import type { Profile } from '../profile/index.ts'
import { requirementsOf, warningsOf } from './evidence.ts'
import { fillWhole, keepPictures, type Whole } from './filling.ts'
import { appliedHere, boardMode, leaveToPerson } from './memory.ts'
import { standingOf } from './open.ts'
import type { ApplicationPayload } from './payload.ts'
import { type Planner, planner, type Ready } from './planning.ts'
import type { ApplicationState, Filled, Handover } from './state.ts'
import { localDate } from './today.ts'
import { usualForm } from './usual-form.ts'
import type { World } from './world.ts'

type Application = Task<ApplicationPayload, ApplicationState>
type Step = 'draft' | 'answers' | 'submit' | 'handover'

/**
 * Opens the posting's form and fills it as planned. Goes on to the gate that is next: answers where
 * some are missing, handover where a worker can't go on, else the submit. Throws to be tried again.
 */
export async function fill(task: Application, ctx: Context, world: World): Promise<Outcome<Step>> {
  const { profile, sha256 } = await world.profile(ctx)
  const { draft, documents, ...rest } = task.state
  // Another profile since then: letter, CV and answers must be of what it says now.
  if (!draft || !documents || sha256 !== task.state.profileSha256) return next('draft', rest)

  const boards = world.connect()
  const standing = await standingOf(
    task.state.posting ?? task.payload.posting,
    profile,
    localDate(ctx.claimedAt, profile),
    boards,
  ).finally(() => boards.http.close())
  if (standing.kind === 'skip') return skip(standing.reason, standing.why)
  const { posting } = standing
  const liveness = { ...standing.liveness, at: ctx.claimedAt.toISOString() }
  const state = { ...task.state, draft, documents, posting, liveness }
  const plan = await planner({ ...state, given: state.given ?? {} }, profile, ctx)

  return await world.form(posting, ctx, async (form) => {
    const { reading } = form
    if (reading.kind === 'closed') return skip('posting_closed', { detail: reading.detail })
    if (reading.kind === 'form') {
      return await fillIn({ form, schema: reading.schema, plan, ctx, task, profile, state })
    }
    if (reading.why === 'challenge') await leaveToPerson(ctx, posting.board, reading.detail)
    const { values } = plan(usualForm(posting))
    const { why, detail } = reading
    return handOver(state, { why, detail, url: posting.applyUrl, values, open: [] })
  })
}

interface Filling {
  form: OpenForm
  schema: FormSchema
  plan: Planner
  ctx: Context
  task: Application
  profile: Profile
  state: ApplicationState & Omit<Ready, 'given'>
}

async function fillIn(filling: Filling): Promise<Outcome<Step>> {
  const { form, schema, ctx, state, task, plan } = filling
  const values = (now: FormSchema) => plan(now).values
  const stopped = await notYet(filling, schema)
  if (stopped) return stopped
  const whole = await fillWhole(form, schema, values, ctx)
  // Questions that only appeared while it was filled may want answers too.
  const late = await notYet(filling, whole.schema)
  if (late) return late
  const { differences } = whole
  if (differences.length === 0) return await ready(filling, whole)
  if (task.attempts === 0) throw new FormResists(differences.length)
  const where = differences.map(({ label, why }) => `${label} (${why})`).join(', ')
  const detail = `The form doesn’t hold what was planned: ${where}`
  const { url } = schema
  return handOver(state, { why: 'resists', detail, url, values: values(whole.schema), open: [] })
}

/** Where it goes instead of being filled; null where everything is there. */
async function notYet({ plan, ctx, state }: Filling, schema: FormSchema) {
  const { values, ask, beyond } = plan(schema)
  const open = [...beyond, ...ask.filter(({ required }) => required)].map(({ label }) => label)
  const over = (why: Handover['why'], detail: string) =>
    handOver(state, { why, detail, url: schema.url, values, open })
  const mode = await boardMode(ctx, state.posting.board)
  if (mode) return over('board', mode.why)
  if (beyond.length > 0) {
    const labels = beyond.map(({ label }) => label).join(', ')
    return over('beyond', `The form wants what no answer can give: ${labels}`)
  }
  if (ask.length === 0) return null
  const fields = schema.fields.filter(({ key }) => ask.some(({ id }) => id === key))
  return next('answers', { ...state, asked: { fields, questions: ask } })
}

function handOver(state: ApplicationState, handover: Handover) {
  return next('handover', { ...state, filled: undefined, handover })
}

async function ready(filling: Filling, { schema, tiles, undrawable }: Whole) {
  const { ctx, state, profile, plan } = filling
  const applied = await appliedHere(ctx, state.posting)
  const filled: Filled = {
    form: schema,
    values: plan(schema).values,
    tiles: await keepPictures(tiles, 'Form', ctx),
    requirements: requirementsOf(state, profile, localDate(ctx.claimedAt, profile)),
    warnings: warningsOf(state, { undrawable, applied, comment: state.sentBack ?? null }),
  }
  return next('submit', { ...state, asked: undefined, handover: undefined, filled })
}

/** The form didn't hold what was put in. Tried again once: pages have bad moments. */
class FormResists extends Error {
  override readonly name = 'FormResists'
  constructor(count: number) {
    super(`the form holds something else than planned in ${count} places`)
  }
}
