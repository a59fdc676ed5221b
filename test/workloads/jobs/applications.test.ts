// The pages of applications: what became of each, what the person taps, and figures that add up.
import { beforeAll, expect, it } from 'vitest'
import { recall } from '#queue'
import { workloadPages } from '#workloads'
import { csvOf } from '../../../packages/workloads/jobs/applications/csv.ts'
import {
  type ApplicationRow,
  bestFirst,
} from '../../../packages/workloads/jobs/applications/read.ts'
import { age } from '../../support/age.ts'
import { pages as app, localSecret, loopback } from '../../support/pages.ts'
import { killedPresses } from './application/killed-presses.ts'

const s = await killedPresses()
const [jobs] = await Promise.all(
  workloadPages.map(async ({ load, ...one }) => ({ ...one, ...(await load()) })),
)
if (!jobs) throw new Error('the jobs have no pages')
const web = await app(s.db, s.approverLogin, { stage: loopback, localSecret, workloads: [jobs] })
const visitor = web.visitor()
const list = '/workloads/jobs/applications'
const get = async (path: string) => await (await visitor.get(path)).text()
const tasks = { sent: 0, waiting: 0, closed: 0, expired: 0 }

beforeAll(async () => {
  await visitor.post('/sign-in', await visitor.form(`/sign-in?link=${localSecret}`, '/sign-in'))
  const sent = await s.asked()
  await s.approve(sent.task)
  await s.tick()
  const closed = await s.asked()
  await s.approve(closed.task)
  s.world.says(Number(closed.posting), undefined)
  await s.tick()
  const expired = await s.asked()
  const { id } = await s.request(expired.task)
  await age(s.admin, 'approvals', id, { opened_at: '3 days', expires_at: '3 days' })
  await s.reaper.reap(10)
  const waiting = await s.asked()
  Object.assign(tasks, {
    ...{ sent: sent.task, closed: closed.task, expired: expired.task, waiting: waiting.task },
  })
})

const blank: ApplicationRow = {
  ...{ id: 1, status: 'completed', step: 'submit', reason: null, sent: null, request: null },
  ...{ created_at: new Date(0), started_at: null, finished_at: null, erased: false },
  ...{ board: 'lever', url: null, company: null, title: null, night: null, score: null },
}

/** The row of a task, from its link to the next. */
const rowOf = (html: string, task: number) =>
  html.split('<tr>').find((part) => part.includes(`href="/tasks/${task}"`)) ?? ''
const figures = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )

it('lists every application with its state, and counts them', async () => {
  const html = await get(list)
  expect(rowOf(html, tasks.sent)).toContain('>sent<')
  const { public_id } = await s.request(tasks.waiting)
  expect(rowOf(html, tasks.waiting)).toMatch(
    new RegExp(`href="/r/${public_id}">\\s*waits for your approval`),
  )
  expect(rowOf(html, tasks.closed)).toContain('skipped: the posting closed')
  expect(rowOf(html, tasks.expired)).toContain('>expired<')
  expect(rowOf(html, tasks.sent)).toContain('12.0')
  expect(figures(html)).toEqual({
    applications: '4',
    'submitted by a worker': '1',
    'submitted without a decision': '0',
    'sent by you': '0',
    'skipped after they were taken up': '1',
    'expired unanswered': '1',
    'expired in the last 7 days': '1',
  })
  expect(html).toContain('1 × the posting closed')
  expect(await get(`${list}/queries`)).toContain('from countersign.effect_detail')
})

it('tells how many postings the newest night skipped, for which requirements, and when', async () => {
  const night = (date: string, missed: number) => ({
    ...{ date, task: 900 },
    summary: {
      ...{ table: 'a'.repeat(64), asOf: `${date}T01:02:03Z`, boards: 2, failed: 0 },
      ...{ postings: 40, taken: 3, missed, reasons: { years: 4, residence: missed - 4 } },
    },
  })
  const nights = [
    { date: '2026-11-03', task: 901, summary: null },
    night('2026-11-02', 11),
    night('2026-11-01', 9),
  ]
  await s.admin.query(
    `insert into countersign.memory (capability, key, value, by) values ('job-search', 'nights', $1, 'x')`,
    [JSON.stringify(nights)],
  )
  const html = (await get(list)).replaceAll(/<[^>]*>/g, '')
  expect(html).toContain('11 of 40 postings skipped on requirements: 7 × residence · 4 × years')
  expect(html).toMatch(/4 × years\s*\(read [^)]*2 Nov[^)]*each with its reason\)/)
})

