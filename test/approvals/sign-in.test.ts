// Signing in with a key, enrolling one, staying and going: who somebody is, and what that takes.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { fingerprintWords } from '#queue'
import { age } from '../support/age.ts'
import { authenticator, type Flaws } from '../support/authenticator.ts'
import { deployed, pages, steady } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const { origin } = deployed

const refusals = () =>
  p.admin.query<{ what: string; why: string; operator: string | null }>(
    'select what, why, operator from countersign.refusals order by id desc limit 1',
  )

/** Signs in with a key on a fresh device. */
async function signedIn(key: ReturnType<typeof authenticator>, flaws: Flaws = {}, then?: string) {
  const device = web.visitor()
  const { challenge } = await device.json('/sign-in/challenge', {})
  const assertion = JSON.stringify(key.answer(challenge, flaws))
  const answer = await device.post('/sign-in/key', { assertion, ...(then && { then }) })
  return { device, answer, assertion }
}

it('enrols a key by its link, once, and shows the same words as the command line', async () => {
  const key = authenticator(origin)
  const token = await web.invited('ana')
  const ana = web.visitor()
  const page = await (await ana.get(`/enrol/${token}`)).text()
  expect(page).toContain('Enrol a key for ana')
  const options = await ana.json(`/enrol/${token}/options`, {})
  const form = { registration: key.register(options), label: 'phone' }
  expect((await ana.post(`/enrol/${token}`, form)).headers.get('location')).toBe('/operators')
  const people = await (await ana.get('/operators')).text()
  expect(people).toContain(fingerprintWords(key.publicKey))
  expect(people).toContain('Enrol a backup key')

  const again = await ana.post(`/enrol/${token}`, form)
  expect(again.status).toBe(404)
  const stored = await p.admin.query('select * from countersign.enrolments')
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(JSON.stringify(stored)).toContain(createHash('sha256').update(token).digest('hex'))
})

it('refuses a link after 30 minutes, of a revoked person, or of any other spelling, with the same page', async () => {
  const late = await web.invited('late')
  await age(p.admin, 'enrolments', 'late', { expires_at: '31 minutes' }, 'operator')
  const gone = await web.invited('gone')
  await web.operators.revoke('gone', 'owner')
  const someone = web.visitor()
  const bodies = await Promise.all(
    [late, gone, 'x', 'A'.repeat(43)].map(async (token) => {
      const response = await someone.get(`/enrol/${token}`)
      expect(response.status).toBe(404)
      return steady(await response.text())
    }),
  )
  expect(new Set(bodies).size).toBe(1)
})

