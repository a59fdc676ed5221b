// One task of every standing that a promise speaks of, and the ways to break each promise about them.
import { bodyOf, type Protocol } from './protocol.ts'

const capability = 'work'

/** Makes the tasks, by the verbs alone; answers the ids of what the plants break. */
export async function everyStanding(p: Protocol) {
  await p.capability({ name: capability, max_running: 4, max_parked: 9, daily_ceiling: 20 })
  await p.gate({ capability, name: 'act', effects: ['e1', 'e2'] })
  await p.gate({
    capability,
    name: 'tell',
    level: 'none',
    irreversible: false,
    effects: ['mail'],
    ungated_reason: 'to the owner only',
  })
  for (let task = 0; task < 6; task++) await p.task(capability)
  const done = await acting(p)
  await p.worker.finishEffect(done.effect, done.lease.token, 'done')
  const second = await p.worker.beginEffect(done.lease, { name: 'e2', digest: done.digest })
  await p.worker.finishEffect(second.effectId, done.lease.token, 'done')
  const mail = await p.worker.beginEffect(done.lease, { name: 'mail', digest: 'd' })
  await p.worker.finishEffect(mail.effectId, done.lease.token, 'done')
  await p.worker.complete(done.lease)

  const waiting = await p.claimOne(capability)
  await p.worker.park(waiting, { gate: 'act', body: bodyOf('act', ['e1']), step: 'act' })
  const uncertain = await acting(p)
  await p.worker.park(uncertain.lease, { gate: 'uncertain', body: null, step: 'act' })
  const running = await acting(p)
  const resting = await approved(p)
  return {
    done: done.task,
    used: done.request,
    first: done.effect,
    second: second.effectId,
    mail: mail.effectId,
    waiting: waiting.id,
    open: (await p.request(waiting.id)).id,
    uncertain: uncertain.task,
    question: (await p.request(uncertain.task)).id,
    unknown: uncertain.effect,
    running: running.task,
    intent: running.effect,
    approved: resting.task,
    approval: resting.request,
    fresh: await p.task(capability),
  }
}

export type Standing = Awaited<ReturnType<typeof everyStanding>>

async function approved(p: Protocol) {
  const lease = await p.claimOne(capability)
  const body = bodyOf('act', ['e1', 'e2'])
  await p.worker.park(lease, { gate: 'act', body, step: 'act' })
  const { seen } = await p.request(lease.id)
  await p.approver.decide(seen, { verdict: 'approve', by: 'ana', level: 'session' })
  return { task: lease.id, request: seen.approvalId, digest: seen.digest }
}

async function acting(p: Protocol) {
  const { task, request, digest } = await approved(p)
  const lease = await p.claimOne(capability)
  const { effectId } = await p.worker.beginEffect(lease, { name: 'e1', digest })
  return { task, request, digest, lease, effect: effectId }
}

const tasks = 'update countersign.tasks set'
const approvals = 'update countersign.approvals set'
const effects = 'update countersign.effects set'
const capabilities = 'update countersign.capabilities set'

export interface Plant {
  names: string
  subject: string
  /** How the promise is broken, and the statements that break it. */
  by: string
  plant: string[]
}