it('counts a submit without a decision, should there ever be one', async () => {
  const [effect] = await s.admin.query<{ id: number }>(
    'select id from countersign.effects where task_id = $1',
    [tasks.sent],
  )
  // Begun before anybody had decided.
  await age(s.admin, 'effects', effect?.id, { began_at: '1 day' })
  expect(figures(await get(list))['submitted without a decision']).toBe('1')
  await age(s.admin, 'effects', effect?.id, { began_at: '-1 day' })
})

it('notes what they answered on one tap, and takes it back on the same', async () => {
  const action = `${list}/${tasks.sent}/outcome`
  const tap = async (outcome: string) =>
    await visitor.post(action, { ...(await visitor.form(list, action)), outcome })
  const pressed = async () =>
    [...rowOf(await get(list), tasks.sent).matchAll(/value="(\w+)" aria-pressed="true"/g)].map(
      ([, outcome]) => outcome,
    )
  expect((await tap('interview')).status).toBe(303)
  expect(await pressed()).toEqual(['interview'])
  await tap('offer')
  expect(await pressed()).toEqual(['offer'])
  expect(await get(`${list}.csv`)).toMatch(new RegExp(`^${tasks.sent},.*,sent,12,.*,offer,`, 'm'))
  await tap('offer')
  expect(await pressed()).toEqual([])
  expect((await tap('married')).status).toBe(422)
})

it('takes no tap from elsewhere, nor one made for another row', async () => {
  const action = `${list}/${tasks.sent}/outcome`
  const form = await visitor.form(list, action)
  const other = `${list}/${tasks.waiting}/outcome`
  expect((await visitor.post(other, { ...form, outcome: 'no' })).status).toBe(403)
  expect((await visitor.post(action, { outcome: 'no' })).status).toBe(403)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await visitor.post(action, { ...form, outcome: 'no' }, foreign)).status).toBe(403)
})

it('switches who sends a board’s forms, and back', async () => {
  const action = '/workloads/jobs/boards/greenhouse'
  const turn = async (submit: string) =>
    await visitor.post(action, { ...(await visitor.form(list, action)), submit })
  await turn('handover')
  expect(await get(list)).toContain('you, by hand')
  const next = await s.asked()
  expect(await s.request(next.task)).toMatchObject({ gate: 'handover' })
  await turn('automatic')
  expect(await get(list)).not.toContain('you, by hand')
  const [mode] = await recall(s.db.as(s.approverLogin), 'job-application', 'submit/', 5)
  expect(mode).toMatchObject({ key: 'submit/greenhouse', value: { submit: 'automatic' } })
  const later = await s.asked()
  expect(await s.request(later.task)).toMatchObject({ gate: 'submit' })
})

it('reads from the newest night on, each night’s best first', () => {
  const row = (id: number, night: string | null, score: number | null) => ({
    ...blank,
    id,
    night,
    score,
  })
  const rows = [
    ...[row(1, '2026-11-01', 9), row(2, '2026-11-02', 5), row(3, '2026-11-02', 7)],
    ...[row(4, null, null), row(5, '2026-11-02', 7)],
  ]
  expect(bestFirst(rows).map(({ id }) => id)).toEqual([5, 3, 2, 1, 4])
})

it('writes a CSV that no spreadsheet takes for formulas', () => {
  const row = { ...blank, company: '=cmd|A1', title: 'He said "no",\nthen yes', score: -1.5 }
  const [, line] = csvOf([row], new Map()).split('\r\n')
  expect(line).toMatch(/^1,'=cmd\|A1,"He said ""no"",\nthen yes",lever,,sent,-1\.5,1970/)
})
