// The nightly search from the boards to the enqueued applications, night after night, on a real database.
import { beforeEach, describe, expect, it } from 'vitest'
import { dueToday, recall, taskOf } from '#queue'
import { housekeeping, jobs } from '#workloads'
import { jobSearch } from '../../../packages/workloads/jobs/search/definition.ts'
import { age } from '../../support/age.ts'
import { ashbyJob, greenhouseJob, leverEntry } from './board-fixtures.ts'
import { nightShop, profileWith, tagged } from './nights.ts'

const search = {
  boards: [
    { board: 'greenhouse', account: 'ferrograph', company: 'Ferrograph' },
    { board: 'lever', account: 'mossbank', company: 'Mossbank' },
    { board: 'ashby', account: 'tarnwood', company: 'Tarnwood' },
    { board: 'greenhouse', account: 'brackwater' },
    { board: 'greenhouse', account: 'lindenhof' },
    { board: 'ashby', account: 'nowhere' },
  ],
  night: { postings: 3, perCompany: 2, maxAgeDays: 3_650 },
  titles: { wanted: ['platform engineer', 'backend engineer'] },
}
const ferrograph = '/v1/boards/ferrograph/jobs'
const mossbank = '/v0/postings/mossbank'
const tarnwood = '/posting-api/job-board/tarnwood'
const brackwater = '/v1/boards/brackwater/jobs'

const us = { id: 5, content: '&lt;p&gt;US citizens only.&lt;/p&gt;' }
const usual = () => ({
  [ferrograph]: tagged({
    jobs: [greenhouseJob(), greenhouseJob(us), greenhouseJob({ id: 6, title: 'Gardener' })],
  }),
  [mossbank]: tagged([leverEntry({ lists: [{ text: 'You bring', content: '<li>Go</li>' }] })]),
  [tarnwood]: tagged({ apiVersion: '1', jobs: [ashbyJob()] }),
  [brackwater]: { status: 503, body: 'try later' },
  '/v1/boards/lindenhof/jobs': { body: { jobs: [] } },
})
const s = await nightShop(search, usual())
const gauges = 'greenhouse:ferrograph:4128667550113'
const infrastructure = 'ashby:tarnwood:b1a7d3f0-2222-4d8e-8f52-7f1a2b3c4d5e'
const ledger = 'lever:mossbank:6f0c2a7e-1111-4c55-9b1c-2c6e1f9e0a10'

/** A database in which there was no night yet, and boards as they usually are. */
beforeEach(async () => {
  await s.admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    ...['tasks', 'task_keys', 'memory', 'artifacts', 'task_events'].map((name) => ({
      text: `truncate countersign.${name}`,
    })),
  ])
  for (const path of Object.keys(s.answers)) delete s.answers[path]
  Object.assign(s.answers, usual())
  s.world.bundle = await profileWith(search)
  s.world.onRequest = async () => {}
  s.boards.requests.length = 0
})

const placed = (table: { rows: { key: string; placement: string }[] }) =>
  Object.fromEntries(table.rows.map(({ key, placement }) => [key, placement]))
const keys = async () => (await s.applications()).map(({ key }) => key)

