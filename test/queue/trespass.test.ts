// What a stolen login tries: to be another role, to change the rules, to shadow them, to reach another's work.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { DatabaseError, loadMigrations, migrate, type Queryable } from '#database'
import {
  dueMessages,
  enqueue,
  noteDelivery,
  recall,
  recordInvocation,
  remember,
  workerVerbs,
} from '#queue'
import { settled, untilWaiting } from '../support/interleave.ts'
import { bodyOf, protocol } from '../support/protocol.ts'
import { refused } from '../support/scenario.ts'

const p = await protocol()
// The first is bound to `vm` too: it stands for the rightful worker. The thief is bound to `jobs` only.
await p.capability({ name: 'vm' })
await p.gate({ capability: 'vm', name: 'apply', effects: ['apply'] })
await p.capability({ name: 'jobs' })
await p.capability({ name: 'housekeeping' })
const thief = await p.db.login('thief', 'countersign_worker')
await p.bind(thief, 'jobs')
const stolen = workerVerbs(p.db.as(thief))

/** Runs `work` as a login in one session and undoes whatever it did. */
async function inSession(login: string, work: (tx: Queryable) => Promise<void>): Promise<void> {
  const undo = new Error('undo')
  const ended = await p.db
    .as(login)
    .transaction(async (tx) => {
      await work(tx)
      throw undo
    })
    .catch((error: unknown) => error)
  if (ended !== undo) throw ended
}

/** The SQLSTATE that a statement ends with. */
const codeOf = (login: string, text: string): Promise<string> =>
  p.db
    .as(login)
    .query(text)
    .then(
      () => 'ok',
      (error: unknown) => (error instanceof DatabaseError ? error.code : Promise.reject(error)),
    )

it.each([
  // to be another role
  'set role countersign_owner',
  'set role countersign_approver',
  'set role postgres',
  'set session authorization postgres',
  `set session authorization ${p.logins.approver}`,
  `grant countersign_approver to ${thief}`,
  `alter role ${thief} superuser`,
  `alter role ${thief} createrole`,
  // to change what the verbs do
  `create or replace function countersign._bound(text) returns void language sql as $$ select $$`,
  `create function countersign.decide() returns void language sql as $$ select $$`,
  'alter function countersign.claim security invoker',
  `alter function countersign.claim set search_path = pg_temp`,
  `alter function countersign.claim owner to ${thief}`,
  'drop function countersign.claim',
  `grant execute on function countersign.decide to ${thief}`,
  'alter default privileges for role countersign_owner grant execute on functions to public',
  `reassign owned by countersign_owner to ${thief}`,
  // to switch off what watches over the tables
  'alter table countersign.tasks disable trigger all',
  'drop trigger tasks_updated on countersign.tasks',
  'create trigger mine before insert on countersign.approvals for each row execute function countersign._history()',
  'create rule mine as on insert to countersign.effects do instead nothing',
  'alter table countersign.effects drop constraint settled_means_when',
  'drop index countersign.effects_once',
  'set session_replication_role = replica',
  'do $$ begin lock table countersign.tasks; end $$',
  'create view countersign.mine as select * from countersign.tasks',
  'create schema mine',
  `create operator countersign.=== (leftarg = text, rightarg = text, function = pg_catalog.texteq)`,
  // to write the decision itself
  `insert into countersign.approvals (task_id, capability, gate, revision, state, digest, level, verdict, decided_by, decided_at)
     values (1, 'vm', 'apply', 1, 'approved', '', 'session', 'approve', 'ana', now())`,
  `update countersign.approvals set state = 'approved', verdict = 'approve', decided_by = 'ana', decided_at = now()`,
  `update countersign.gates set level = 'none', ungated_reason = 'because'`,
  `update countersign.capabilities set workers = array[session_user]`,
  `update countersign.tasks set status = 'approved'`,
  `select nextval('countersign.approvals_id_seq')`,
])('refuses a worker with 42501: %s', async (text) => {
  expect(await codeOf(thief, text)).toBe('42501')
})

it.each([
  'set role countersign_worker',
  'set role countersign_owner',
  `update countersign.request_detail set state = 'approved'`,
  `insert into countersign.gate_detail values ('vm', 'mine', 'none', false)`,
  'delete from countersign.delivery_detail',
  'create or replace view countersign.request_detail as select 1',
  'delete from countersign.task_events',
])('refuses an approver with 42501: %s', async (text) => {
  expect(await codeOf(p.logins.approver, text)).toBe('42501')
})

