// All verbs at once, by chance, over connections that die, hold on and change their minds: every promise holds.
import { expect, it } from 'vitest'
import { seeded, watch } from '../support/bursts.ts'
import { chaos } from '../support/chaos.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
const caps = { max_running: 3, max_parked: 4, daily_ceiling: 60 }
const hands = 8
const batches = 10
const callsEach = 60

/** What breaks a promise, said without the view `violations`: each must find nothing. */
const broken = {
  'a status that is not the last of its history': `
    select t.id, t.status from countersign.tasks t
    where status is distinct from (
      select now from countersign.task_events
      where task_id = t.id and kind = 'task' order by id desc limit 1
    )`,
  'a history with a gap': `
    select * from (
      select task_id, was, now, lag(now) over (partition by task_id, kind, subject order by id) as before
      from countersign.task_events where kind in ('task', 'request', 'effect')
    ) as step
    where was is distinct from before`,
  'an owner outside running': `
    select id from countersign.tasks
    where (status = 'running') <> (claimed_by is not null)
      or (status = 'running') <> (lease_expires_at is not null)`,
  'a slice that was not counted': `
    select t.id, t.slices from countersign.tasks t
    where slices <> (
      select count(*) from countersign.task_events e
      where e.task_id = t.id and e.kind = 'task' and e.was = 'running'
        and e.actor <> 'reaper' and coalesce(e.reason, '') not like '%broken'
        and e.id > coalesce((
          select max(id) from countersign.task_events
          where task_id = t.id and kind = 'task' and now = 'pending'
            and was in ('failed', 'dead', 'expired', 'rejected', 'cancelled', 'skipped')
        ), 0)
    )`,
  'an act done twice': `
    select task_id from countersign.task_events
    where kind = 'effect' and now = 'done' group by task_id, subject having count(*) > 1`,
  'a broken promise': 'select * from countersign.violations',
}

it.each([1, 2])('keeps every promise in the crowd of seed %i', async (seed) => {
  const c = await chaos(p, seed, caps)
  const eye = watch(p.admin, c.narrow)
  const calls = await Promise.all(
    Array.from({ length: hands }, (_, at) => c.hand(at, seeded(seed * 7_919 + at * 104_729))),
  )
  for (let batch = 0; batch < batches; batch++) {
    await Promise.all(
      calls.map(async (call) => {
        for (let at = 0; at < callsEach; at++) await call()
      }),
    )
    for (const [what, look] of Object.entries(broken)) {
      expect(await p.admin.query(look), what).toEqual([])
    }
  }

  const most = await eye.stop()
  expect(most.running).toBe(caps.max_running)
  expect(most.started).toBe(caps.max_parked)
  expect([...c.done.values()].filter((times) => times > 1)).toEqual([])
  expect(c.done.size).toBeGreaterThan(0)
  const [day] = await p.admin.query(
    `select started_count from countersign.capabilities where name = $1`,
    [c.narrow],
  )
  expect(day?.started_count).toBeLessThanOrEqual(caps.daily_ceiling)

  // Nothing is lost: what was added is there, and was taken back as often as its lease lapsed at most.
  const tasks = await p.admin.query<{ id: number; taken_back: number }>(
    `select t.id, count(e.id) filter (where e.was = 'running' and e.actor = 'reaper') as taken_back
     from countersign.tasks t join countersign.task_events e on e.task_id = t.id and e.kind = 'task'
     where t.capability in ($1, $2) group by t.id`,
    [c.narrow, c.wide],
  )
  const there = new Set(tasks.map(({ id }) => id))
  expect([...c.keys.values()].filter((id) => !there.has(id))).toEqual([])
  expect(tasks.filter(({ id, taken_back }) => taken_back > (c.lapses.get(id) ?? 0))).toEqual([])
})
