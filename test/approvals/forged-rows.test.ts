// Whole rows put into the database by whoever has its superuser: the worker acts on none, and `verify` names each.
import { expect, it } from 'vitest'
import { digestOf } from '#queue'
import { deployment } from './support/deployment.ts'

const { w, asked, signature, decide, after, findings } = await deployment()
type Asked = Awaited<ReturnType<typeof asked>>

/** Retires the task's request and inserts one like `row` in its place, with columns of the forger's choice. */
async function inserted(it: Asked, columns: Record<string, unknown>, row = it.request.id) {
  await w.admin.query(
    `update countersign.approvals set state = 'superseded' where task_id = $1 and state in ('open', 'approved')`,
    [it.task],
  )
  const [forged] = await w.admin.query<{ id: number }>(
    `insert into countersign.approvals overriding system value
     select (jsonb_populate_record(a, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('countersign.approvals', 'id')),
       'public_id', replace(gen_random_uuid()::text, '-', ''), 'task_id', $2::bigint, 'revision', 2,
       'state', 'approved', 'verdict', 'approve', 'decided_by', 'ana', 'decided_level', 'passkey',
       'decided_at', clock_timestamp(), 'not_before', clock_timestamp(),
       'act_before', clock_timestamp() + interval '1 day', 'revoked_at', null, 'revoked_by', null
     ) || $3::jsonb)).*
     from countersign.approvals a
     where a.id = $1
     returning id`,
    [row, it.task, JSON.stringify(columns)],
  )
  await w.admin.query(`update countersign.tasks set status = 'approved' where id = $1`, [it.task])
  const seen = { ...it.request.seen, approvalId: forged?.id ?? 0, revision: 2 }
  return { ...it, request: { ...it.request, seen } }
}

const notSigned = 'there is no signature'
const another = (what: string) => `the signature is over another ${what}`

it.each([
  ['without a signature', notSigned, async (it: Asked) => await inserted(it, {})],
  [
    'with a made-up signature',
    notSigned,
    async (it: Asked) => await inserted(it, { assertion: {} }),
  ],
  [
    'with the genuine signature of another task',
    another('task'),
    async (it: Asked) => {
      const other = await asked()
      return await inserted(it, { assertion: signature(other) })
    },
  ],
  [
    'as the whole row of another task, which was approved',
    another('task'),
    async (it: Asked) => {
      const other = await asked()
      await decide(other, signature(other))
      return await inserted(it, { assertion: signature(other) }, other.request.id)
    },
  ],
  [
    'with the genuine signature of a revision that was taken back',
    another('approval'),
    async (it: Asked) => {
      const assertion = signature(it)
      await decide(it, assertion)
      await w.approver.revoke(it.request.id, 'ana', 'undone')
      await w.admin.query(
        `delete from countersign.approvals where task_id = $1 and state = 'open'`,
        [it.task],
      )
      return await inserted(it, { assertion })
    },
  ],
  [
    'that asks for something else, with the genuine signature',
    another('approval'),
    async (it: Asked) => {
      const body = it.request.body.replaceAll('Ben', 'Eve')
      return await inserted(it, { body, digest: digestOf(body), assertion: signature(it) })
    },
  ],
] as const)('acts on no request that was inserted %s', async (_, why, forge) => {
  const it = await forge(await asked())
  expect(await after(it)).toMatchObject({ why, acts: [], status: 'failed', before: [why] })
  expect(await findings(it.task)).toEqual([why])
  const [signal] = await w.admin.query(
    `select colour from countersign.signals where signal = 'approvals_refused'`,
  )
  expect(signal).toEqual({ colour: 'red' })
})

it('acts on no request that was put in the place of a signed one, under its own number', async () => {
  const it = await asked()
  const assertion = signature(it)
  await decide(it, assertion)
  const body = it.request.body.replaceAll('Ben', 'Eve')
  await w.admin.batch([
    {
      text: 'create temp table kept on commit drop as select * from countersign.approvals where id = $1',
      values: [it.request.id],
    },
    { text: 'delete from countersign.approvals where id = $1', values: [it.request.id] },
    {
      text: `insert into countersign.approvals overriding system value
        select (jsonb_populate_record(k, jsonb_build_object('body', $1::text, 'digest', $2::text))).*
        from kept k`,
      values: [body, digestOf(body)],
    },
  ])
  const why = another('digest')
  expect(await after(it)).toMatchObject({ why, acts: [] })
  expect(await findings(it.task)).toEqual([why])
})

it('names an effect that was inserted as done, which nobody approved', async () => {
  const it = await asked()
  await w.admin.query(
    `insert into countersign.effects (task_id, capability, approval_id, gate, name, ordinal, digest, part_digest,
       status, token, call, outcome, acts_until, settled_at, settled_by)
     select task_id, capability, id, gate, 'send', 1, digest, '0', 'done', gen_random_uuid(), gen_random_uuid(),
       '{}', clock_timestamp(), clock_timestamp(), 'worker'
     from countersign.approvals where id = $1`,
    [it.request.id],
  )
  expect(await findings(it.task)).toEqual([`send: nobody approved request ${it.request.id}`])
})