it('reads its own tables, functions and operators, whatever lies in pg_temp and the search path', async () => {
  const theirs = await p.task('vm')
  await inSession(thief, async (tx) => {
    await tx.query(
      `create temp table capabilities as select 'vm' as name, array[session_user] as workers, 60 as lease_seconds,
         null::timestamptz as paused_at, null::integer as max_running, null::integer as max_parked, null::integer as daily_ceiling`,
    )
    await tx.query(`create temp table tasks (id bigint, capability text, status text)`)
    await tx.query(`create function pg_temp._bound(text) returns void language sql as 'select'`)
    await tx.query(`create function pg_temp._enter() returns void language sql as 'select'`)
    await tx.query(
      `create function pg_temp.pg_has_role(name, text, text) returns boolean language sql as 'select true'`,
    )
    await tx.query(
      `create function pg_temp.always(name, name) returns boolean language sql as 'select true'`,
    )
    await tx.query(
      `create operator pg_temp.= (leftarg = name, rightarg = name, function = pg_temp.always)`,
    )
    await tx.query('set local search_path = pg_temp, pg_catalog')
    await tx.query('savepoint before')
    for (const call of [
      `select countersign.claim('vm', 'w', 1, true, 1)`,
      `select countersign.enqueue('vm', null, '{}', 1, 0, null, null, null, null)`,
      `select countersign.recall('vm', '', 1)`,
    ]) {
      await expect(tx.query(call), call).rejects.toMatchObject({ code: 'CS011' })
      await tx.query('rollback to before')
    }
  })
  expect(await p.status(theirs)).toBe('pending')
})

it('asks who is connected, not who they act as', async () => {
  await inSession(thief, async (tx) => {
    await tx.query('set local role countersign_worker')
    const rows = await tx.query(`select * from countersign.claim('jobs', 'w', 1, false, 1)`)
    expect(rows).toEqual([])
    const claim = tx.query(`select * from countersign.claim('vm', 'w', 1, false, 1)`)
    await expect(claim).rejects.toMatchObject({ code: 'CS011' })
  })
})

it('lets a login bound to one capability reach nothing of another', async () => {
  const id = await p.task('vm')
  const owned = await p.worker.claim({ capability: 'vm', worker: 'w1', limit: 10 })
  const lease = owned.find((task) => task.id === id)
  if (!lease) throw new Error('the rightful worker got nothing')
  const other = p.db.as(thief)
  const guess = { id, token: randomUUID() }
  const vm = { capability: 'vm', worker: 'w1' }

  await refused(stolen.claim(vm), 'CS011')
  await refused(stolen.claim({ ...vm, sweep: true }), 'CS011')
  await refused(enqueue(other, { capability: 'vm', payload: {} }), 'CS011')
  await refused(remember(other, { capability: 'vm', key: 'k', value: 1 }), 'CS011')
  await refused(recall(other, 'vm', ''), 'CS011')
  for (const call of ['prune(null, 1)', 'prunable(null, 1)']) {
    expect(await codeOf(thief, `select countersign.${call}`), call).toBe('CS011')
  }
  const run = { function: 'tick', outcome: 'idle', durationMs: 1 } as const
  await refused(recordInvocation(other, { ...run, capabilities: ['jobs', 'vm'] }), 'CS011')
  await refused(recordInvocation(other, { ...run, function: 'reaper' }), 'CS011')

  await refused(stolen.heartbeat(guess), 'CS001')
  await refused(stolen.advance(guess, 'x'), 'CS001')
  await refused(stolen.release(guess, { step: 'x' }), 'CS001')
  await refused(stolen.complete(guess), 'CS001')
  await refused(stolen.skip(guess, 'x'), 'CS001')
  await refused(stolen.fail(guess, { reason: 'x', retryable: false }), 'CS001')
  const body = bodyOf('apply', ['apply'])
  await refused(stolen.park(guess, { gate: 'apply', body, step: 'x' }), 'CS001')
  await refused(stolen.beginEffect(guess, { name: 'apply', digest: 'x' }), 'CS001')
  const file = { sha256: '0'.repeat(64), name: 'f', mediaType: 'text/plain', bytes: 1 }
  await refused(stolen.recordArtifact(guess, file), 'CS001')
  expect(await stolen.heartbeatMany([guess])).toMatchObject([{ id, lost: true }])
  expect(await stolen.completeMany([guess])).toEqual([{ id, verdict: 'lost' }])
  expect(await stolen.decline([guess], 'x', 0)).toEqual([{ id, verdict: 'lost' }])

  const mine = await enqueue(other, { capability: 'jobs', payload: {} })
  const [own] = await stolen.claim({ capability: 'jobs', worker: 'w1' })
  if (!own) throw new Error('the thief got nothing of its own')
  await p.task('vm')
  await refused(stolen.completeAndClaim(own, null, vm), 'CS011')
  // Refused as a whole: what it did own is still running.
  expect(await p.status(mine.taskId)).toBe('running')
  await stolen.complete(own)

  await p.worker.park(lease, { gate: 'apply', body, step: 'first' })
  const { seen } = await p.request(id)
  expect(await dueMessages(other, 'mail', 100)).toEqual([])
  const note = { approvalId: seen.approvalId, kind: 'request', channel: 'mail' } as const
  await refused(noteDelivery(other, note), 'CS011')

  await p.approver.decide(seen, { verdict: 'approve', by: 'ana', level: 'session' })
  const acting = await p.claimOne('vm')
  const begun = await p.worker.beginEffect(acting, { name: 'apply', digest: seen.digest })
  await refused(stolen.noteEffect(begun.effectId, guess.token, {}), 'CS001')
  await refused(stolen.finishEffect(begun.effectId, guess.token, 'done'), 'CS001')
  await refused(stolen.settleEffect(begun.effectId, guess.token, 'done'), 'CS001')
  await p.worker.finishEffect(begun.effectId, acting.token, 'done')
  await p.worker.complete(acting)
})

