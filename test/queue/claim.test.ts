// What a claim promises besides order and caps: whose it is, what it refuses, what it takes back.
import { expect, it } from 'vitest'
import { declaredVerbs, type Lease } from '#queue'
import { age } from '../support/age.ts'
import { stocked } from '../support/bursts.ts'
import { untilWaiting } from '../support/interleave.ts'
import { plant } from '../support/plant.ts'
import { protocol } from '../support/protocol.ts'
import { refused } from '../support/scenario.ts'

const p = await protocol()
const claim = (capability: string, limit = 10, sweep = false) =>
  p.worker.claim({ capability, worker: 'w1', limit, sweep })

it('gives every acquisition a secret of its own', async () => {
  const capability = await stocked(p, {}, Array(20).fill({ standing: 'new' }))
  const seen: string[] = []
  for (let round = 0; round < 3; round++) {
    const batch = await claim(capability, 20)
    seen.push(...batch.map(({ token }) => token))
    await p.worker.decline(batch, 'another round', 0)
  }
  expect(new Set(seen).size).toBe(60)
  // Version 4: nothing but random bits.
  for (const token of seen) expect(token).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
})

it('refuses an id that a number cannot hold instead of rounding it', async () => {
  const capability = await stocked(p, {}, [])
  await p.admin.query(
    `insert into countersign.tasks (id, capability, step, payload, actor)
     overriding system value values (9007199254740993, $1, 'first', '{}', 'test')`,
    [capability],
  )
  const issues = [expect.objectContaining({ code: 'too_big', path: ['task_id'] })]
  await expect(claim(capability)).rejects.toMatchObject({ name: 'ZodError', issues })
})

it('counts a full lease from now, by the database clock', async () => {
  const capability = await stocked(p, { lease_seconds: 90 }, [{ standing: 'new' }])
  const claimed = await p.claimOne(capability)
  expect(claimed.leaseSeconds).toBe(90)
  expect(claimed.leaseExpiresAt.getTime() - claimed.claimedAt.getTime()).toBe(90_000)
})

it('refuses a capability that does not exist, and a protocol it does not serve', async () => {
  await refused(claim('gone'), 'CS003')
  const capability = await stocked(p, {}, [{ standing: 'new' }])
  const verb = declaredVerbs.get('claim')
  for (const version of [0, 2, null]) {
    const values = [capability, 'w1', 1, false, version]
    const asked = p.db.as(p.logins.worker).query(verb?.statement ?? '', values)
    await expect(asked).rejects.toMatchObject({ code: 'CS016' })
  }
})

it('hands out nothing of a paused capability, resumed work neither, until it goes on', async () => {
  const standings = ['new', 'started', 'approved'] as const
  const capability = await stocked(
    p,
    {},
    standings.map((standing) => ({ standing })),
  )
  await p.approver.pause(capability, 'ana', 'maintenance')
  expect(await claim(capability, 10, true)).toEqual([])
  expect(await claim(capability, 1)).toEqual([])
  await p.approver.resume(capability, 'ana')
  expect(await claim(capability)).toHaveLength(3)
})

it('hands out nothing before it is due, and nothing when nothing is asked for', async () => {
  const capability = await stocked(p, { max_running: 5 }, [
    { standing: 'new', dueSecondsAgo: -60 },
    { standing: 'started', priority: 9, dueSecondsAgo: -60 },
    { standing: 'approved', priority: 9, dueSecondsAgo: -60 },
    { standing: 'new', priority: -9, dueSecondsAgo: 1 },
    { standing: 'new', priority: -9, dueSecondsAgo: -1 },
  ])
  expect(await claim(capability, 0)).toEqual([])
  expect(await claim(capability, -3)).toEqual([])
  const [due, ...rest] = await claim(capability)
  expect(due).toMatchObject({ priority: -9 })
  expect(rest).toEqual([])
})

it('hands out one that is due, whatever stands before it that is not', async () => {
  const capability = await stocked(p, {}, [
    { standing: 'started', priority: 9, dueSecondsAgo: -60 },
    { standing: 'new', priority: 9, dueSecondsAgo: -60 },
    { standing: 'new', priority: -9, dueSecondsAgo: 1 },
  ])
  expect(await claim(capability, 1)).toMatchObject([{ priority: -9 }])
  expect(await claim(capability, 1)).toEqual([])
})

it('passes over what somebody else has locked, of one as of many, and waits for nobody', async () => {
  const capability = await stocked(p, {}, Array(3).fill({ standing: 'new' }))
  const [locked, ...free] = await p.admin.query<{ id: number }>(
    'select id from countersign.tasks where capability = $1 order by id',
    [capability],
  )
  await p.admin.transaction(async (tx) => {
    await tx.query('select 1 from countersign.tasks where id = $1 for update', [locked?.id])
    for (const [at, limit] of [1, 10].entries()) {
      // Had it to wait, it would wait for this very transaction.
      const claimed = await Promise.race([claim(capability, limit), untilWaiting(p.db)])
      expect(claimed).toMatchObject([{ id: free[at]?.id }])
    }
  })
})

it('hands out at most a thousand at once', async () => {
  const capability = await stocked(p, {}, Array(1_005).fill({ standing: 'new' }))
  expect(await claim(capability, 1_000_000)).toHaveLength(1_000)
})

