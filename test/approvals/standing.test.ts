// What a person is told after a form: how the request stands, when it happens, what they had typed.
import { afterEach, expect, it, vi } from 'vitest'
import { age } from '../support/age.ts'
import { pages } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'
import { application, details } from './support/requests.ts'
import { ask, atSubmit, seedRegistry } from './support/seed.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const ana = await web.enrolled('ana')
const ben = await web.enrolled('ben')
await seedRegistry(p)
await p.admin.query(
  'update countersign.capabilities set max_running = null, max_parked = null, daily_ceiling = null',
)
afterEach(() => {
  vi.useRealTimers()
})

const submit = () => ask(p, atSubmit, application())
const stateOf = async ({ id }: { id: number }) =>
  (
    await p.admin.query('select state, decided_by from countersign.approvals where id = $1', [id])
  )[0]

/** Reads a form, has a key sign it, and answers what posts it. */
async function signing(who: typeof ana, path: string) {
  const form = await who.form(path, `${path}/approve`)
  const { challenge } = await who.json(`${path}/challenge`, form)
  const assertion = JSON.stringify(who.key.answer(challenge))
  return () => who.post(`${path}/approve`, { ...form, assertion })
}

it('tells what was done in words, times as times and pictures as pictures', async () => {
  const request = await submit()
  await p.approver.decide(request.seen, { verdict: 'approve', by: 'ana', level: 'session' })
  await age(p.admin, 'approvals', request.id, { not_before: '5 minutes', decided_at: '5 minutes' })
  await age(p.admin, 'tasks', request.task, { run_at: '5 minutes' })
  const lease = await p.claimOne(atSubmit.capability)
  const { digest } = request
  const { effectId } = await p.worker.beginEffect(lease, { name: 'submit', digest })
  const hash = 'a'.repeat(64)
  await p.worker.finishEffect(effectId, lease.token, 'done', {
    ...{ pressedAt: '2026-11-30T09:08:07.006Z', confirmation: 'Thank you.', pictures: [hash] },
  })
  await p.worker.complete(lease, {})
  const html = await (await ana.get(`/r/${request.public_id}`)).text()
  const receipt = html.slice(html.indexOf('What was done'), html.indexOf('What was asked, whole'))
  expect(receipt).toMatch(/pressed at.*<time datetime="2026-11-30T09:08:07\.006Z"/)
  expect(receipt).toContain(`<img src="/artifacts/${hash}"`)
  expect(receipt.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/pressedAt|T09:08|a{64}/)

  const task = await (await ana.get(`/tasks/${request.task}`)).text()
  expect(task).toMatch(/<h1>.*Submit your application to Nordlicht GmbH/)
  const story = [...task.matchAll(/<p><b>(.*?)<\/b>/g)].map(([, line = '']) =>
    line.replaceAll(/<[^>]*>/g, ''),
  )
  expect(story.slice(-6)).toEqual([
    ...[expect.stringMatching(/^Asked at submit/), 'Approved', 'Taken up'],
    ...['“submit” is about to be done', '“submit” is done', 'Completed'],
  ])
})

it('T29 tells the second of two people who signed at once who decided, on the request’s own page', async () => {
  await p.admin.query(`update countersign.gates set level = 'passkey' where name = 'submit'`)
  const request = await submit()
  await p.admin.query(`update countersign.gates set level = 'session' where name = 'submit'`)
  const path = `/r/${request.public_id}`
  const posts = [await signing(ana, path), await signing(ben, path)]
  const answers = await Promise.all(posts.map((post) => post()))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  const { decided_by: winner } = (await stateOf(request)) ?? {}
  expect(winner).toBe(answers[0]?.status === 303 ? 'ana' : 'ben')
  const told = await answers.find(({ status }) => status === 409)?.text()
  expect(told).toContain('This was not taken')
  expect(told).toMatch(new RegExp(`Approved by <b>${winner}</b>`))
  expect(told).toContain('Submit your application to Nordlicht GmbH')
})

