// What a posted form must be, who it counts for, and what of it is kept: origin, token, rate, record, log.
import { expect, it } from 'vitest'
import { deployed, localSecret, loopback, type Person, pages } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const local = await pages(p.db, p.logins.approver, { stage: loopback })
const { origin } = deployed
const ana = await web.enrolled('ana')
const s = await scenario(p)
const request = await s.asked(['submit'], { note: '~private value~' })
const page = `/r/${request.public_id}`
const token = await web.invited('ben')

const form = 'application/x-www-form-urlencoded'

it.each([
  ['own form', { origin, 'sec-fetch-site': 'same-origin' }, form, 303],
  ['own form of a browser that sends no Sec-Fetch-Site', { origin }, form, 303],
  [
    'own page that sends no referrer',
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    form,
    403,
  ],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, form, 403],
  [
    'another site that sends no referrer',
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    form,
    403,
  ],
  [
    'a sibling host',
    { origin: 'https://x.approvals.example', 'sec-fetch-site': 'same-site' },
    form,
    403,
  ],
  ['own origin, other site', { origin, 'sec-fetch-site': 'cross-site' }, form, 403],
  ['own origin, typed address', { origin, 'sec-fetch-site': 'none' }, form, 403],
  [
    'a fetch of text from elsewhere',
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    'text/plain',
    403,
  ],
  ['a client without browser headers', {}, form, 403],
  ['the same with JSON', {}, 'application/json', 415],
  ['own page with JSON', { origin, 'sec-fetch-site': 'same-origin' }, 'application/json', 415],
  ['own page with text', { origin, 'sec-fetch-site': 'same-origin' }, 'text/plain', 415],
  [
    'own page with parts',
    { origin, 'sec-fetch-site': 'same-origin' },
    'multipart/form-data; boundary=x',
    415,
  ],
  ['own page with a longer type', { origin, 'sec-fetch-site': 'same-origin' }, `${form}x`, 415],
] as [string, Record<string, string>, string, number][])(
  'T16 takes a form of a page of ours alone: %s',
  async (_, headers, type, status) => {
    const someone = await signedIn()
    const fields = await someone.form('/operators', '/sign-out')
    const response = await someone.send('/sign-out', {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { ...headers, 'content-type': type },
    })
    expect(response.status).toBe(status)
    expect((await someone.get('/operators')).status).toBe(status === 303 ? 303 : 200)
  },
)

async function signedIn(): Promise<Person> {
  const device = web.visitor()
  const { challenge } = await device.json('/sign-in/challenge', {})
  await device.post('/sign-in/key', { assertion: JSON.stringify(ana.key.answer(challenge)) })
  return device
}

it('T16 takes a form’s token only from its own session, action and revision', async () => {
  const mine = await ana.form(page, `${page}/reject`)
  const theirs = await signedIn()
  expect((await theirs.post(`${page}/reject`, { ...mine, reason: 'x' })).status).toBe(403)
  expect((await ana.post(`${page}/send-back`, { ...mine, comment: 'x' })).status).toBe(403)
  expect((await ana.post(`${page}/reject`, { ...mine, revision: '2' })).status).toBe(403)
  expect((await ana.post(`${page}/reject`, { ...mine, digest: '0'.repeat(64) })).status).toBe(403)
  const [hour, mac] = (mine.token ?? '').split('.')
  for (const token of ['', '.', 'x', `${Number(hour) - 25}.${mac}`, `${Number(hour) + 1}.${mac}`]) {
    expect((await ana.post(`${page}/reject`, { ...mine, token })).status).toBe(403)
  }
  expect((await p.request(s.id)).state).toBe('open')
})

