// G2: whoever lost the lease changes nothing, whatever they call, even where the same worker id holds it again.
import { expect, it } from 'vitest'
import type { Lease } from '#queue'
import { age } from '../support/age.ts'
import { bodyOf, protocol } from '../support/protocol.ts'
import { refused, type Scenario, scenario } from '../support/scenario.ts'

const p = await protocol()

/** Every row of every table, as one text. */
async function everything(): Promise<string> {
  const tables = await p.admin.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'countersign'::regnamespace and relkind = 'r' order by relname`,
  )
  const parts = tables.map(
    ({ name }) => `(select string_agg(r::text, ' ' order by r::text) from countersign.${name} r)`,
  )
  const [row] = await p.admin.query<{ all: string }>(
    `select md5(concat_ws(' ', ${parts.join(', ')})) as all`,
  )
  return row?.all ?? ''
}

interface Zombie extends Lease {
  s: Scenario
  effectId: number
  digest: string
}

/** What a worker can call with a lease, by the name of the verb in SQL; what asks for one row is refused. */
const fenced: Record<string, (zombie: Zombie) => Promise<unknown>> = {
  heartbeat: (z) => p.worker.heartbeat(z, { late: true }),
  advance: (z) => p.worker.advance(z, 'next', { late: true }),
  release: (z) => p.worker.release(z, { step: 'next', state: { late: true } }),
  park: (z) => p.worker.park(z, { gate: 'act', body: bodyOf('act', ['submit']), step: 'first' }),
  complete: (z) => p.worker.complete(z, { late: true }),
  skip: (z) => p.worker.skip(z, 'late'),
  fail: (z) => p.worker.fail(z, { reason: 'late', retryable: true }),
  complete_and_claim: (z) =>
    p.worker.completeAndClaim(z, null, { capability: z.s.capability, worker: 'w1' }),
  begin_effect: (z) => p.worker.beginEffect(z, { name: 'submit', digest: z.digest }),
  note_effect: (z) => p.worker.noteEffect(z.effectId, z.token, { run: 7 }),
  settle_effect: (z) => p.worker.settleEffect(z.effectId, z.token, 'done'),
  record_artifact: (z) =>
    p.worker.recordArtifact(z, {
      sha256: 'a'.repeat(64),
      name: 'late.pdf',
      mediaType: 'application/pdf',
      bytes: 1,
    }),
}

/** And what answers a verdict for each row instead of refusing. */
const batches: Record<string, (zombie: Zombie) => Promise<unknown>> = {
  heartbeat_many: async (z) => {
    expect(await p.worker.heartbeatMany([z])).toMatchObject([{ id: z.id, lost: true }])
  },
  complete_many: async (z) => {
    expect(await p.worker.completeMany([z])).toEqual([{ id: z.id, verdict: 'lost' }])
  },
  decline: async (z) => {
    expect(await p.worker.decline([z], 'late', 0)).toEqual([{ id: z.id, verdict: 'lost' }])
  },
}

const end: Record<string, (zombie: Zombie) => Promise<unknown>> = {
  finish_effect: (z) => p.worker.finishEffect(z.effectId, z.token, 'done', { confirmed: 'R1' }),
}

async function acting(capability: { max_lost_leases?: number } = {}): Promise<Zombie> {
  const s = await scenario(p, { capability, gate: { act_within_seconds: 1 } })
  const { lease, effectId, request } = await s.acting()
  return { id: lease.id, token: lease.token, s, effectId, digest: request.digest }
}

/** How the lease was lost; all acquisitions are of the same worker id. */
const losses: Record<string, () => Promise<Zombie>> = {
  'nobody noticed yet': async () => {
    const zombie = await acting()
    await zombie.s.lapse()
    return zombie
  },
  'the reaper took the task back': async () => {
    const zombie = await acting()
    await zombie.s.crash()
    return zombie
  },
  'the same worker id has it again after the reaper': async () => {
    const zombie = await acting()
    await zombie.s.crash()
    await zombie.s.claim()
    return zombie
  },
  'the same worker id has it again after a release': async () => {
    const zombie = await acting()
    await p.worker.release(zombie, { step: 'first', state: { slept: true } })
    await zombie.s.claim()
    return zombie
  },
  'the same worker id has it again after a retry': async () => {
    const zombie = await acting()
    await p.worker.fail(zombie, { reason: 'again', retryable: true, delaySeconds: 0 })
    await zombie.s.claim()
    return zombie
  },
  'the same worker id has it again after giving it back': async () => {
    const zombie = await acting()
    await p.worker.decline([zombie], 'not mine', 0)
    await zombie.s.claim()
    return zombie
  },
  'it was lost once too often, and a person is asked': async () => {
    const zombie = await acting({ max_lost_leases: 1 })
    await zombie.s.crash()
    expect(await zombie.s.status()).toBe('needs_approval')
    return zombie
  },
}

it('knows every verb that takes a lease', async () => {
  const verbs = await p.admin.query<{ name: string }>(
    `select proname as name from pg_proc
     where pronamespace = 'countersign'::regnamespace and prosecdef
       and (proargnames @> '{p_token}' or proargnames @> '{p_tokens}')`,
  )
  const known = [...Object.keys(fenced), ...Object.keys(batches), ...Object.keys(end)]
  expect(verbs.map(({ name }) => name).sort()).toEqual(known.sort())
})

it.each(Object.keys(losses))(
  'changes nothing when %s, but for the end of what it began',
  async (loss) => {
    const zombie = await losses[loss]?.()
    if (!zombie) throw new Error('no such loss')
    const before = await everything()
    for (const call of Object.values(fenced)) await refused(call(zombie), 'CS001')
    for (const call of Object.values(batches)) await call(zombie)
    expect(await everything()).toBe(before)

    const row = await zombie.s.row()
    await end.finish_effect?.(zombie)
    expect(await zombie.s.row()).toEqual(row)
    expect(await zombie.s.effect()).toMatchObject({ status: 'done', outcome: { confirmed: 'R1' } })
  },
)

it('changes nothing any more once somebody else settled what it began', async () => {
  const zombie = await acting()
  await zombie.s.crash()
  const owner = await zombie.s.claim()
  await zombie.s.windowOver(zombie.effectId)
  await p.worker.settleEffect(zombie.effectId, owner.token, 'failed')
  for (const finish of [async () => undefined, () => p.worker.complete(owner, { by: 'owner' })]) {
    await finish()
    const before = await everything()
    for (const call of Object.values(fenced)) await refused(call(zombie), 'CS001')
    for (const call of Object.values(batches)) await call(zombie)
    await refused(end.finish_effect?.(zombie) ?? Promise.resolve(), 'CS006')
    expect(await everything()).toBe(before)
  }
  expect(await zombie.s.status()).toBe('completed')
})

it('changes nothing where nobody was asked and nothing was begun, while the same worker id has it again', async () => {
  const s = await scenario(p)
  const lost = await s.claim()
  await s.crash()
  const owner = await s.claim()
  const other = await acting()
  const zombie = { ...lost, s, effectId: other.effectId, digest: other.digest }
  const before = await everything()
  for (const call of Object.values({ ...fenced, ...end })) await refused(call(zombie), 'CS001')
  for (const call of Object.values(batches)) await call(zombie)
  expect(await everything()).toBe(before)
  expect(await p.worker.complete(owner)).toBe('completed')
})

it('changes nothing after it asked a person, was answered, and the same worker id has it again', async () => {
  const s = await scenario(p)
  const asked = await s.claim()
  await p.worker.park(asked, { gate: 'question', body: bodyOf('question'), step: 'first' })
  const { seen } = await s.request()
  await p.approver.answer(seen, { answers: { yes: true }, by: 'ana', level: 'session' })
  const owner = await s.claim()
  const other = await acting()
  const zombie = { ...asked, s, effectId: other.effectId, digest: seen.digest }
  const before = await everything()
  for (const call of Object.values({ ...fenced, ...end })) await refused(call(zombie), 'CS001')
  for (const call of Object.values(batches)) await call(zombie)
  expect(await everything()).toBe(before)
  expect(await p.worker.complete(owner)).toBe('completed')
})

it('owns nothing without a token, or with a token that is nobody’s', async () => {
  const live = await acting()
  const before = await everything()
  const verbs = await p.admin.query<{ name: string; call: string }>(
    `select proname as name, format('select * from countersign.%I(%s)', proname, string_agg(
       case parameter
         when 'p_task' then '$1::bigint'
         when 'p_tasks' then 'array[$1::bigint]'
         when 'p_effect' then case type when 'bigint'::regtype then '$2::bigint' else quote_literal('submit') end
         when 'p_status' then quote_literal('done')
         when 'p_tokens' then 'array[$3::uuid]'
         when 'p_token' then '$3::uuid'
         when 'p_results' then 'array[null::jsonb]'
         when 'p_capability' then '$4::text'
         when 'p_gate' then quote_literal('act')
         when 'p_digest' then '$5::text'
         else 'null::' || type::regtype
       end, ', ' order by ordinal)) || ' where $1 + $2 > 0 or $3::uuid is null or $4 = $5' as call
     from pg_proc, unnest(proargtypes, proargnames[1:pronargs]) with ordinality as given (type, parameter, ordinal)
     where pronamespace = 'countersign'::regnamespace and prosecdef
       and (proargnames @> '{p_token}' or proargnames @> '{p_tokens}')
     group by proname`,
  )
  for (const token of [null, '00000000-0000-4000-8000-000000000000']) {
    for (const { name, call } of verbs) {
      const values = [live.id, live.effectId, token, live.s.capability, live.digest]
      const asked = p.db.as(p.logins.worker).query(call, values)
      if (name in batches) {
        expect(JSON.stringify(await asked), name).toMatch(/lost/)
      } else {
        await expect(asked, name).rejects.toMatchObject({ code: 'CS001' })
      }
    }
  }
  expect(await everything()).toBe(before)
})

it('lets the one who has the lease finish, whatever the other one tried', async () => {
  const s = await scenario(p)
  const lost = await s.claim('w1')
  await s.crash()
  const owner = await s.claim('w1')
  await refused(p.worker.heartbeat(lost), 'CS001')
  await age(p.admin, 'tasks', s.id, { lease_expires_at: '30 seconds' })
  await refused(p.worker.complete(lost), 'CS001')
  const renewed = await p.worker.heartbeat(owner)
  // The clock is read twice, microseconds apart, and a millisecond may begin between.
  const left = renewed.leaseExpiresAt.getTime() - renewed.now.getTime()
  expect(left).toBeGreaterThanOrEqual(59_990)
  expect(left).toBeLessThanOrEqual(60_000)
  expect(await p.worker.complete(owner)).toBe('completed')
})