it('T30 takes one of fifty who approve or reject at once, and puts every other try on the record', async () => {
  const request = await submit()
  const path = `/r/${request.public_id}`
  const approving = await ana.form(path, `${path}/approve`)
  const rejecting = await ben.form(path, `${path}/reject`)
  const posts = Array.from({ length: 25 }, () => [
    ana.post(`${path}/approve`, approving),
    ben.post(`${path}/reject`, { ...rejecting, reason: 'other' }),
  ])
  const answers = await Promise.all(posts.flat())
  const { decided_by: winner } = (await stateOf(request)) ?? {}
  for (const [at, { status }] of answers.entries()) {
    const who = at % 2 === 0 ? 'ana' : 'ben'
    expect([who, status]).toEqual([who, who === winner ? 303 : 409])
  }
  const tries = await p.admin.query(
    `select operator, count(*)::integer from countersign.refusals where subject = $1 group by 1`,
    [request.public_id],
  )
  expect(tries).toEqual([{ operator: winner === 'ana' ? 'ben' : 'ana', count: 25 }])
})

it('says of a signature that does not hold why, and how the request stands', async () => {
  await p.admin.query(`update countersign.gates set level = 'passkey' where name = 'submit'`)
  const request = await submit()
  await p.admin.query(`update countersign.gates set level = 'session' where name = 'submit'`)
  const path = `/r/${request.public_id}`
  const form = await ana.form(path, `${path}/approve`)
  const { challenge } = await ana.json(`${path}/challenge`, form)
  const assertion = JSON.stringify(ana.key.answer(challenge, { userVerified: false }))
  const answer = await ana.post(`${path}/approve`, { ...form, assertion })
  expect(answer.status).toBe(403)
  const html = await answer.text()
  expect(html).toContain('The signature was not accepted')
  expect(html).toContain('Approve with your key')
  expect(await stateOf(request)).toEqual({ state: 'open', decided_by: null })
})

it.each([
  [3, 60],
  [300, 300],
])('states the interval of ticks every %i s, a minute at least', async (tickSeconds, seconds) => {
  const here = await pages(p.db, p.logins.approver, { tickSeconds })
  const someone = here.visitor()
  for (const [name, value] of ana.jar) someone.jar.set(name, value)
  const request = await submit()
  await p.approver.decide(request.seen, { verdict: 'approve', by: 'ana', level: 'session' })
  const html = await (await someone.get(`/r/${request.public_id}`)).text()
  const said = /class="interval">.*?<\/p>/s.exec(html)?.[0] ?? ''
  const [from = Number.NaN, until] = [...said.matchAll(/datetime="([^"]*)"/g)].map(([, at]) =>
    Date.parse(at ?? ''),
  )
  const [row] = await p.admin.query('select not_before from countersign.approvals where id = $1', [
    request.id,
  ])
  expect([from, until]).toEqual([Number(row?.not_before), from + seconds * 1_000])
})

it('shows an edit that can’t be taken again as it was typed', async () => {
  const path = `/r/${(await submit()).public_id}`
  const form = await ana.form(`${path}/edit`, `${path}/revise`)
  const typed = {
    '/action/values/salary': 'ninety',
    '/action/letter': 'A long letter, typed anew.',
  }
  const answer = await ana.post(`${path}/revise`, { ...form, ...typed })
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toMatch(
    /Salary expectation, EUR a year needs a whole number\.[\s\S]*Nothing was saved/,
  )
  for (const text of Object.values(typed)) expect(html).toContain(text)
  const again = await ana.post(`${path}/revise`, {
    ...form,
    ...typed,
    '/action/values/salary': '9',
  })
  expect(again.status).toBe(303)
  const refusals = await p.admin.query(
    `select what, why from countersign.refusals where what = 'revise'`,
  )
  expect(refusals).toEqual([{ what: 'revise', why: 'not editable so' }])
})