const unlike = 'alter table countersign.approvals drop constraint digest_is_of_the_body'
/** At least one way to break each promise that `violations` names. */
export function plants(at: Standing): Plant[] {
  return [
    {
      names: 'G1 running without a lease',
      subject: `task ${at.running}`,
      by: 'no expiry: the orphan that a claim and the sweep of lapsed leases both pass over',
      plant: [`${tasks} lease_expires_at = null where id = ${at.running}`],
    },
    {
      names: 'G1 running without a lease',
      subject: `task ${at.running}`,
      by: 'no token',
      plant: [`${tasks} lease_token = null where id = ${at.running}`],
    },
    {
      names: 'G2 a lease outside running',
      subject: `task ${at.waiting}`,
      by: 'a lease while it waits',
      plant: [`${tasks} lease_expires_at = now() where id = ${at.waiting}`],
    },
    {
      names: 'G3 needs_approval without an open request',
      subject: `task ${at.waiting}`,
      by: 'a request that was closed alone',
      plant: [`${approvals} state = 'closed' where id = ${at.open}`],
    },
    {
      names: 'G3 an open request of a task that does not wait',
      subject: `request ${at.open}`,
      by: 'a task that went on alone',
      plant: [`${tasks} status = 'pending' where id = ${at.waiting}`],
    },
    {
      names: 'G3 an open request of a task that does not wait',
      subject: `request ${at.open}`,
      by: 'a task that is gone',
      plant: [`delete from countersign.tasks where id = ${at.waiting}`],
    },
    {
      names: 'G3 approved without an approval',
      subject: `task ${at.approved}`,
      by: 'an approval that was spent alone',
      plant: [`${approvals} state = 'spent' where id = ${at.approval}`],
    },
    {
      names: 'G3 an approval of a task that cannot use it',
      subject: `request ${at.approval}`,
      by: 'a task that ended alone',
      plant: [`${tasks} status = 'completed', finished_at = now() where id = ${at.approved}`],
    },
    {
      names: 'G3 a task out of its rank',
      subject: `task ${at.fresh}`,
      by: 'a priority that was written past the verbs',
      plant: [`${tasks} priority = 5 where id = ${at.fresh}`],
    },
    {
      names: 'G3 a task that does not know of its requests and effects',
      subject: `task ${at.approved}`,
      by: 'a request whose trigger did not fire',
      plant: [`${tasks} linked = false where id = ${at.approved}`],
    },
    {
      names: 'G3 a task of a capability that is gone',
      subject: `task ${at.fresh}`,
      by: 'a capability that was deleted',
      plant: [`delete from countersign.capabilities where name = '${capability}'`],
    },
    {
      names: 'G3 an end without its time, or a time without an end',
      subject: `task ${at.done}`,
      by: 'an end that nothing dates',
      plant: [`${tasks} finished_at = null where id = ${at.done}`],
    },
    {
      names: 'G3 an end without its time, or a time without an end',
      subject: `task ${at.fresh}`,
      by: 'a date of what has not ended',
      plant: [`${tasks} finished_at = now() where id = ${at.fresh}`],
    },
    {
      names: 'G3 waiting at uncertain with nothing to settle',
      subject: `request ${at.question}`,
      by: 'an effect that was settled hours ago',
      plant: [
        `${effects} status = 'done', settled_at = now() - interval '3 hours' where id = ${at.unknown}`,
      ],
    },
    ...[
      ['no decision and no reason', `approval_id = null where id = ${at.second}`],
      ['both a decision and a reason', `ungated_reason = 'x' where id = ${at.second}`],
      ['the decision of another task', `approval_id = ${at.approval} where id = ${at.second}`],
      ['another digest', `digest = 'x' where id = ${at.second}`],
      ['a name that was not listed', `name = 'e3' where id = ${at.second}`],
      [
        'a beginning before the decision',
        `began_at = now() - interval '1 hour' where id = ${at.second}`,
      ],
      [
        'a beginning after act-before',
        `began_at = now() + interval '1 day' where id = ${at.second}`,
      ],
    ].map(([by = '', rest = '']) => ({
      names: 'G4 an effect without a decision',
      subject: `effect ${at.second}`,
      by,
      plant: [`${effects} ${rest}`],
    })),
    ...[
      ['a rejection', `verdict = 'reject', state = 'rejected'`],
      ['no level', `decided_level = null`],
      ['a lower level', `level = 'passkey'`],
      ['a passkey without its proof', `level = 'passkey', decided_level = 'passkey'`],
      ['a beginning inside undo', `not_before = now() + interval '1 hour'`],
      ['a beginning after it was revoked', `revoked_at = decided_at`],
    ].map(([by = '', set = '']) => ({
      names: 'G4 an effect without a decision',
      subject: `effect ${at.second}`,
      by,
      plant: [`${approvals} ${set} where id = ${at.used}`],
    })),
    {
      names: 'G4 an effect without a decision',
      subject: `effect ${at.mail}`,
      by: 'an effect that asks nobody and says not why',
      plant: [`${effects} ungated_reason = null where id = ${at.mail}`],
    },
    {
      names: 'G4 a request that is not its digest',
      subject: `request ${at.approval}`,
      by: 'a body that was reworded after the decision',
      plant: [unlike, `${approvals} body = body || ' ' where id = ${at.approval}`],
    },
    {
      names: 'G5 an intent of a task that does not run',
      subject: `effect ${at.intent}`,
      by: 'a task that stopped alone',
      plant: [`${tasks} status = 'pending', lease_expires_at = null where id = ${at.running}`],
    },
    {
      names: 'G5 ended over an unsettled effect',
      subject: `effect ${at.unknown}`,
      by: 'an end nobody was asked about',
      plant: [`${tasks} status = 'dead', finished_at = now() where id = ${at.uncertain}`],
    },
    {
      names: 'G5 an effect begun before the one it follows was done',
      subject: `effect ${at.second}`,
      by: 'a first that ended after the second began',
      plant: [`${effects} settled_at = now() + interval '1 hour' where id = ${at.first}`],
    },
    {
      names: 'G5 an effect begun before the one it follows was done',
      subject: `effect ${at.second}`,
      by: 'a first that failed',
      plant: [`${effects} status = 'failed' where id = ${at.first}`],
    },
    {
      names: 'G6 more running than max_running',
      subject: `capability ${capability}`,
      by: 'a claim too many',
      plant: [
        `${capabilities} max_running = 1 where name = '${capability}'`,
        `insert into countersign.tasks (capability, step, status, claimed_at)
         values ('${capability}', 'first', 'running', now())`,
      ],
    },
    {
      names: 'G6 more started than max_parked',
      subject: `capability ${capability}`,
      by: 'a start too many',
      plant: [`${capabilities} max_parked = 3 where name = '${capability}'`],
    },
    {
      names: 'G6 more started today than the ceiling',
      subject: `capability ${capability}`,
      by: 'a start too many',
      plant: [`${capabilities} daily_ceiling = 4 where name = '${capability}'`],
    },
    {
      names: 'G8 a task whose history ends elsewhere',
      subject: `task ${at.fresh}`,
      by: 'a change that no trigger saw',
      plant: [`${tasks} status = 'cancelled' where id = ${at.fresh}`],
    },
    {
      names: 'G8 a task whose history ends elsewhere',
      subject: `task ${at.fresh}`,
      by: 'a history that was deleted',
      plant: [`delete from countersign.task_events where task_id = ${at.fresh}`],
    },
  ]
}