it('takes away, when the functions are applied again, what was granted beside them', async () => {
  const strays = [
    'grant execute on function countersign.decide, countersign._move to countersign_worker',
    'grant execute on function countersign.reap to public',
    'grant select on countersign.approvals to countersign_reader',
    'grant update (level) on countersign.gates to countersign_worker',
    'grant usage on sequence countersign.tasks_id_seq to countersign_worker',
  ]
  for (const grant of strays) await p.admin.query(grant)
  const { migrations, functions } = await loadMigrations()
  const changed = functions.map((file) => ({ ...file, sql: `${file.sql}\n-- another release` }))
  await migrate(p.admin, { migrations, functions: changed })
  const [left] = await p.admin.query(
    `select
       has_function_privilege($1, 'countersign.reap(integer)', 'execute') as reap,
       has_any_column_privilege($1, 'countersign.gates', 'update') as gates,
       has_sequence_privilege($1, 'countersign.tasks_id_seq', 'usage') as sequence,
       has_table_privilege($2, 'countersign.approvals', 'select') as approvals,
       exists (select from pg_proc where pronamespace = 'countersign'::regnamespace
         and proname in ('decide', '_move') and has_function_privilege($1, oid, 'execute')) as decide`,
    [thief, p.logins.reader],
  )
  expect(left).toEqual({
    reap: false,
    gates: false,
    sequence: false,
    approvals: false,
    decide: false,
  })
  expect(await stolen.claim({ capability: 'jobs', worker: 'w1' })).toEqual([])
})

it('holds what it was bound to while it looked, under a lease like any other', async () => {
  await p.capability({ name: 'new' })
  await p.task('new')
  const unbind = `update countersign.capabilities set workers = array_remove(workers, $1::name) where name = 'new'`
  await p.admin.query(unbind, [p.logins.worker])
  const [served] = await p.admin.query<{ text: string }>(
    `select pg_get_functiondef('countersign._served'::regproc) as text`,
  )
  // Between the look at the binding and the words for what is wrong with it.
  await p.admin.query(
    `create or replace function countersign._served(p_protocol integer) returns void
     language sql as 'select pg_advisory_xact_lock(1)'`,
  )
  const { claimed } = await p.admin.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(1)')
    const claimed = settled(p.worker.claim({ capability: 'new', worker: 'w1' }))
    await untilWaiting(p.db)
    await p.bind(p.logins.worker, 'new')
    return { claimed }
  })
  await p.admin.query(served?.text ?? '')
  expect(await claimed).toMatchObject({ answer: [{ capability: 'new', leaseSeconds: 60 }] })
})
