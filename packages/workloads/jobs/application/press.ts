// The one press: noted before it is done, so that whoever comes after a crash knows whether it may have been.
import { type ActContext, cannotTellYet, done, failed, type Json, pending } from '#queue'
import { NotPressed, type OpenForm, type Pressed } from '../forms/index.ts'
import { type Action, valuesFor } from './action.ts'
import { differencesTo, placeOf } from './differences.ts'
import { fillWhole, keepPictures } from './filling.ts'
import { leaveToPerson, pressSeen, rememberPress } from './memory.ts'
import type { World } from './world.ts'

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
      await ctx.note(`the button was about to be pressed at ${new Date().toISOString()}`)
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
  // Nothing more is to be learnt here: the next slice looks at what was noted, and asks the person.
  return pending(1)
}

/** Looks at nothing but what was noted: asking the board again would be another application. */
export async function whatBecame(action: Action, ctx: ActContext, handle: Json) {
  if (handle === null)
    return failed('not_pressed', { why: 'it ended before the button was reached' })
  const seen = await pressSeen(ctx, action.posting)
  if (!seen) return cannotTellYet()
  const { saw, seenAt, images } = seen
  return cannotTellYet({ 'after the press': sights[saw], 'seen at': seenAt, images })
}

const sights: Readonly<Record<Pressed['saw'], string>> = {
  confirmation: 'a confirmation',
  challenge: 'a challenge for people',
  login: 'a question for a password',
  'email-code': 'a question for a code from an e-mail',
  complaint: 'a complaint',
  nothing: 'neither a confirmation nor a complaint',
}
