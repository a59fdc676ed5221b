// The approval pages from their package: events of the function's address in, pages, cookies, decisions and files out.
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '#database'
import { operatorVerbs } from '#queue'
import { age } from '../support/age.ts'
import { authenticator } from '../support/authenticator.ts'
import { person } from '../support/pages.ts'
import { responseOf, scheduleEvent, type UrlAnswer, urlEvent } from './lambda/events.ts'
import { deployedStage } from './lambda/stage.ts'
import { readSynthesis } from './synthesis.ts'

const synthesis = readSynthesis()
const stage = await deployedStage(synthesis)
const { admin, origin } = stage
const lambda = await stage.boot('Approvals')
const pages = {
  request: async (url: string, { method = 'GET', headers = {}, body }: RequestInit) => {
    const { pathname, search } = new URL(url)
    const sent = Object.fromEntries(new Headers(headers))
    const event = urlEvent(origin, {
      method,
      path: `${pathname}${search}`,
      headers: sent,
      ...(typeof body === 'string' && { body }),
    })
    return responseOf(await lambda.invoke<UrlAnswer>(event))
  },
}
const someone = () => person(pages, origin)
const key = authenticator(origin)
const ana = await enrolled('ana')

afterEach(async () => {
  expect(await stage.violations()).toEqual([])
  expect(stage.bucket.refused).toEqual([])
})

/** Enrols the key by a one-time link, as `countersign operator add` makes one. */
async function enrolled(name: string) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await operatorVerbs(admin).add(name, hash, 'owner')
  const who = someone()
  const options = await who.json(`/enrol/${token}/options`, {})
  const form = { registration: key.register(options), label: 'a key' }
  const made = await who.post(`/enrol/${token}`, form)
  if (made.status !== 303) throw new Error(`enrolling answered ${made.status}`)
  return who
}

/** A request of housekeeping, which waits for a person. */
async function asked(): Promise<{ task: number; page: string }> {
  await stage.finished()
  const task = await stage.housekeeping({ retentionDays: 0, threshold: 0 })
  const tick = await stage.boot('TickHousekeeping')
  await tick.invoke(scheduleEvent())
  await tick.stop()
  const [row] = await admin.query(
    `select public_id from countersign.approvals where task_id = $1 and state = 'open'`,
    [task],
  )
  if (!row) throw new Error('nobody was asked')
  return { task, page: `/r/${row.public_id}` }
}

it('shows the same to everybody who is not signed in, and answers with its own headers', async () => {
  const home = await someone().get('/')
  expect(home.status).toBe(303)
  expect(home.headers.get('location')).toBe('/sign-in')
  const page = await someone().get('/sign-in')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('strict-transport-security')).toContain('max-age')
  expect(await page.text()).toMatch(/^<!doctype html>/)
  expect((await someone().get('/nowhere')).status).toBe(404)
})

it('carries the browser’s half of the keys, and what pages refer to, in its package', async () => {
  const script = await (await someone().get('/sign.js')).text()
  expect(script).toContain('SimpleWebAuthnBrowser')
  expect((await someone().get('/look.css')).headers.get('content-type')).toMatch(/^text\/css/)
})

it('signs in by a key and keeps the session in a cookie of its own host', async () => {
  const device = someone()
  const { challenge } = await device.json('/sign-in/challenge', {})
  const assertion = JSON.stringify(key.answer(challenge))
  const answer = await device.post('/sign-in/key', { assertion })
  expect(answer.status).toBe(303)
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-countersign=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax/)
  const home = await device.get('/')
  expect(home.status).toBe(200)
  expect(await home.text()).toContain('· ana</span>')
  // A second answer to one challenge is none, from whatever device.
  expect((await someone().post('/sign-in/key', { assertion })).status).toBe(403)
})

it('tells a person that no key of theirs is pinned in this deployment', async () => {
  const page = await (await ana.get('/operators')).text()
  expect(page).toContain('None of your keys is pinned yet: workers refuse what you approve')
})

it('takes no decision from another site, without a session, or by reading', async () => {
  const { task, page } = await asked()
  const form = await ana.form(page, `${page}/reject`)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await ana.post(`${page}/reject`, form, foreign)).status).toBe(403)
  expect((await someone().post(`${page}/reject`, form)).status).toBe(401)
  expect((await ana.get(`${page}?verdict=reject`)).status).toBe(200)
  expect(await stage.task(task)).toMatchObject({ status: 'needs_approval' })
  expect((await ana.post(`${page}/reject`, form)).status).toBe(303)
  expect(await stage.task(task)).toMatchObject({ status: 'rejected' })
})

it('approves by a signature for exactly this; without pins no tick believes it', async () => {
  const { task, page } = await asked()
  const form = await ana.form(page, `${page}/approve`)
  expect((await ana.post(`${page}/approve`, form)).status).toBe(403)
  const { challenge } = await ana.json(`${page}/challenge`, form)
  const assertion = JSON.stringify(key.answer(challenge))
  expect((await ana.post(`${page}/approve`, { ...form, assertion })).status).toBe(303)
  expect(await stage.task(task)).toMatchObject({ status: 'approved' })

  await age(admin, 'approvals', task, { not_before: '1 hour', decided_at: '1 hour' }, 'task_id')
  await age(admin, 'tasks', task, { run_at: '1 hour' })
  const tick = await stage.boot('TickHousekeeping')
  await tick.invoke(scheduleEvent())
  expect(tick.lines()).toContainEqual(expect.objectContaining({ event: 'approval refused' }))
  expect(await admin.query('select from countersign.effects where task_id = $1', [task])).toEqual(
    [],
  )
  expect(await stage.task(task)).toMatchObject({ status: 'failed' })
})

it('hands out a file of the bucket byte for byte, and none that is too large for an answer', async () => {
  const task = await stage.finished()
  const bytes = randomBytes(300_000)
  const sha256 = await stored(task, bytes)
  const file = await ana.get(`/artifacts/${sha256}`)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
  expect((await someone().get(`/artifacts/${sha256}`)).status).toBe(303)

  const large = await stored(task, randomBytes(5_000_000))
  expect((await ana.get(`/artifacts/${large}`)).status).toBe(404)
  const gone = await stored(task, randomBytes(10))
  stage.bucket.objects.clear()
  expect((await ana.get(`/artifacts/${gone}`)).status).toBe(404)
})

/** A file of a task, in the bucket and on the record. */
async function stored(task: number, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const name = `${synthesis.outputs.bucket}/files/housekeeping/${sha256}`
  stage.bucket.objects.set(name, { bytes, at: new Date() })
  await admin.query(
    `insert into countersign.artifacts (task_id, sha256, capability, name, media_type, bytes)
     values ($1, $2, 'housekeeping', $3, 'application/pdf', $4)`,
    [task, sha256, `${sha256}.pdf`, bytes.length],
  )
  return sha256
}

it('answers many people at once, each in an environment of their own', async () => {
  const environments = await Promise.all([1, 2, 3].map(() => stage.boot('Approvals')))
  const event = urlEvent(origin, { method: 'GET', path: '/sign-in', headers: {} })
  const answers = await Promise.all(environments.map((one) => one.invoke<UrlAnswer>(event)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

it('works as its own login, which can do nothing of a worker’s', async () => {
  const url = stage.urlOf('approver', { address: new URL(stage.db.directUrl('postgres')).host })
  const database = openDatabase(url)
  const claim = database.query(`select * from countersign.tasks`)
  await expect(claim).rejects.toMatchObject({ code: '42501' })
  await database.close()
})
