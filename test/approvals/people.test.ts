// What takes a fresh signature besides approving: inviting, adding a key, revoking; and what a session may do alone.
import { expect, it } from 'vitest'
import { approvalAssertion, challengeOf, fingerprintWords, pins as pinsOf } from '#queue'
import { age } from '../support/age.ts'
import { authenticator, type Flaws, pinOf } from '../support/authenticator.ts'
import { deployed, localSecret, loopback, pages } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const { origin } = deployed
type Operator = Awaited<ReturnType<typeof web.enrolled>>

/** Posts a form that a key signs, as the page's script does; `over` changes what is posted after signing. */
async function confirm(
  who: Operator,
  action: string,
  fields: Record<string, string> = {},
  {
    over = {},
    flaws = {},
    key = who.key,
  }: { over?: Record<string, string>; flaws?: Flaws; key?: Operator['key'] } = {},
) {
  const form = { ...(await who.form('/operators', action)), ...fields }
  const { challenge } = await who.json('/confirm/challenge', form)
  const assertion = JSON.stringify(key.answer(challenge, flaws))
  return await who.post(action, { ...form, assertion, ...over })
}

const operators = async () =>
  (await p.admin.query('select name from countersign.operators order by name')).map(
    ({ name }) => name,
  )

it('invites a new person with a fresh signature over their name', async () => {
  const ana = await web.enrolled('ana')
  const answer = await confirm(ana, '/operators/invite', { subject: 'bea' })
  const [link] = /https:\/\/approvals\.example\/enrol\/[\w-]{43}/.exec(await answer.text()) ?? []
  expect(link).toBeDefined()
  const page = await web.visitor().get(new URL(link ?? '').pathname)
  expect(await page.text()).toContain('Enrol a key for bea')
})

it('makes nobody a link in the name of a person who is there', async () => {
  const ana = await web.enrolled('ana')
  await web.enrolled('carl')
  expect((await confirm(ana, '/operators/invite', { subject: 'carl' })).status).toBe(409)
})

it.each([
  ['without a signature', { over: { assertion: '' } }],
  ['for another subject than was signed', { over: { subject: 'mallory' } }],
  ['without user verification', { flaws: { userVerified: false } }],
  ['at another origin', { flaws: { origin: 'https://evil.example' } }],
  ['inside another page', { flaws: { crossOrigin: true } }],
  ['with an old counter', { flaws: { counter: 0 } }],
] as const)('T35 confirms nothing %s', async (_, how) => {
  const dan = await web.enrolled('dan')
  const before = await operators()
  const answer = await confirm(dan, '/operators/invite', { subject: 'new-one' }, how)
  expect(answer.status).toBe(403)
  expect(await operators()).toEqual(before)
})

it('T35 confirms nothing with another person’s key', async () => {
  const dan = await web.enrolled('dan')
  const { key } = await web.enrolled('erin')
  const answer = await confirm(dan, '/operators/invite', { subject: 'new-one' }, { key })
  expect(answer.status).toBe(403)
})

it('T35 confirms nothing with a signature over another act, twice, late, or made for something else', async () => {
  const finn = await web.enrolled('finn')
  const before = await operators()
  const invite = { ...(await finn.form('/operators', '/operators/invite')), subject: 'gail' }
  const revoke = await finn.form('/operators', '/operators/revoke')
  const sign = (challenge: string) => JSON.stringify(finn.key.answer(challenge))
  const attempt = async (assertion: string) =>
    (await finn.post('/operators/invite', { ...invite, assertion })).status

  const otherAct = await finn.json('/confirm/challenge', { ...revoke, subject: 'gail' })
  expect(await attempt(sign(otherAct.challenge))).toBe(403)
  const signIn = await finn.json('/sign-in/challenge', {})
  expect(await attempt(sign(signIn.challenge))).toBe(403)
  const q = await scenario(p, { gate: { level: 'passkey' } })
  const { public_id: id } = await q.asked()
  const approve = await finn.form(`/r/${id}`, `/r/${id}/approve`)
  const approval = await finn.json(`/r/${id}/challenge`, approve)
  expect(await attempt(sign(approval.challenge))).toBe(403)
  const late = await finn.json('/confirm/challenge', invite)
  await age(p.admin, 'challenges', late.challenge, { expires_at: '6 minutes' }, 'challenge')
  expect(await attempt(sign(late.challenge))).toBe(403)
  expect(await operators()).toEqual(before)

  // And a confirmation is neither a sign-in nor an approval.
  const { challenge } = await finn.json('/confirm/challenge', invite)
  expect((await finn.post('/sign-in/key', { assertion: sign(challenge) })).status).toBe(403)
  const again = await finn.json('/confirm/challenge', invite)
  const asApproval = await finn.post(`/r/${id}/approve`, {
    ...approve,
    assertion: sign(again.challenge),
  })
  expect(asApproval.status).toBe(403)
  expect((await p.request(q.id)).state).toBe('open')

  const once = await finn.json('/confirm/challenge', invite)
  const assertion = sign(once.challenge)
  expect(await attempt(assertion)).toBe(200)
  expect(await attempt(assertion)).toBe(403)
})

