// What every response carries and every request must be: headers, origin, size, rate, and no decision by reading.
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { deployed, localSecret, loopback, type Person, pages, steady } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const local = await pages(p.db, p.logins.approver, { stage: loopback })
const { origin } = deployed
const ana = await web.enrolled('ana')
const marked = { note: '~private value~' }
const s = await scenario(p)
const request = await s.asked(['submit'], marked)
const page = `/r/${request.public_id}`
const token = await web.invited('ben')
const file = { sha256: '0'.repeat(64), name: 'cv.pdf', mediaType: 'application/pdf', bytes: 3 }
const other = await scenario(p)
const recorder = await other.claim()
await p.worker.recordArtifact(recorder, file)

/** The addresses of all routes, each with values that lead somewhere. */
function addresses(): { method: string; path: string }[] {
  const values: Record<string, string> = {
    ':sha256': file.sha256,
    ':token': token,
    ':id': request.public_id,
    ':name': s.capability,
    ':capability': s.capability,
  }
  const seen = new Map<string, { method: string; path: string }>()
  for (const { method, path } of web.app.routes) {
    if (path.includes('*')) continue
    const ids = path.startsWith('/tasks') ? { ...values, ':id': String(s.id) } : values
    const filled = path.replaceAll(/:[a-z0-9]+(\{[^}]*\})?/gi, (name) => {
      const value = ids[name.replace(/\{.*/, '')]
      if (value === undefined) throw new Error(`give ${name} of ${path} a value in this test`)
      return value
    })
    seen.set(`${method} ${filled}`, { method, path: filled })
  }
  return [...seen.values()]
}

/** Every row of every table, but the time of a visit, which a page view may note once a minute. */
async function everything(): Promise<string> {
  const tables = await p.admin.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'countersign'::regnamespace and relkind = 'r' order by relname`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const [row] = await p.admin.query(
      `select coalesce(md5(string_agg((to_jsonb(t) - 'seen_at')::text, '' order by (to_jsonb(t) - 'seen_at')::text)), '') as rows
       from countersign.${name} t`,
    )
    parts.push(`${name} ${row?.rows}`)
  }
  return parts.join('\n')
}

beforeAll(() => {
  expect(addresses().length).toBeGreaterThan(25)
})

it('T01 writes nothing on a safe method, on any route, signed in or out', async () => {
  const before = await everything()
  const query = '?approved=true&action=approve&_method=POST&verdict=approve'
  const override = { 'x-http-method-override': 'POST', 'x-http-method': 'POST' }
  const statuses = new Map<string, number>()
  for (const someone of [web.visitor(), ana]) {
    for (const { path } of addresses()) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const headers = { ...override, 'x-forwarded-for': randomBytes(4).toString('hex') }
        const response = await someone.send(`${path}${query}`, { method, headers })
        statuses.set(`${method} ${path}`, response.status)
        expect(response.status, `${method} ${path}`).toBeLessThan(500)
      }
    }
  }
  expect(statuses.get(`GET ${page}`)).toBe(200)
  expect(statuses.get(`GET /artifacts/${file.sha256}`)).toBe(404)
  expect(await everything()).toBe(before)
})

it('has no route that answers more methods than its own', () => {
  const odd = web.app.routes.filter(
    ({ method, path }) => !path.includes('*') && method !== 'GET' && method !== 'POST',
  )
  expect(odd).toEqual([])
})

it('T06 answers the same bytes under every address of a request, to who is not signed in', async () => {
  const ids = [
    request.public_id,
    'f'.repeat(32),
    '0',
    'x'.repeat(2_000),
    '%00',
    'a%2Fb',
    '%E2%80%AE',
  ]
  const answers = await Promise.all(
    ids.map(async (id) => {
      const response = await web.visitor().get(`/r/${id}`)
      return { status: response.status, body: await response.text(), type: steadyHeaders(response) }
    }),
  )
  expect(answers[0]).toMatchObject({ status: 401 })
  expect(answers[0]?.body).toContain('Sign in to see this')
  for (const answer of answers) expect(answer).toEqual(answers[0])
  const posted = await Promise.all(
    ids.map(async (id) => {
      const response = await web.visitor().post(`/r/${id}/approve`, { token: 'x' })
      return [response.status, await response.text()]
    }),
  )
  for (const answer of posted) expect(answer).toEqual([401, answers[0]?.body])
})

function steadyHeaders(response: Response): string {
  return steady([...response.headers].join('\n')).replaceAll(/nonce-[\w-]+/g, '')
}

it('T04 shows who is not signed in nothing of any request, task or file', async () => {
  for (const { path } of addresses()) {
    for (const agent of [
      'Slackbot-LinkExpanding 1.0',
      'WhatsApp/2',
      'Mozilla/5.0 HeadlessChrome',
    ]) {
      const text = await (await web.visitor().get(path, { 'user-agent': agent })).text()
      for (const secret of ['~private value~', s.capability, 'cv.pdf', request.digest]) {
        expect(text, `${path} shows ${secret}`).not.toContain(secret)
      }
    }
  }
})

it('T11 sends the whole header set with every answer, also 401, 403, 404, 413, 415, 421 and 500', async () => {
  const broken = await pages(p.db, p.logins.approver, {
    database: { ...p.db.as(p.logins.approver), query: () => Promise.reject(new Error('~down~')) },
  })
  const all: [number, Response][] = [
    [200, await ana.get('/operators')],
    [200, await ana.get(page)],
    [401, await web.visitor().get(page)],
    [303, await web.visitor().get('/operators')],
    [404, await ana.get('/nowhere')],
    [404, await ana.get(`/r/${'f'.repeat(32)}`)],
    [403, await ana.post(`${page}/reject`, {}, { origin: 'https://evil.example' })],
    [403, await ana.post(`${page}/reject`, { token: 'wrong' })],
    [413, await ana.post(`${page}/reject`, { comment: 'x'.repeat(1_100_000) })],
    [415, await ana.post(`${page}/reject`, {}, { 'content-type': 'application/json' })],
    [421, await local.visitor().get('/sign-in', { host: '127.0.0.1:4747' })],
    [
      500,
      await broken.visitor().get('/sign-in', { cookie: `__Host-countersign=${'a'.repeat(43)}` }),
    ],
  ]
  for (const [status, response] of all) {
    expect(response.status).toBe(status)
    const of = (name: string) => response.headers.get(name)
    expect(of('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'nonce-[\w-]{22}'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'$/,
    )
    expect(of('referrer-policy')).toBe('same-origin')
    expect(of('cache-control')).toBe('no-store')
    expect(of('x-content-type-options')).toBe('nosniff')
    expect(of('x-frame-options')).toBe('DENY')
    expect(of('cross-origin-opener-policy')).toBe('same-origin')
    expect(of('cross-origin-resource-policy')).toBe('same-origin')
    expect(of('permissions-policy')).toContain('publickey-credentials-get=(self), ')
    expect(of('x-robots-tag')).toBe('noindex, nofollow, noarchive, nosnippet')
    const strict = status === 421 ? null : 'max-age=63072000; includeSubDomains'
    expect(of('strict-transport-security')).toBe(strict)
  }
  const [, failed] = all.at(-1) ?? []
  expect(await failed?.text()).not.toContain('~down~')
})

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
