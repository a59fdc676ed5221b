// The gate `submit`: asked with everything, checked against the form as it is, pressed once.
import { type Context, changed, gate, next, same, skip } from '#queue'
import { boards } from '../boards/index.ts'
import { Action, valuesFor } from './action.ts'
import { differencesTo, placeOf, row } from './differences.ts'
import { fillWhole } from './filling.ts'
import { boardMode, leaveToPerson } from './memory.ts'
import type { ApplicationPayload } from './payload.ts'
import { pressed, whatBecame } from './press.ts'
import { isReady, submitRequest } from './request.ts'
import { sent } from './sent.ts'
import type { ApplicationState } from './state.ts'
import type { World } from './world.ts'

export const submitIn = (world: World) =>
  gate<'submit', 'fill' | 'handover', ApplicationPayload, ApplicationState>('submit', {
    async ask({ state, payload, comment }, ctx, difference) {
      // Whatever is different now, it is read and filled anew before the person is asked again.
      if (difference !== undefined) return next('fill', { ...state, difference: plain(difference) })
      if (comment !== null && comment !== state.sentBack) {
        return next('fill', { ...state, sentBack: comment })
      }
      // Left to the person since it was filled: what is asked then is another thing.
      const left = await boardMode(ctx, payload.posting.board)
      return isReady(state) && !left ? submitRequest(state, payload) : next('fill', state)
    },
    check: (action, ctx) => unchanged(Action.parse(action), ctx, world),
    run: (action, ctx) => pressed(Action.parse(action), ctx, world),
    probe: (action, ctx, handle) => whatBecame(Action.parse(action), ctx, handle),
    async after(results, { state, payload }, ctx) {
      return await sent(
        { ...state, posting: state.posting ?? payload.posting },
        results.submit,
        ctx,
      )
    },
  })

function plain(difference: unknown): NonNullable<ApplicationState['difference']> {
  return JSON.parse(JSON.stringify(difference ?? null))
}

/** Whether what was approved can be sent exactly so: the form asks the same, and takes the same. */
async function unchanged(action: Action, ctx: Context, world: World) {
  const { posting } = action
  const mode = await boardMode(ctx, posting.board)
  if (mode) return changed([row('Sent by', 'the worker', `you: ${mode.why}`)])
  const at = world.connect()
  const { state, detail } = await boards[posting.board]
    .live({ ...posting, externalId: posting.id }, at.http, { baseUrl: at.baseUrl })
    .finally(() => at.http.close())
  if (state === 'closed') return skip('posting_closed', { detail })
  return await world.form(placeOf(action), ctx, async (form) => {
    const { reading } = form
    if (reading.kind === 'closed') return skip('posting_closed', { detail: reading.detail })
    if (reading.kind === 'handover') {
      if (reading.why === 'challenge') await leaveToPerson(ctx, posting.board, reading.detail)
      return changed([row('The form', 'could be filled', reading.detail)])
    }
    const whole = await fillWhole(form, reading.schema, (now) => valuesFor(action, now), ctx)
    const rows = differencesTo(action, whole)
    return rows.length === 0 ? same : changed(rows)
  })
}
