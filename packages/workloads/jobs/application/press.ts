// The one press: noted before it is done, so that whoever comes after a crash knows whether it may have been.
import { type ActContext, cannotTellYet, done, failed, type Json, type JsonObject } from '#queue'
import { NotPressed, type OpenForm, type Pressed } from '../forms/index.ts'
import { type Action, valuesFor } from './action.ts'
import { differencesTo, placeOf } from './differences.ts'
import { fillWhole, keepPictures } from './filling.ts'
import { leaveToPerson, pressSeen, rememberPress } from './memory.ts'
import type { World } from './world.ts'

/** The button was pressed, and the board did not say that it has the application. */
class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * Opens the form once more, fills it with what was approved, and presses the button. Until the press
 * is noted nothing can have been sent, and it fails; after it only the board's own confirmation makes it
 * done, and anything else is unknown.
 */
export async function pressed(action: Action, ctx: ActContext, world: World) {
  let noted = false
  try {
    return await world.form(placeOf(action), ctx, async (form) => {
      const refused = await prepared(form, action, ctx)
      if (refused) return refused
      // Under the live lease, or not at all: a worker that lost its task can't press any more.
      await ctx.note({ 'button pressed after': new Date().toISOString() })
      noted = true
      return await judged(await form.submit(), action, ctx)
    })
  } catch (error) {
    if (noted && !(error instanceof NotPressed)) throw error
    const why = error instanceof Error ? error.message : String(error)
    ctx.log('not pressed', { why: error instanceof Error ? error.name : 'threw' })
    return failed('not_pressed', { why })
  }
}

async function prepared(form: OpenForm, action: Action, ctx: ActContext) {
  const { reading } = form
  if (reading.kind !== 'form') return failed('form_gone', { found: reading.kind })
  const whole = await fillWhole(form, reading.schema, (now) => valuesFor(action, now), ctx)
  const rows = differencesTo(action, whole)
  return rows.length === 0 ? null : failed('form_changed', { differences: rows })
}

async function judged(
  { outcome, saw, detail, evidence }: Pressed,
  action: Action,
  ctx: ActContext,
) {
  const { board } = action.posting
  ctx.log('pressed', { outcome, saw })
  if (outcome === 'not-sent') {
    if (saw !== 'complaint') await leaveToPerson(ctx, board, detail)
    return failed('not_sent', { saw, detail })
  }
  const pictures = await keepPictures(evidence.tiles, 'After_the_press', ctx).catch(() => [])
  const { pressedAt, seenAt, url } = evidence
  if (outcome === 'confirmed')
    return done({ confirmation: detail, pressedAt, seenAt, url, pictures })
  const images = pictures.map((sha256) => ({ sha256, caption: 'The page after the press' }))
  await rememberPress(ctx, action.posting, { saw, seenAt, images })
  await leaveToPerson(ctx, board, 'an application was sent there, and the board did not confirm it')
  throw new OutcomeUnknown(`the board did not confirm the application: ${saw}`)
}

/** Looks at nothing but what was noted: asking the board again would be another application. */
export async function whatBecame(action: Action, ctx: ActContext, handle: Json) {
  if (handle === null)
    return failed('not_pressed', { why: 'it ended before the button was reached' })
  const seen: JsonObject = (await pressSeen(ctx, action.posting)) ?? {}
  return cannotTellYet(seen)
}