describe('one night', () => {
  it('takes up exactly the best, each as one application with why, and records the rest', async () => {
    const { taskId, table, result } = await s.night('2026-11-30')
    expect(placed(table)).toEqual({
      [gauges]: 'taken',
      'greenhouse:ferrograph:6': 'taken',
      [infrastructure]: 'taken',
      [ledger]: 'below the cut',
      'greenhouse:ferrograph:5': 'misses',
    })
    const applications = await s.applications()
    expect(applications.map(({ key }) => key)).toEqual(
      table.rows.filter(({ placement }) => placement === 'taken').map(({ key }) => key),
    )
    expect(applications).toMatchObject([
      { night: taskId, status: 'pending', actor: 'job-search' },
      { night: taskId },
      { night: taskId },
    ])
    const [best] = table.rows
    const { payload } = applications[0] ?? {}
    expect(payload).toMatchObject({
      posting: { externalId: '4128667550113', company: 'Ferrograph', title: 'Platform Engineer' },
      night: { date: '2026-11-30', score: best?.score, parts: best?.parts, flags: [] },
    })
    const unclear = payload?.night.unclear.map(({ dimension }) => dimension)
    expect(unclear).toEqual(
      best?.verdicts.filter(({ verdict }) => verdict === 'unclear').map((one) => one.dimension),
    )
    expect(result).toMatchObject({
      ...{ boards: 6, failed: 2, postings: 5, taken: 3, missed: 1 },
      reasons: { authorisation: 1 },
    })
    expect(result.tasks).toEqual(Object.fromEntries(applications.map(({ key, id }) => [key, id])))
    const { tasks: _, ...summary } = result
    expect(await s.nights()).toEqual([{ date: '2026-11-30', task: taskId, summary }])
  })

  it('quotes the words behind a miss, and keeps no posting’s text in state or table', async () => {
    const { taskId, table } = await s.night('2026-11-30')
    const missed = table.rows.find(({ placement }) => placement === 'misses')
    expect(missed).toMatchObject({ missed: 'authorisation' })
    expect(missed?.verdicts.find(({ dimension }) => dimension === 'authorisation')).toMatchObject({
      verdict: 'misses',
      quote: 'US citizens only.',
    })
    const { state } = await s.task(taskId)
    for (const kept of [JSON.stringify(state), JSON.stringify(table)]) {
      expect(kept).not.toContain('tide gauges')
    }
  })

  it('records how every board answered; one that fails costs only itself', async () => {
    const { table } = await s.night('2026-11-30')
    expect(
      table.boards.map(({ account, outcome, detail, postings }) => [
        account,
        outcome,
        detail,
        postings,
      ]),
    ).toEqual([
      ['ferrograph', 'ok', '3 postings', 3],
      ['mossbank', 'ok', '1 postings', 1],
      ['tarnwood', 'ok', '1 postings', 1],
      ['brackwater', 'error', '503 try later', 0],
      ['lindenhof', 'empty', 'no postings', 0],
      ['nowhere', 'unknown', '404 Not Found', 0],
    ])
    expect(table.boards.filter(({ suddenlyEmpty }) => suddenlyEmpty)).toEqual([])
  })

  it('tries a board that says 429 again, and asks one that is gone only once', async () => {
    s.answers[brackwater] = [
      { status: 429, headers: { 'retry-after': '1' } },
      { body: { jobs: [greenhouseJob({ id: 9 })] } },
    ]
    const { table } = await s.night('2026-11-30')
    expect(table.boards[3]).toMatchObject({ outcome: 'ok', postings: 1 })
    const asks = (account: string) =>
      s.boards.requests.filter(({ path }) => path.includes(account)).length
    expect(asks('brackwater')).toBe(2)
    expect(asks('nowhere')).toBe(1)
  })

  it('costs one board nothing more when its answer breaks our reading', async () => {
    s.answers[ferrograph] = { body: { jobs: [{ id: 7 }, greenhouseJob()] } }
    s.answers[mossbank] = { body: '<html>maintenance</html>' }
    s.answers[tarnwood] = { body: { apiVersion: '1', jobs: [ashbyJob({ isListed: false })] } }
    const { table } = await s.night('2026-11-30')
    expect(table.boards.slice(0, 3)).toMatchObject([
      { outcome: 'ok', postings: 1, leftOut: [{ entries: 1 }] },
      { outcome: 'error', postings: 0 },
      { outcome: 'empty', leftOut: [{ reason: 'not listed', entries: 1 }] },
    ])
  })

  it('counts ages from its own day, whenever it runs', async () => {
    const { table } = await s.night('2027-02-14')
    const recency = table.rows.find(({ key }) => key === gauges)?.parts[3]
    // First published on 10 November 2026, in the afternoon.
    expect(recency).toMatchObject({ name: 'recency', why: '95 days old' })
  })

  it('judges by the profile that it began with', async () => {
    const id = await s.begin('2026-11-30')
    let changed = false
    s.world.onRequest = async () => {
      if (changed) return
      changed = true
      s.world.bundle = await profileWith({ ...search, night: { postings: 1 } })
    }
    await s.tick()
    expect(await s.task(id)).toMatchObject({ status: 'completed' })
    expect(await keys()).toHaveLength(3)
    const others = [8, 9, 10].map((id) => greenhouseJob({ id, content: `Platform no. ${id}` }))
    s.answers[ferrograph] = { body: { jobs: others } }
    expect((await s.night('2026-12-01')).result.taken).toBe(1)
  })

  it('can’t be done with a broken profile, and says which line to mend', async () => {
    s.world.bundle = await profileWith({ ...search, boards: [] })
    const id = await s.begin('2026-11-30')
    await s.tick()
    const task = await s.task(id)
    expect(task).toMatchObject({ status: 'failed', reason: 'profile_broken' })
    expect(task.error).toContain('profile/search.yaml:1 boards names no board')
    // Mended, the same night goes on.
    s.world.bundle = await profileWith(search)
    await s.approver.requeue(id, 'ana')
    await s.tick()
    expect(await s.task(id)).toMatchObject({ status: 'completed' })
    expect(await keys()).toHaveLength(3)
  })
})

