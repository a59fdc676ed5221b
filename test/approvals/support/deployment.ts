// A deployed stage with pinned keys: letters are asked, signed by authenticators, and sent by a worker that checks.
import {
  type ApprovalStatement,
  challengeOf,
  loadTaskRecord,
  type Pins,
  passkeyPolicy,
  verifyTask,
} from '#queue'
import { age } from '../../support/age.ts'
import { type Flaws, pinOf } from '../../support/authenticator.ts'
import { deployed, pages } from '../../support/pages.ts'
import { workshop } from '../../support/workshop.ts'
import { acts, definition, implementation } from './letters.ts'

/** The stage, its people (`ana` and `ben` pinned, `stranger` enrolled only), and what a forger may try. */
export async function deployment() {
  const w = await workshop([{ definition, implementation }], { checked: false })
  const approver = await w.db.login('pages', 'countersign_approver')
  const web = await pages(w.db, approver)
  const { origin, name: stage } = deployed
  const ana = await web.enrolled('ana')
  const ben = await web.enrolled('ben')
  const stranger = await web.enrolled('stranger')

  const pins: Pins = { operators: [pinOf('ana', ana.key), pinOf('ben', ben.key)] }
  const policy = passkeyPolicy(deployed, pins)
  await w.register(policy)

  /** A task that waits for its approval, by the runner under the deployed policy. */
  async function asked() {
    const task = await w.enqueue('letter', { to: 'Ben' })
    await w.tick({ policy })
    return { task, request: await w.request(task) }
  }
  type Asked = Awaited<ReturnType<typeof asked>>

  /** A signature over the request as the page asks for it, except where the test says otherwise. */
  function signature(
    { task, request }: Asked,
    over: Partial<ApprovalStatement> = {},
    flaws: Flaws = {},
    key = ana.key,
  ) {
    const hour = new Date(Date.now() + 3_600_000).toISOString()
    const statement: ApprovalStatement = {
      stage,
      origin,
      task,
      capability: 'letter',
      gate: 'send',
      approval: request.seen.approvalId,
      revision: request.seen.revision,
      verdict: 'approve',
      digest: request.seen.digest,
      operator: 'ana',
      nonce: 'n'.repeat(22),
      challengeExpiresAt: hour,
      actBefore: hour,
      ...over,
    }
    const { id, response } = key.answer(challengeOf(statement).toString('base64url'), flaws)
    return { statement, credential: id, ...response }
  }

  /** Writes an approval as whoever holds a page or its login could: the database takes any assertion. */
  async function decide({ request }: Asked, assertion: unknown, by = 'ana') {
    await w.approver.decide(request.seen, { verdict: 'approve', by, level: 'passkey', assertion })
  }

  /** Runs the worker once undo is over; answers what it refused, how the task stands, and what `verify` says. */
  async function after({ task, request }: Asked) {
    const { approvalId } = request.seen
    await age(w.admin, 'approvals', approvalId, { not_before: '1 hour', decided_at: '1 hour' })
    await age(w.admin, 'tasks', task, { run_at: '1 hour' })
    const before = await findings(task)
    w.lines.length = 0
    acts.length = 0
    await w.tick({ policy })
    const refusal = w.lines.find(({ event }) => event === 'approval refused')
    const { status, reason } = await w.task(task)
    return { why: refusal?.why, status, reason, acts: [...acts], before }
  }

  /** What does not hold of a task, as sentences. */
  async function findings(task: number) {
    const record = await loadTaskRecord(w.db.as(approver), task)
    if (!record) throw new Error('no such task')
    const found = await verifyTask(record, { stage: deployed, pins, irreversible, now: new Date() })
    return found.filter(({ holds }) => !holds).map(({ says }) => says)
  }
  const irreversible = () => true
  return { w, web, ana, ben, stranger, pins, policy, asked, signature, decide, after, findings }
}