it('adds a second device with a fresh signature, always for oneself', async () => {
  const hugo = await web.enrolled('hugo')
  const ida = await web.enrolled('ida')
  const form = { ...(await hugo.form('/operators', '/operators/keys')), subject: 'ida' }
  const { challenge } = await hugo.json('/confirm/challenge', form)
  const assertion = JSON.stringify(hugo.key.answer(challenge))
  const made = await hugo.post('/operators/keys', { ...form, assertion })
  const path = made.headers.get('location') ?? ''
  const phone = web.visitor()
  expect(await (await phone.get(path)).text()).toContain('Enrol a key for hugo')
  const second = authenticator(origin)
  const options = await phone.json(`${path}/options`, {})
  expect(options).toMatchObject({ excludeCredentials: [{ id: hugo.key.credential }] })
  await phone.post(path, { registration: second.register(options), label: 'phone' })
  const page = await (await phone.get('/operators')).text()
  expect(page).toContain('You have 2 keys')
  expect(page).not.toContain('You have one key')
  expect((await ida.get('/operators')).status).toBe(200)
})

it('takes a key only once, and twenty of a person at most', async () => {
  const jan = await web.enrolled('jan')
  const token = await web.invited('jan')
  const options = await jan.json(`/enrol/${token}/options`, {})
  const same = { registration: jan.key.register(options), label: 'again' }
  expect((await jan.post(`/enrol/${token}`, same)).status).toBe(403)
  await p.admin.query(
    `insert into countersign.credentials (id, operator, public_key, label)
     select 'filler-' || n, 'jan', '\\x00', 'filler' from generate_series(1, 19) n`,
  )
  const fresh = await jan.json(`/enrol/${token}/options`, {})
  const more = { registration: authenticator(origin).register(fresh), label: 'x' }
  expect((await jan.post(`/enrol/${token}`, more)).status).toBe(403)
})

it('T43 revokes a key and a person with a fresh signature, and signs them out', async () => {
  const kim = await web.enrolled('kim')
  const lou = await web.enrolled('lou')
  const answer = await confirm(kim, '/operators/keys/revoke', { subject: lou.key.credential })
  expect(answer.status).toBe(303)
  expect((await lou.get('/operators')).headers.get('location')).toBe('/sign-in')

  const max = await web.enrolled('max')
  expect((await confirm(kim, '/operators/revoke', { subject: 'max' })).status).toBe(303)
  expect((await max.get('/operators')).headers.get('location')).toBe('/sign-in')
  await expect(web.operators.add('max', 'a'.repeat(64), 'owner')).rejects.toMatchObject({
    fact: 'revoked',
  })
  expect(await (await kim.get('/operators')).text()).toContain('<b>Revoked</b>')
})

