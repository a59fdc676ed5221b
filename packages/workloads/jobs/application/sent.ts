// An application that was sent: what is remembered of it, and the task's result.
import { type Context, done, type Json } from '#queue'
import type { Posting } from '../boards/index.ts'
import { rememberApplied } from './memory.ts'
import { rememberApproved } from './remembered-values.ts'
import type { ApplicationState } from './state.ts'

/** Completes the task, and remembers where one applied and which values were approved. */
export async function sent(
  { posting, filled, handover }: ApplicationState & { posting: Posting },
  outcome: Json | undefined,
  ctx: Context,
) {
  await rememberApplied(ctx, posting)
  await rememberApproved(ctx, filled?.values ?? [])
  return done({ sent: handover ? 'by hand' : 'by its form', outcome: outcome ?? null })
}