it('shows answers that can’t be taken again as they were given', async () => {
  const at = { capability: 'job-application', gate: 'details', effects: [] }
  const { task, public_id: id } = await ask(p, at, details())
  const path = `/r/${id}`
  const form = await ana.form(path, `${path}/answer`)
  const given = { 'q-shift': 'no', 'q-office': 'Bremen', 'q-tools': 'Spark', 'q-why': 'Because.' }
  const answer = await ana.post(`${path}/answer`, { ...form, ...given, 'q-salary': 'a lot' })
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain('needs a whole number')
  for (const kept of [
    /value="no" checked=""/,
    /value="a lot"/,
    /<option value="Bremen" selected="">/,
    /value="Spark" checked=""/,
    /<textarea[^>]*>\nBecause\.<\/textarea>/,
  ]) {
    expect(html).toMatch(kept)
  }
  await ana.post(`${path}/answer`, { ...form, ...given, 'q-salary': '72 500', 'q-why': '' })
  await age(p.admin, 'tasks', task, { run_at: '-1 day' })
  const told = await (await ana.get(path)).text()
  const answers = told.slice(told.indexOf('Answered'), told.indexOf('What was asked, whole'))
  for (const said of ['Would you work one weekend', 'no<', '72500', 'Spark', 'not answered']) {
    expect(answers).toContain(said)
  }
})

it('goes on with a sitting whose request somebody else decided', async () => {
  const request = await submit()
  const next = await submit()
  const path = `/r/${request.public_id}`
  const sitting = `/sitting?of=${request.public_id},${next.public_id}&n=2`
  const form = await ana.form(sitting, `${path}/reject`)
  await p.approver.decide(request.seen, { verdict: 'approve', by: 'ben', level: 'session' })
  const answer = await ana.post(`${path}/reject`, { ...form, reason: 'other' })
  expect(answer.status).toBe(409)
  const onward = `/sitting?of=${next.public_id}&amp;n=2`
  expect(await answer.text()).toContain(`href="${onward}"`)
})

it('leads from a form that is too old back to its request', async () => {
  const path = `/r/${(await submit()).public_id}`
  const answer = await ana.post(`${path}/reject`, { token: 'old' })
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain(`href="${path}"`)
})

it('T13 leads a link with something stuck to it, or broken in two, to its request', async () => {
  const { public_id: id } = await submit()
  const broken = `${id.slice(0, 20)}%0D%0A${id.slice(20)}`
  for (const mangled of [
    `${id}.`,
    `${id}%3E`,
    `${id},`,
    `${id})`,
    `${id}%0A`,
    `${id}%20`,
    broken,
  ]) {
    const answer = await ana.get(`/r/${mangled}`)
    expect([mangled, answer.headers.get('location')]).toEqual([mangled, `/r/${id}`])
    const signIn = await web
      .visitor()
      .get('/sign-in', { referer: `${web.stage.origin}/r/${mangled}` })
    expect(await signIn.text()).toContain(`name="then" value="/r/${id}"`)
  }
  for (const other of [`${id}0`, `${id}x`, id.slice(1), `x${id}`]) {
    expect((await ana.get(`/r/${other}`)).status).toBe(404)
  }
})

it.each([-10, 10])(
  'T14 goes by the database’s clock where its own is %i minutes off',
  async (minutes) => {
    const approving = async () => {
      const request = await submit()
      const path = `/r/${request.public_id}`
      const form = await ana.form(path, `${path}/approve`)
      return { ...request, path, post: () => ana.post(`${path}/approve`, form) }
    }
    const [open, over] = [await approving(), await approving()]
    await age(p.admin, 'approvals', open.id, { expires_at: '47 hours 55 minutes' })
    await age(p.admin, 'approvals', over.id, { expires_at: '48 hours 5 minutes' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    expect(await (await ana.get(open.path)).text()).toContain('4 min left')
    expect((await open.post()).status).toBe(303)
    const late = await over.post()
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('Nobody answered in time')
    expect(await stateOf(over)).toMatchObject({ decided_by: null })
  },
)

it('T14 takes a form of a machine whose clock is just past the hour, on one that is just before it', async () => {
  const path = `/r/${(await submit()).public_id}`
  const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: hour + 1_000 })
  const form = await ana.form(path, `${path}/reject`)
  vi.setSystemTime(hour - 1_000)
  expect((await ana.post(`${path}/reject`, { ...form, reason: 'other' })).status).toBe(303)
})