it('keeps refused attempts on the record: who, what and why, and never a value', async () => {
  await p.admin.query('delete from countersign.refusals')
  await ana.post(`${page}/reject`, { token: '~token~', comment: '~private value~' })
  await ana.post(`${page}/reject`, {}, { origin: 'https://evil.example' })
  await web.visitor().post('/sign-in/key', { assertion: '~assertion~' })
  const rows = await p.admin.query(
    'select operator, what, why, subject from countersign.refusals order by id',
  )
  expect(rows).toEqual([
    { operator: 'ana', what: 'reject', why: 'form token', subject: request.public_id },
    { operator: 'ana', what: 'foreign request', why: 'origin', subject: null },
    { operator: null, what: 'sign-in', why: 'there is none', subject: null },
  ])
})

it('T33 takes who decides from the session alone', async () => {
  const q = await scenario(p)
  const asked = await q.asked()
  const path = `/r/${asked.public_id}`
  const fields = await ana.form(path, `${path}/reject`)
  await ana.post(
    `${path}/reject?approver=boss&by=boss`,
    { ...fields, reason: 'other', by: 'boss', approver: 'boss', operator: 'boss' },
    { 'x-approver': 'boss', 'x-forwarded-user': 'boss' },
  )
  const [row] = await p.admin.query('select decided_by from countersign.approvals where id = $1', [
    asked.id,
  ])
  expect(row).toEqual({ decided_by: 'ana' })
})

it('T06 slows a guesser down, one address at a time', async () => {
  const guesser = web.visitor()
  const answers: number[] = []
  for (let n = 0; n < 32; n++) answers.push((await guesser.get(`/enrol/${'x'.repeat(43)}`)).status)
  expect(answers.slice(0, 30).every((status) => status === 404)).toBe(true)
  expect(answers.slice(30)).toEqual([429, 429])
  expect((await web.visitor().get(`/enrol/${'x'.repeat(43)}`)).status).toBe(404)
})

it('T12 answers under its own local name only, and builds no address from what it is asked', async () => {
  const here = local.visitor()
  expect((await here.get('/sign-in')).status).toBe(200)
  for (const host of ['127.0.0.1:4747', 'evil.example', 'localhost', 'localhost:80', '']) {
    expect((await here.get('/sign-in', { host })).status).toBe(421)
  }
  const invite = await ana.form('/operators', '/operators/invite')
  const { challenge } = await ana.json('/confirm/challenge', { ...invite, subject: 'cleo' })
  const assertion = JSON.stringify(ana.key.answer(challenge))
  const made = await ana.post(
    '/operators/invite',
    { ...invite, subject: 'cleo', assertion },
    { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
  )
  const html = await made.text()
  expect(html).toContain(`${origin}/enrol/`)
  expect(html).not.toContain('evil.test')
})

it('signs in with the printed link on a loopback origin, and nowhere else', async () => {
  const here = local.visitor()
  expect(await (await here.get(`/sign-in?link=${localSecret}`)).text()).toContain('printed by')
  expect((await here.post('/sign-in', { link: 'wrong' })).status).toBe(403)
  const answer = await here.post('/sign-in', { link: localSecret })
  expect(answer.status).toBe(303)
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^countersign=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ])
  expect((await here.get('/operators')).status).toBe(200)

  const stolen = await pages(p.db, p.logins.approver, { localSecret })
  expect((await stolen.visitor().post('/sign-in', { link: localSecret })).status).toBe(403)
  expect(await (await stolen.visitor().get(`/sign-in?link=${localSecret}`)).text()).not.toContain(
    localSecret,
  )
})

it('T10 logs no token, address of a request, or value', async () => {
  await ana.get(`/enrol/${token}`)
  await ana.get(page)
  const broken = await pages(p.db, p.logins.approver, {
    database: {
      ...p.db.as(p.logins.approver),
      batch: () => Promise.reject(new Error('no')),
    },
  })
  const someone = broken.visitor()
  for (const [name, value] of ana.jar) someone.jar.set(name, value)
  expect((await someone.get(page)).status).toBe(500)
  const logged = JSON.stringify([...web.lines, ...local.lines, ...broken.lines])
  expect(broken.lines).toHaveLength(1)
  for (const secret of [token, request.public_id, '~private value~', ...ana.jar.values()]) {
    expect(logged).not.toContain(secret)
  }
})