describe('night after night', () => {
  it('takes up nothing twice, and reads no board anew that has not changed', async () => {
    await s.night('2026-11-30')
    const first = await keys()
    s.boards.requests.length = 0
    const { table, result } = await s.night('2026-12-01')
    expect(result).toMatchObject({ taken: 1, postings: 5 })
    expect(await keys()).toEqual([...first, ledger])
    expect(placed(table)).toMatchObject({ [gauges]: 'seen', [infrastructure]: 'seen' })
    expect(table.boards.slice(0, 3)).toMatchObject([
      { outcome: 'unchanged', postings: 3, before: 3 },
      { outcome: 'unchanged', postings: 1 },
      { outcome: 'unchanged', postings: 1 },
    ])
    const etag = usual()[ferrograph].headers?.etag
    expect(s.boards.requests[0]?.headers['if-none-match']).toBe(etag)
    expect((await s.night('2026-12-02')).result).toMatchObject({ taken: 0, postings: 5 })
  })

  it('reads an unchanged board anew where its file is gone, or was read in another way', async () => {
    await s.night('2026-11-30')
    s.world.bundle = await profileWith({
      ...search,
      boards: [{ board: 'greenhouse', account: 'ferrograph', company: 'Ferrograph Ltd' }],
    })
    const { table } = await s.night('2026-12-01')
    expect(table.boards).toMatchObject([{ outcome: 'ok', postings: 3 }])
    expect(table.rows[0]?.company).toBe('Ferrograph Ltd')
    const [known] = await recall(s.db.as(s.approverLogin), 'job-search', 'boards', 1)
    const { file } = Object(known?.value)['greenhouse:ferrograph']
    // As if it had lain there for longer than a file is kept that nothing refers to.
    await s.forget(file)
    const again = await s.night('2026-12-02')
    expect(again.table.boards).toMatchObject([{ outcome: 'ok', postings: 3, before: 3 }])
  })

  it('flags the same words under a new id, and takes them up once', async () => {
    await s.night('2026-11-30')
    s.answers[ferrograph] = { body: { jobs: [greenhouseJob({ id: 77 })] } }
    const { table } = await s.night('2026-12-01')
    const repost = table.rows.find(({ key }) => key === 'greenhouse:ferrograph:77')
    expect(repost).toMatchObject({ placement: 'repost', repostOf: gauges })
    expect(await keys()).not.toContain('greenhouse:ferrograph:77')
  })

  it('leaves a posting to the application that somebody began by hand', async () => {
    await s.night('2026-11-30')
    const [first] = await s.applications()
    // All memory lost, as after a database was put back from before the night.
    await s.admin.query(`delete from countersign.memory`)
    const { result } = await s.night('2026-12-01')
    expect(result).toMatchObject({ taken: 0 })
    expect((await s.applications())[0]).toEqual(first)
    expect(s.lines.filter(({ event }) => event === 'taken up before')).toHaveLength(3)
  })

  it('tells a person when a board falls silent, closes nothing for it, and is quiet when it is back', async () => {
    await s.night('2026-11-30')
    const signal = async () => {
      const [row] = await s.admin.query(
        `select owner, value::integer as value, colour from countersign.signals where signal = 'notices'`,
      )
      return row
    }
    expect(await signal()).toEqual({ owner: 'person', value: 0, colour: 'green' })
    s.answers[ferrograph] = { body: { jobs: [] } }
    s.answers[tarnwood] = { status: 404, body: 'Not Found' }
    const { table } = await s.night('2026-12-01')
    expect(table.boards.filter(({ suddenlyEmpty }) => suddenlyEmpty)).toMatchObject([
      { account: 'ferrograph', outcome: 'empty', before: 3 },
      { account: 'tarnwood', outcome: 'unknown', before: 1 },
    ])
    expect(await signal()).toEqual({ owner: 'person', value: 2, colour: 'red' })
    const told = await recall(s.db.as(s.approverLogin), 'job-search', 'notice/', 10)
    expect(told.map(({ value }) => value)).toEqual([
      { text: 'Tarnwood had 1 posting and names none any more', since: '2026-12-01' },
      { text: 'Ferrograph had 3 postings and names none any more', since: '2026-12-01' },
    ])
    const statuses = (await s.applications()).map(({ status }) => status)
    expect(statuses.every((status) => status === 'pending')).toBe(true)

    // Known by now: it is not told anew, and stops being red after a week.
    const [{ updated_at: at } = { updated_at: null }] = await s.admin.query(
      `select updated_at from countersign.memory where key = 'notice/greenhouse:ferrograph'`,
    )
    await s.night('2026-12-02')
    expect(
      await s.admin.query(
        `select updated_at from countersign.memory where key = 'notice/greenhouse:ferrograph'`,
      ),
    ).toEqual([{ updated_at: at }])
    await age(s.admin, 'memory', 'notice/ashby:tarnwood', { updated_at: '8 days' }, 'key')
    expect(await signal()).toMatchObject({ value: 1, colour: 'red' })

    Object.assign(s.answers, usual())
    const back = await s.night('2026-12-03')
    expect(back.table.boards[0]).toMatchObject({ outcome: 'unchanged', suddenlyEmpty: false })
    expect(await signal()).toMatchObject({ value: 0, colour: 'green' })
  })
})