it('takes lapsed leases back when asked to, and hands them out in the same call', async () => {
  const capability = await stocked(p, { max_running: 2 }, [
    { standing: 'lapsed' },
    { standing: 'lapsed' },
  ])
  const other = await stocked(p, {}, [{ standing: 'lapsed' }])
  expect(await claim(capability)).toEqual([])
  const swept = await claim(capability, 10, true)
  expect(swept.map(({ lostLeases }) => lostLeases)).toEqual([1, 1])
  // Only of this capability.
  expect(await claim(other)).toEqual([])
  // Before one that needs no taking back.
  const behind = await stocked(p, {}, [{ standing: 'new' }, { standing: 'lapsed' }])
  expect(await claim(behind, 1, true)).toMatchObject([{ lostLeases: 1 }])
})

it('takes back what ran without a lease for over an hour, and leaves a fresh one alone', async () => {
  const capability = await stocked(p, {}, Array(2).fill({ standing: 'held' }))
  const [stale, fresh] = await p.admin.query<{ id: number }>(
    `update countersign.tasks set lease_expires_at = null where capability = $1 returning id`,
    [capability],
  )
  await age(p.admin, 'tasks', stale?.id, { updated_at: '61 minutes' })
  await age(p.admin, 'tasks', fresh?.id, { updated_at: '59 minutes' })
  expect((await claim(capability, 10, true)).map(({ id }) => id)).toEqual([stale?.id])
  await p.admin.query(
    `update countersign.tasks set lease_expires_at = clock_timestamp() + interval '1 hour' where id = $1`,
    [fresh?.id],
  )
})

it('takes back at most fifty at once, and the rest at the next claim', async () => {
  const capability = await stocked(p, {}, Array(60).fill({ standing: 'lapsed' }))
  expect(await claim(capability, 100, true)).toHaveLength(50)
  expect(await claim(capability, 100, true)).toHaveLength(10)
})

it('is not held back by a lapsed task that cannot be moved', async () => {
  const capability = await stocked(p, {}, Array(3).fill({ standing: 'lapsed' }))
  const [stuck, ...others] = await p.admin.query<{ id: number }>(
    'select id from countersign.tasks where capability = $1 order by id',
    [capability],
  )
  await p.admin.query(
    `alter table countersign.tasks add constraint planted check (id <> ${stuck?.id} or status = 'running') not valid`,
  )
  const claimed = await claim(capability, 10, true)
  await p.admin.query('alter table countersign.tasks drop constraint planted')
  expect(claimed.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
})

const counters = ['attempts', 'lost_leases', 'slices'] as const
async function countersOf(id: number) {
  const [row] = await p.admin.query(
    `select ${counters.join(', ')} from countersign.tasks where id = $1`,
    [id],
  )
  return row
}

it('lets a batch be declined without burning anything, and anybody else take it', async () => {
  const capability = await stocked(p, { daily_ceiling: 3 }, Array(3).fill({ standing: 'new' }))
  const batch = await claim(capability)
  const stranger: Lease = { id: batch[0]?.id ?? 0, token: batch[1]?.token ?? '' }
  const verdicts = await p.worker.decline([...batch.slice(1), stranger], 'unknown step', 0)
  expect(verdicts.map(({ verdict }) => verdict).sort()).toEqual(['lost', 'pending', 'pending'])
  for (const { id } of batch.slice(1)) {
    expect(await countersOf(id)).toEqual({ attempts: 0, lost_leases: 0, slices: 0 })
  }
  const again = await p.worker.claim({ capability, worker: 'w2', limit: 10 })
  expect(again.map(({ id }) => id)).toEqual(batch.slice(1).map(({ id }) => id))
})

it('leaves what was declined alone for as long as asked', async () => {
  const capability = await stocked(p, {}, [{ standing: 'new' }])
  const declined = await p.claimOne(capability)
  await p.worker.decline([declined], 'newer payload', 600)
  expect(await claim(capability)).toEqual([])
  await age(p.admin, 'tasks', declined.id, { run_at: '10 minutes' })
  expect((await p.claimOne(capability)).id).toBe(declined.id)
})

it('runs every verb but enqueue under READ COMMITTED only', async () => {
  const verbs = await p.admin.query<{ name: string; call: string }>(
    `select proname as name, format('select countersign.%I(%s)', proname, (
       select string_agg(format('null::%s', type::regtype), ', ' order by ordinal)
       from unnest(proargtypes) with ordinality as given (type, ordinal)
     )) as call
     from pg_proc
     where pronamespace = 'countersign'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype
       and proname not in ('enqueue', 'served_versions')
     order by proname`,
  )
  expect(verbs.length).toBeGreaterThan(35)
  const superuser = p.db.as('postgres')
  for (const isolation of ['repeatable read', 'serializable']) {
    for (const { name, call } of verbs) {
      const asked = superuser.transaction(async (tx) => {
        await tx.query(`set transaction isolation level ${isolation}`)
        await tx.query(call)
      })
      await expect(asked, `${name} under ${isolation}`).rejects.toMatchObject({ code: 'CS013' })
    }
  }
})

it('is not held up by another capability, full or long', async () => {
  const full = await stocked(p, { max_running: 1 }, [
    { standing: 'held' },
    ...Array(2_000).fill({ standing: 'new', priority: 9 }),
  ])
  const other = await stocked(p, {}, [])
  const [only] = await plant(p.admin, other, [{ standing: 'new', priority: -9 }])
  expect(await claim(full)).toEqual([])
  expect((await p.claimOne(other)).id).toBe(only)
})