it.each([
  ['without user verification', { userVerified: false }],
  ['without presence', { userPresent: false }],
  ['at another origin', { origin: 'https://evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['inside another page', { crossOrigin: true }],
  ['as an assertion', { type: 'webauthn.get' }],
  ['over another challenge', { challenge: 'AAAA' }],
] as [string, Flaws][])('enrols no key that was made %s', async (_, flaws) => {
  const token = await web.invited('ana')
  const options = await web.visitor().json(`/enrol/${token}/options`, {})
  const registration = authenticator(origin).register(options, flaws)
  const answer = await web.visitor().post(`/enrol/${token}`, { registration })
  expect(answer.status).toBe(403)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await refusals()).toMatchObject([{ what: 'enrol' }])
  // The link was not used up by it.
  expect((await web.visitor().get(`/enrol/${token}`)).status).toBe(200)
})

it('enrols no key with the challenge of another link', async () => {
  const mine = await web.invited('ana')
  const theirs = await web.invited('ben')
  const options = await web.visitor().json(`/enrol/${mine}/options`, {})
  const registration = authenticator(origin).register(options)
  expect((await web.visitor().post(`/enrol/${theirs}`, { registration })).status).toBe(403)
})

it.each(['p256', 'ed25519', 'rsa'] as const)('signs in with a %s key', async (kind) => {
  const { key } = await web.enrolled(`kind-${kind}`, authenticator(origin, kind))
  const { device, answer } = await signedIn(key)
  expect(answer.status).toBe(303)
  expect(await (await device.get('/operators')).text()).toContain(`kind-${kind}`)
  const [cookie] = answer.headers.getSetCookie()
  expect(cookie).toMatch(
    /^__Host-countersign=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

it.each([
  ['without user verification', { userVerified: false }],
  ['without presence', { userPresent: false }],
  ['at another origin', { origin: 'https://evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['inside another page', { crossOrigin: true }],
  ['inside another page that is named', { crossOrigin: true, topOrigin: 'https://evil.example' }],
  ['as a registration', { type: 'webauthn.create' }],
  ['with an old counter', { counter: 1 }],
  ['by another key', { signWith: authenticator(origin).privateKey }],
  ['under an unknown credential', { credential: 'AAAA' }],
] as [string, Flaws][])('T35 signs nobody in who answers %s', async (_, flaws) => {
  const { key } = await web.enrolled('dora')
  expect((await signedIn(key)).answer.status).toBe(303)
  const { answer, device } = await signedIn(key, flaws)
  expect(answer.status).toBe(403)
  expect(device.jar.size).toBe(0)
  expect(await refusals()).toMatchObject([{ what: 'sign-in' }])
})

it('T35 takes a challenge once, within five minutes, for what it was made for', async () => {
  const { key } = await web.enrolled('eva')
  const { answer, assertion } = await signedIn(key)
  expect(answer.status).toBe(303)
  const again = await web.visitor().post('/sign-in/key', { assertion })
  expect(again.status).toBe(403)

  const device = web.visitor()
  const { challenge } = await device.json('/sign-in/challenge', {})
  await age(p.admin, 'challenges', challenge, { expires_at: '6 minutes' }, 'challenge')
  const late = await device.post('/sign-in/key', {
    assertion: JSON.stringify(key.answer(challenge)),
  })
  expect(late.status).toBe(403)

  const token = await web.invited('eva')
  const enrolment = await device.json(`/enrol/${token}/options`, {})
  const crossed = JSON.stringify(key.answer(enrolment.challenge))
  expect((await device.post('/sign-in/key', { assertion: crossed })).status).toBe(403)

  const unasked = JSON.stringify(key.answer(Buffer.alloc(32, 7).toString('base64url')))
  expect((await device.post('/sign-in/key', { assertion: unasked })).status).toBe(403)
  for (const nonsense of ['', '{}', '[]', '{"id":"x","response":{"clientDataJSON":"e30"}}']) {
    expect((await device.post('/sign-in/key', { assertion: nonsense })).status).toBe(403)
  }
})

it('T35 takes an answer once, also of a key that keeps no counter', async () => {
  const { key } = await web.enrolled('fay')
  await p.admin.query('update countersign.credentials set counter = 0 where id = $1', [
    key.credential,
  ])
  const { answer, assertion } = await signedIn(key, { counter: 0 })
  expect(answer.status).toBe(303)
  expect((await web.visitor().post('/sign-in/key', { assertion })).status).toBe(403)
  expect((await signedIn(key, { counter: 0 })).answer.status).toBe(303)
})

it('notes a key’s counter upwards only: of two answers at once with the same, one is taken', async () => {
  const { key } = await web.enrolled('gil')
  const used = (counter: number) => web.operators.credentialUsed(key.credential, counter)
  const twice = await Promise.all([used(7), used(7)])
  expect(twice.sort()).toEqual([false, true])
  expect([await used(6), await used(0), await used(8)]).toEqual([false, false, true])
})

it('offers the keys of the person who is named, and says nothing about a name it does not know', async () => {
  const { key } = await web.enrolled('finn')
  const device = web.visitor()
  const named = await device.json('/sign-in/challenge', { name: 'Finn ' })
  expect(named).toMatchObject({ allowCredentials: [{ id: key.credential }] })
  const unnamed = await device.json('/sign-in/challenge', {})
  const unknown = await device.json('/sign-in/challenge', { name: 'nobody' })
  const shape = (options: object) => ({ ...options, challenge: '' })
  expect(shape(unknown)).toEqual(shape(unnamed))
  expect(unnamed).toMatchObject({ userVerification: 'required', rpId: 'approvals.example' })
})

it('T43 signs a lost device out at its next request, and takes its key', async () => {
  const gus = await web.enrolled('gus')
  const { device } = await signedIn(gus.key)
  expect((await device.get('/operators')).status).toBe(200)
  await web.operators.revokeCredential(gus.key.credential, 'owner')
  expect((await device.get('/operators')).headers.get('location')).toBe('/sign-in')
  expect((await gus.get('/operators')).headers.get('location')).toBe('/sign-in')
  expect((await signedIn(gus.key)).answer.status).toBe(403)
})

it('ends a session after 7 idle days and 30 in all', async () => {
  const { key } = await web.enrolled('hal')
  const at = async (back: Record<string, string>) => {
    const { device } = await signedIn(key)
    const hash = createHash('sha256')
      .update([...device.jar.values()][0] ?? '')
      .digest('hex')
    await age(p.admin, 'sessions', hash, back, 'secret_hash')
    return (await device.get('/operators')).status
  }
  expect(await at({ seen_at: '6 days 23 hours' })).toBe(200)
  expect(await at({ seen_at: '7 days 1 minute' })).toBe(303)
  expect(await at({ opened_at: '29 days 23 hours' })).toBe(200)
  expect(await at({ opened_at: '30 days 1 minute' })).toBe(303)
})

it('signs out one device, another one, or all', async () => {
  const ida = await web.enrolled('ida')
  const { device: phone } = await signedIn(ida.key)
  const { device: tablet } = await signedIn(ida.key)
  const alive = async () =>
    await Promise.all([ida, phone, tablet].map(async (d) => (await d.get('/operators')).status))
  const hash = createHash('sha256')
    .update([...phone.jar.values()][0] ?? '')
    .digest('hex')
  const form = await ida.form('/operators', '/sign-out')
  await ida.post('/sign-out', { ...form, session: hash.slice(0, 12) })
  expect(await alive()).toEqual([200, 303, 200])
  await tablet.post('/sign-out', {
    ...(await tablet.form('/operators', '/sign-out')),
    everywhere: 'yes',
  })
  expect(await alive()).toEqual([303, 303, 303])
  expect(tablet.jar.size).toBe(0)
})

it('leads back to the request a person came from, and nowhere else', async () => {
  const { key } = await web.enrolled('jo')
  const request = `/r/${'a'.repeat(32)}`
  const page = async (referer: string) =>
    await (await web.visitor().get('/sign-in', { referer })).text()
  expect(await page(`${origin}${request}`)).toContain(`name="then" value="${request}"`)
  for (const referer of [`https://evil.example${request}`, `${origin}/operators`, 'x', '//evil']) {
    expect(await page(referer)).not.toContain('name="then"')
  }
  expect((await signedIn(key, {}, request)).answer.headers.get('location')).toBe(request)
  for (const then of ['//evil.example', 'https://evil.example', '/r/../sign-out', `${request}?x`]) {
    expect((await signedIn(key, {}, then)).answer.headers.get('location')).toBe('/')
  }
})