describe('the day', () => {
  const works = jobs.map(({ definition }) => definition)
  const nightOf = (day: string) => taskOf(jobSearch, day)
  const at = (time: string) => new Date(`2026-11-30T${time}Z`)
  const berlin = { hour: 3, timeZone: 'Europe/Berlin' }

  it('brings a night from its hour on, in its zone, all day long', () => {
    expect(dueToday(works, at('01:59:00'), berlin)).toEqual([])
    expect(dueToday(works, at('02:00:00'), berlin)).toEqual([nightOf('2026-11-30')])
    expect(dueToday(works, at('22:59:00'), berlin)).toEqual([nightOf('2026-11-30')])
    expect(dueToday(works, at('23:30:00'), berlin)).toEqual([])
    expect(dueToday(works, at('23:30:00'), { ...berlin, atOnce: true })).toEqual([
      nightOf('2026-12-01'),
    ])
    expect(dueToday(works, at('12:00:00'), { ...berlin, hour: null, atOnce: true })).toEqual([])
    const tidying = housekeeping.map(({ definition }) => definition)
    expect(dueToday(tidying, at('23:30:00'), berlin)).toMatchObject([{ key: '2026-12-01' }])
  })

  it('brings it in the hours that a clock change leaves out or repeats', () => {
    const clock = { hour: 2, timeZone: 'Europe/Berlin' }
    const due = (time: string) => dueToday(works, new Date(time), clock).map(({ key }) => key)
    // 2 o’clock does not exist on 28 March 2027, and comes twice on 25 October 2026.
    expect(due('2027-03-28T00:59:00Z')).toEqual([])
    expect(due('2027-03-28T01:00:00Z')).toEqual(['2027-03-28'])
    expect(due('2026-10-25T00:30:00Z')).toEqual(['2026-10-25'])
    expect(due('2026-10-25T01:30:00Z')).toEqual(['2026-10-25'])
  })

  it('catches a missed night up once, however many ticks see that it is due', async () => {
    const now = at('15:00:00')
    const ids = []
    for (let tick = 0; tick < 3; tick++) {
      for (const task of dueToday(works, now, berlin)) ids.push(await s.begin(task.key ?? ''))
      await s.tick()
    }
    expect(new Set(ids).size).toBe(1)
    expect(await s.nights()).toHaveLength(1)
    expect(await keys()).toHaveLength(3)
  })
})
