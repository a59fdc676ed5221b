// Every statement that a busy deployment runs all day, once, through the real functions, with its plans.
import { declaredVerbs } from '#queue'
import type { Explained, explainedSession } from './explained.ts'
import { bodyOf, digestOf } from './protocol.ts'

type Session = Awaited<ReturnType<typeof explainedSession>>

export const capability = 'busy'
const body = bodyOf('act', ['submit'])
const digest = digestOf(body)

/** Calls a verb by its SQL name in a session that explains. */
async function call(session: Session, name: string, ...values: unknown[]): Promise<Explained> {
  const verb = declaredVerbs.get(name)
  if (!verb) throw new Error(`there is no verb ${name}`)
  const explained = await session.query(verb.statement, values)
  return verb.json
    ? { ...explained, rows: explained.rows.map(({ answer }) => Object(answer)) }
    : explained
}

interface Lease {
  id: string
  token: string
}
function leasesOf({ rows }: Explained): Lease[] {
  return rows.map(({ task_id, token }) => ({ id: String(task_id), token: String(token) }))
}
function only({ rows }: Explained): Record<string, unknown> {
  const [row] = rows
  if (!row) throw new Error('the verb answered no row')
  return row
}

/** One round of everything; answers each call's plans under a name. Needs 60 due tasks, and the gate `act`. */
export async function round(session: Session): Promise<Map<string, Explained>> {
  const told = new Map<string, Explained>()
  const run = async (name: string, verb: string, ...values: unknown[]) => {
    const explained = await call(session, verb, ...values)
    told.set(name, explained)
    return explained
  }
  const claim = async (name: string, limit: number, sweep = false) =>
    leasesOf(await run(name, 'claim', capability, 'w1', limit, sweep, 1))
  const one = async (name: string, sweep = false) => {
    const [lease] = await claim(name, 1, sweep)
    if (!lease) throw new Error(`${name}: nothing was due`)
    return lease
  }

  await run(
    'enqueue',
    'enqueue',
    capability,
    crypto.randomUUID(),
    '{}',
    1,
    0,
    null,
    null,
    null,
    null,
  )
  const released = await one('claim with sweep', true)
  await run('heartbeat', 'heartbeat', released.id, released.token, null)
  await run('advance', 'advance', released.id, released.token, 'second', '{}')
  await run('release', 'release', released.id, released.token, 'second', '{}', 0)
  const resumed = await one('claim')
  await run('retry', 'fail', resumed.id, resumed.token, 'again', null, true, 0)
  const declined = await one('claim again')
  await run('decline', 'decline', [declined.id], [declined.token], 'not me', 0)
  const last = await one('claim once more')
  await run('complete', 'complete', last.id, last.token, '{}')

  const asked = await one('claim to ask')
  const park = await run(
    'park',
    'park',
    asked.id,
    asked.token,
    'act',
    null,
    body,
    null,
    'first',
    '{}',
  )
  const approval = only(park).park
  await run('decide', 'decide', approval, 1, 'approve', digest, 'ana', 'session', null, null, null)
  await run('note_delivery', 'note_delivery', approval, 'request', 'mail', true, null)
  const approved = await one('claim approved')
  const begun = await run(
    'begin_effect',
    'begin_effect',
    approved.id,
    approved.token,
    'submit',
    digest,
    crypto.randomUUID(),
  )
  await run('finish_effect', 'finish_effect', only(begun).effect_id, approved.token, 'done', '{}')
  await run('complete approved', 'complete', approved.id, approved.token, '{}')

  const batch = await claim('claim 20', 20)
  const ids = batch.map(({ id }) => id)
  const tokens = batch.map(({ token }) => token)
  await run('heartbeat_many', 'heartbeat_many', ids, tokens)
  await run(
    'complete_many',
    'complete_many',
    ids,
    tokens,
    ids.map(() => '{}'),
  )

  const first = await one('claim to go on')
  const next = await run(
    'complete_and_claim',
    'complete_and_claim',
    first.id,
    first.token,
    null,
    capability,
    'w1',
    1,
  )
  for (const { id, token } of leasesOf(next)) await run('skip', 'skip', id, token, 'closed', null)

  // A worker dies over a batch, and a person does not answer in time.
  const lost = await claim('claim to lose', 10)
  await session.query(
    `update countersign.tasks set lease_expires_at = 'epoch' where id = any ($1)`,
    [lost.map(({ id }) => id)],
  )
  const unanswered = await one('claim to ask in vain')
  await call(
    session,
    'park',
    unanswered.id,
    unanswered.token,
    'act',
    null,
    body,
    null,
    'first',
    '{}',
  )
  await session.query(
    `update countersign.approvals set expires_at = 'epoch' where task_id = $1 and state = 'open'`,
    [unanswered.id],
  )
  await run('due_messages', 'due_messages', 'mail', 100)
  await run('reap', 'reap', 100)
  const taken = await claim('claim what was lost', 10)
  const done = taken.map(() => '{}')
  await call(
    session,
    'complete_many',
    taken.map(({ id }) => id),
    taken.map(({ token }) => token),
    done,
  )
  await run('prune', 'prune', new Date(Date.now() - 7 * 86_400_000), 10)
  return told
}

/** A claim of a capability that has nothing to hand out. */
export async function claimNothing(session: Session, of: string): Promise<Explained> {
  const explained = await call(session, 'claim', of, 'w1', 10, false, 1)
  if (explained.rows.length > 0) throw new Error(`${of} handed something out`)
  return explained
}

/** The verbs of batches, with so many tasks at once. */
export async function batch(session: Session, size: number): Promise<Map<string, Explained>> {
  const claimed = await call(session, 'claim', capability, 'w1', size, false, 1)
  const leases = leasesOf(claimed)
  if (leases.length !== size) throw new Error(`claimed ${leases.length}, not ${size}`)
  const ids = leases.map(({ id }) => id)
  const tokens = leases.map(({ token }) => token)
  const beaten = await call(session, 'heartbeat_many', ids, tokens)
  const completed = await call(
    session,
    'complete_many',
    ids,
    tokens,
    ids.map(() => '{}'),
  )
  return new Map([
    ['claim', claimed],
    ['heartbeat_many', beaten],
    ['complete_many', completed],
  ])
}
