// The packages that would be uploaded, and a database that sleeps, refuses, dies, or is reached another way.
import { afterEach, expect, inject, it } from 'vitest'
import type { TickReport } from '#queue'
import { age } from '../support/age.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { until } from '../support/wait.ts'
import { scheduleEvent, urlEvent } from './lambda/events.ts'
import { hold, holdHistoryOf, untilHeldBack } from './lambda/hold.ts'
import { deployedStage } from './lambda/stage.ts'
import { readSynthesis } from './synthesis.ts'

const stage = await deployedStage(readSynthesis())
const { admin, door } = stage

afterEach(async () => {
  await door.open()
  expect(await stage.violations()).toEqual([])
})

const tick = (options = {}) => stage.boot('TickHousekeeping', options)

it('wakes a database that sleeps, within one invocation', async () => {
  const id = await stage.housekeeping()
  const lambda = await tick()
  door.sleep()
  const invoked = lambda.invoke<TickReport>(scheduleEvent())
  // As long as a compute takes to start: its connections wait, and are answered then.
  await until(() => lambda.initMs() !== undefined, { what: 'the start' })
  await door.open()
  expect(await invoked).toMatchObject({ outcome: 'worked' })
  expect(await stage.task(id)).toMatchObject({ status: 'completed', attempts: 0 })
})

it('tries again while the database refuses connections, and goes on when it takes them', async () => {
  const id = await stage.housekeeping()
  await door.shut()
  const lambda = await tick()
  const invoked = lambda.invoke<TickReport>(scheduleEvent())
  await until(() => lambda.initMs() !== undefined, { what: 'the start' })
  await door.open()
  expect(await invoked).toMatchObject({ outcome: 'worked' })
  expect(await stage.task(id)).toMatchObject({ status: 'completed', attempts: 0 })
})

it('gives up in time on a database that stays away, says so, and the next tick works', {
  timeout: 90_000,
}, async () => {
  const id = await stage.housekeeping()
  await door.shut()
  const [pages, ticking, reaping] = await Promise.all([
    stage.boot('Approvals'),
    tick(),
    stage.boot('Reaper'),
  ])
  const began = performance.now()
  const failing = [ticking, reaping].map((lambda) => lambda.invoke(scheduleEvent()))
  const page = pages.invoke(urlEvent(stage.origin, { method: 'GET', path: '/', headers: {} }))
  const failed = { status: 'rejected', reason: { type: 'DatabaseError' } }
  expect(await Promise.allSettled(failing)).toMatchObject([failed, failed])
  // A person is told what the matter is, before the page's own time is up.
  expect(await page).toMatchObject({ statusCode: 503, headers: { 'retry-after': '60' } })
  expect(performance.now() - began).toBeLessThan(60_000)
  await door.open()
  expect(await ticking.invoke(scheduleEvent())).toMatchObject({ outcome: 'worked' })
  expect(await reaping.invoke(scheduleEvent())).toMatchObject({ outcome: 'idle' })
  expect(await stage.task(id)).toMatchObject({ status: 'completed' })
})

it('a database that dies in the middle of a claim costs nothing', async () => {
  const id = await stage.housekeeping()
  const lambda = await tick()
  const release = await hold(
    admin,
    `select from countersign.capabilities where name = 'housekeeping'`,
  )
  const invoked = lambda.invoke<TickReport>(scheduleEvent()).catch(() => undefined)
  await admin.query('select pg_terminate_backend($1)', [await untilHeldBack(admin)])
  await release()
  await invoked
  await lambda.invoke(scheduleEvent())
  expect(await stage.task(id)).toMatchObject({ status: 'completed', attempts: 0, lost_leases: 0 })
})

it('an answer that is lost on the way is asked for again', async () => {
  const id = await stage.housekeeping()
  const lambda = await tick()
  await lambda.invoke(scheduleEvent())
  expect(await stage.task(id)).toMatchObject({ status: 'completed' })
  stage.standIn.loseNextAnswer()
  expect(await lambda.invoke(scheduleEvent())).toMatchObject({ outcome: 'idle' })
})

it('a connection that died while the environment was frozen is replaced', async () => {
  const lambda = await tick({ way: { address: `127.0.0.1:${inject('server').port}` } })
  await lambda.invoke(scheduleEvent())
  lambda.freeze()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename <> 'postgres'`,
  )
  const id = await stage.housekeeping()
  lambda.thaw()
  expect(await lambda.invoke(scheduleEvent())).toMatchObject({ outcome: 'worked' })
  expect(await stage.task(id)).toMatchObject({ status: 'completed' })
})

it('works through a transaction pooler, and directly', async () => {
  const server = inject('server')
  const password = new URL(stage.urlOf('housekeeping', { address: 'x' })).password
  const bouncer = await startPgBouncer(server, decodeURIComponent(password))
  try {
    for (const address of [`127.0.0.1:${bouncer.port}`, `127.0.0.1:${server.port}`]) {
      const id = await stage.housekeeping()
      const lambda = await tick({ way: { address } })
      expect(await lambda.invoke(scheduleEvent())).toMatchObject({ outcome: 'worked' })
      expect(await stage.task(id)).toMatchObject({ status: 'completed' })
    }
  } finally {
    await bouncer.stop()
  }
})

it('a database that dies in the middle of an act leaves a question, and no second act', async () => {
  const victim = await stage.finished()
  const release = await holdHistoryOf(admin, victim)
  const id = await stage.housekeeping({ retentionDays: 0 })
  const lambda = await tick()
  const invoked = lambda.invoke<TickReport>(scheduleEvent())
  await admin.query('select pg_terminate_backend($1)', [await untilHeldBack(admin)])
  await invoked
  await release()
  await age(admin, 'tasks', id, { run_at: '1 hour' })
  expect(await lambda.invoke(scheduleEvent())).toMatchObject({ counts: { parked: 1 } })
  expect(await stage.task(id)).toMatchObject({ status: 'needs_approval' })
  expect(await stage.task(victim)).toMatchObject({ status: 'completed' })
})
