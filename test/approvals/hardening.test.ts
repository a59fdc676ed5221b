// Every route: what each answer carries, what it shows to who is not signed in, and that reading decides nothing.
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { loopback, pages, steady } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const local = await pages(p.db, p.logins.approver, { stage: loopback })
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
    const filled = path.replaceAll(/:[a-z0-9]+(\{.*?\}(?=\/|$))?/gi, (name) => {
      const value = ids[name.replace(/\{.*/, '')]
      if (value === undefined) throw new Error(`give ${name} of ${path} a value in this test`)
      return value
    })
    seen.set(`${method} ${filled}`, { method, path: filled })
  }
  return [...seen.values()]
}

/**
 * Every row of every table, but the time of a visit, which a page view may note once a minute, and the
 * record of refused attempts.
 */
async function everything(): Promise<string> {
  const tables = await p.admin.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'countersign'::regnamespace and relkind = 'r' and relname <> 'refusals'
     order by relname`,
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

it('T34 takes no form from who is signed out, revoked, or was not given it, on any route', async () => {
  const gone = await web.enrolled('gone')
  await web.operators.revoke('gone', 'owner')
  const forms = addresses().filter(
    ({ method, path }) => method === 'POST' && !/^\/(sign-in|enrol)/.test(path),
  )
  expect(forms.length).toBeGreaterThan(18)
  const before = await everything()
  const fields = {
    verdict: 'approve',
    reason: 'x',
    comment: 'x',
    subject: 'eve',
    pick: 'x',
    act: 'x',
  }
  for (const { path } of forms) {
    for (const who of [web.visitor(), gone]) {
      expect((await who.post(path, fields)).status, path).toBe(401)
    }
    expect((await ana.post(path, fields)).status, path).toBe(403)
  }
  expect(await everything()).toBe(before)
})

it('T03 lets a person decide after any number of scanners have opened the link', async () => {
  const q = await scenario(p)
  const asked = await q.asked()
  const path = `/r/${asked.public_id}`
  for (let opened = 0; opened < 50; opened++) await web.visitor().get(path)
  const form = await ana.form(path, `${path}/approve`)
  expect((await ana.post(`${path}/approve`, form)).status).toBe(303)
  expect((await p.request(q.id)).state).toBe('approved')
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