it('T35 approves with a signature by the signed-in person alone', async () => {
  const nora = await web.enrolled('nora')
  const omar = await web.enrolled('omar')
  const q = await scenario(p, { gate: { level: 'passkey' } })
  const { public_id: id } = await q.asked()
  const path = `/r/${id}/approve`
  const form = await nora.form(`/r/${id}`, path)
  const post = (assertion: string) => nora.post(path, { ...form, assertion })
  expect((await post('')).status).toBe(403)
  const mine = await nora.json(`/r/${id}/challenge`, form)
  expect((await post(JSON.stringify(omar.key.answer(mine.challenge)))).status).toBe(403)

  const theirForm = await omar.form(`/r/${id}`, path)
  const theirs = await omar.json(`/r/${id}/challenge`, theirForm)
  expect((await post(JSON.stringify(omar.key.answer(theirs.challenge)))).status).toBe(403)

  const other = await scenario(p, { gate: { level: 'passkey' } })
  const { public_id: otherId } = await other.asked()
  const elsewhere = await nora.json(
    `/r/${otherId}/challenge`,
    await nora.form(`/r/${otherId}`, `/r/${otherId}/approve`),
  )
  expect((await post(JSON.stringify(nora.key.answer(elsewhere.challenge)))).status).toBe(403)
  expect((await p.request(q.id)).state).toBe('open')

  const { challenge } = await nora.json(`/r/${id}/challenge`, form)
  expect((await post(JSON.stringify(nora.key.answer(challenge)))).status).toBe(303)
  const [row] = await p.admin.query(
    'select decided_by, decided_level, assertion from countersign.approvals where public_id = $1',
    [id],
  )
  expect(row).toMatchObject({ decided_by: 'nora', decided_level: 'passkey' })
  const { statement } = approvalAssertion.parse(row?.assertion)
  expect(challengeOf(statement).toString('base64url')).toBe(challenge)
})

it('T29 makes one decision of fifty identical posts, and tells every one of them of it', async () => {
  const pia = await web.enrolled('pia')
  const q = await scenario(p, { gate: { level: 'passkey' } })
  const { public_id: id } = await q.asked()
  const form = await pia.form(`/r/${id}`, `/r/${id}/approve`)
  const { challenge } = await pia.json(`/r/${id}/challenge`, form)
  const assertion = JSON.stringify(pia.key.answer(challenge))
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => pia.post(`/r/${id}/approve`, { ...form, assertion })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
  expect((await pia.post(`/r/${id}/approve`, { ...form, assertion })).status).toBe(303)
  const events = await p.admin.query(
    `select now from countersign.task_events where task_id = $1 and kind = 'request' and now = 'approved'`,
    [q.id],
  )
  expect(events).toHaveLength(1)
})

it('lets a session suffice on a loopback origin for who has no key, and for nobody else', async () => {
  const local = await pages(p.db, p.logins.approver, { stage: loopback })
  const here = local.visitor()
  await here.post('/sign-in', { link: localSecret })
  const form = { ...(await here.form('/operators', '/operators/invite')), subject: 'quinn' }
  expect(form).not.toHaveProperty('assertion')
  expect((await here.post('/operators/invite', form)).status).toBe(200)
  const keyed = await local.enrolled('rosa')
  const asked = { ...(await keyed.form('/operators', '/operators/invite')), subject: 'saul' }
  expect(asked).toHaveProperty('assertion')
  expect((await keyed.post('/operators/invite', asked)).status).toBe(403)
})

it('shows which keys are pinned, as the workers have them', async () => {
  const [tess, unpinned, swapped] = [
    authenticator(origin),
    authenticator(origin),
    authenticator(origin),
  ]
  const entry = pinOf('tess', tess)
  const gone = await web.enrolled('gone')
  // Under the id of one key, the pins hold another one.
  const { credential } = swapped
  const wrong = { ...entry.keys[0], credential }
  const pins = { operators: [{ ...entry, keys: [...entry.keys, wrong] }, pinOf('gone', gone.key)] }
  const pinned = await pages(p.db, p.logins.approver, { pins: pinsOf.parse(pins) })
  const someone = await pinned.enrolled('tess', tess)
  const shown = async () => {
    const html = await (await someone.get('/operators')).text()
    const line = (key: Operator['key']) =>
      new RegExp(`${fingerprintWords(key.publicKey)}</span> <span class="chip[^"]*">([^<]*)`).exec(
        html,
      )?.[1]
    return { html, line }
  }
  const none = 'None of your keys is pinned yet'
  const { html, line } = await shown()
  expect(line(tess)).toBe('pinned')
  expect(html).not.toContain(none)
  await pinned.enrolled('tess', unpinned)
  await pinned.enrolled('tess', swapped)
  await web.operators.revokeCredential(gone.key.credential, 'owner')
  const now = await shown()
  expect([tess, unpinned, swapped].map(now.line)).toEqual(['pinned', 'not pinned', 'not pinned'])
  expect(now.line(gone.key)).toContain('still pinned')
  const uma = await pinned.enrolled('uma')
  expect(await (await uma.get('/operators')).text()).toContain(none)
  // Where workers look at no pins, nothing is said of them.
  const local = await (await (await web.enrolled('vic')).get('/operators')).text()
  expect(local).not.toMatch(/class="chip[^"]*">(not |still )?pinned/)
})
