// Before any work: is the posting still open, and does it still meet the requirements as it reads now?
import { boards, type Posting } from '../boards/index.ts'
import { applicantOf, type Profile } from '../profile/index.ts'
import { judge, prepareJob } from '../requirements/index.ts'
import type { World } from './world.ts'

export type Standing =
  | { kind: 'open'; posting: Posting; liveness: { state: 'open' | 'inconclusive'; detail: string } }
  | { kind: 'skip'; reason: 'posting_closed' | 'requirement_missed'; why: Record<string, unknown> }

/**
 * Asks the board for the posting as it is now and judges that. A board that can't say doesn't close
 * a posting: the form will. Never throws for what a server does.
 */
export async function standingOf(
  taken: Posting,
  profile: Profile,
  today: string,
  { http, baseUrl }: ReturnType<World['connect']>,
): Promise<Standing> {
  const { state, detail, posting } = await boards[taken.board].live(taken, http, { baseUrl })
  if (state === 'closed') return { kind: 'skip', reason: 'posting_closed', why: { detail } }
  const now = posting ?? taken
  const judgement = judge(prepareJob(now), applicantOf(profile, today))
  if (judgement.missed !== null) {
    const { quote, reason } = judgement.dimensions[judgement.missed]
    const changed = now.bodyHash !== taken.bodyHash
    const why = { dimension: judgement.missed, quote, reason, changed }
    return { kind: 'skip', reason: 'requirement_missed', why }
  }
  return { kind: 'open', posting: now, liveness: { state, detail } }
}
