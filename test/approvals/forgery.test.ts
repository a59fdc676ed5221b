// What somebody could do who holds the database or a page, and what the worker and `verify` make of it.
import { expect, it } from 'vitest'
import { type ApprovalStatement, digestOf } from '#queue'
import { authenticator, type Flaws, pinOf } from '../support/authenticator.ts'
import { deployed } from '../support/pages.ts'
import { deployment } from './support/deployment.ts'

const d = await deployment()
const { w, web, ana, ben, stranger, pins, policy, asked, signature, decide, after, findings } = d
const { origin } = deployed

it('carries out what was asked on the page and signed there, and nothing is left to say', async () => {
  const it = await asked()
  const page = `/r/${it.request.public_id}`
  const form = await ana.form(page, `${page}/approve`)
  const { challenge } = await ana.json(`${page}/challenge`, form)
  const assertion = JSON.stringify(ana.key.answer(challenge))
  const answer = await ana.post(`${page}/approve`, { ...form, assertion })
  expect(answer.status).toBe(303)
  expect(await after(it)).toMatchObject({ status: 'completed', acts: ['Ben'], before: [] })
  expect(await findings(it.task)).toEqual([])
})

it('T32 refuses a decision that was written into the database', async () => {
  const it = await asked()
  await w.admin.query(
    `update countersign.approvals
     set state = 'approved', verdict = 'approve', decided_by = 'ana', decided_at = clock_timestamp(),
       decided_level = 'passkey', assertion = '{}', not_before = clock_timestamp(), act_before = clock_timestamp() + interval '1 day'
     where id = $1`,
    [it.request.seen.approvalId],
  )
  await w.admin.query(`update countersign.tasks set status = 'approved' where id = $1`, [it.task])
  const why = 'there is no signature'
  expect(await after(it)).toMatchObject({ why, acts: [], reason: 'approval_refused' })
  expect(await findings(it.task)).toEqual([why])
})

it('T35 refuses a level that was lowered in the request and in the gate’s row', async () => {
  const it = await asked()
  await w.admin.query(`update countersign.gates set level = 'session', irreversible = false`)
  await w.admin.query(`update countersign.approvals set level = 'session' where id = $1`, [
    it.request.seen.approvalId,
  ])
  await w.approver.decide(it.request.seen, { verdict: 'approve', by: 'ana', level: 'session' })
  expect(await after(it)).toMatchObject({ why: 'approving at send takes level passkey', acts: [] })
  expect(await findings(it.task)).toEqual([
    'asked at level session, lowered from passkey',
    'its gate’s row says level session, lowered from passkey',
    'approved at level session, and it takes passkey',
    'there is no signature',
  ])
  await w.register(policy)
})

it('T27 refuses a text that was swapped after it was approved, with its digest or without', async () => {
  const it = await asked()
  await decide(it, signature(it))
  const { body, seen } = it.request
  const swapped = body.replaceAll('Ben', 'Eve')
  expect(swapped).not.toBe(body)
  const alone = w.admin.query('update countersign.approvals set body = $2 where id = $1', [
    seen.approvalId,
    swapped,
  ])
  await expect(alone).rejects.toMatchObject({ code: '23514' })
  await w.admin.query('update countersign.approvals set body = $2, digest = $3 where id = $1', [
    seen.approvalId,
    swapped,
    digestOf(swapped),
  ])
  const why = 'the signature is over another digest'
  expect(await after(it)).toMatchObject({ why, acts: [] })
  expect(await findings(it.task)).toEqual([why])
})

it('T27 refuses a text that was swapped under its digest, by who owns the tables', async () => {
  const it = await asked()
  await decide(it, signature(it))
  const { body, seen } = it.request
  await w.admin.query(
    'alter table countersign.approvals drop constraint if exists digest_is_of_the_body',
  )
  await w.admin.query('update countersign.approvals set body = $2 where id = $1', [
    seen.approvalId,
    body.replaceAll('Ben', 'Eve'),
  ])
  expect(await after(it)).toMatchObject({ why: 'the approved text is not its digest', acts: [] })
  expect(await findings(it.task)).toEqual(['its text is not what its digest says'])
  await w.admin.query('update countersign.approvals set body = $2 where id = $1', [
    seen.approvalId,
    body,
  ])
  await w.admin.query(
    `alter table countersign.approvals add constraint digest_is_of_the_body
     check (body is null or digest = encode(sha256(convert_to(body, 'UTF8')), 'hex'))`,
  )
})

it('refuses a signature whose row says that something else was decided', async () => {
  const it = await asked()
  await decide(it, signature(it))
  await w.admin.query(`update countersign.approvals set verdict = 'answer' where id = $1`, [
    it.request.seen.approvalId,
  ])
  expect(await after(it)).toMatchObject({ why: 'the verdict is answer', acts: [] })
})

it('refuses an approval that was revoked, and un-revoked after the time that was signed', async () => {
  const it = await asked()
  const past = new Date(Date.now() - 1_000).toISOString()
  await decide(it, signature(it, { actBefore: past }))
  await w.approver.revoke(it.request.seen.approvalId, 'ana', 'undone')
  await w.admin.query(`delete from countersign.approvals where task_id = $1 and state = 'open'`, [
    it.task,
  ])
  await w.admin.query(
    `update countersign.approvals set state = 'approved', revoked_at = null, revoked_by = null,
       act_before = clock_timestamp() + interval '1 day' where id = $1`,
    [it.request.seen.approvalId],
  )
  await w.admin.query(`update countersign.tasks set status = 'approved' where id = $1`, [it.task])
  const why = 'what was signed had to be done earlier'
  const ended = await after(it)
  expect(ended).toMatchObject({ why, acts: [] })
  expect(ended.before).toEqual([
    why,
    expect.stringMatching(/^revoked at .*, and its row no longer says so$/),
  ])
})

it('T43 asks again when the key was revoked after it had signed, though it is still pinned', async () => {
  const key = authenticator(origin)
  const cleo = await web.enrolled('cleo', key)
  pins.operators.push(pinOf('cleo', key))
  const it = await asked()
  await decide(it, signature(it, { operator: 'cleo' }, {}, key), 'cleo')
  await web.operators.revokeCredential(cleo.key.credential, 'owner')
  const ended = await after(it)
  expect(ended).toMatchObject({ status: 'needs_approval', acts: [] })
  expect(ended.before).toEqual([
    expect.stringMatching(/^approved with trust that was taken away at .*: it is asked again$/),
  ])
})

it.each([
  ['of another stage', { stage: 'staging' }, 'stage'],
  ['of another address', { origin: 'https://elsewhere.example' }, 'origin'],
  ['of another task', { task: 999_999 }, 'task'],
  ['of another capability', { capability: 'other' }, 'capability'],
  ['of another gate', { gate: 'other' }, 'gate'],
  ['T31 of another request', { approval: 999_999 }, 'approval'],
  ['T31 of another revision', { revision: 99 }, 'revision'],
  ['T27 of another digest', { digest: '0'.repeat(64) }, 'digest'],
] as [string, Partial<ApprovalStatement>, string][])(
  'refuses the approval %s',
  async (_, over, what) => {
    const it = await asked()
    await decide(it, signature(it, over))
    const why = `the signature is over another ${what}`
    expect(await after(it)).toMatchObject({ why, acts: [], reason: 'approval_refused' })
    expect(await findings(it.task)).toEqual([why])
  },
)

const fault = (what: string) => expect.stringMatching(`^the signature does not hold: .*${what}`)

it.each([
  ['T35 without user verification', { userVerified: false }, 'could not be verified'],
  ['T35 without presence', { userPresent: false }, 'not present'],
  ['T15 at another origin', { origin: 'https://evil.example' }, 'origin'],
  ['T35 for another site', { rpId: 'evil.example' }, 'RP ID'],
  ['T17 inside another page', { crossOrigin: true }, 'inside another page'],
  ['as a registration', { type: 'webauthn.create' }, 'type'],
  ['over another challenge, such as that of a sign-in', { challenge: 'AAAA' }, 'challenge'],
  ['by another key', { signWith: ben.key.privateKey }, 'another key'],
] as [string, Flaws, string][])('refuses a signature made %s', async (_, flaws, what) => {
  const it = await asked()
  await decide(it, signature(it, {}, flaws))
  expect(await after(it)).toMatchObject({ why: fault(what), acts: [], reason: 'approval_refused' })
  expect(await findings(it.task)).toEqual([fault(what)])
})

it('T35 refuses the very answer of a sign-in as an approval, on the page and in the worker', async () => {
  const it = await asked()
  const device = web.visitor()
  const { challenge } = await device.json('/sign-in/challenge', {})
  const answer = ana.key.answer(challenge)
  const page = `/r/${it.request.public_id}`
  const form = await ana.form(page, `${page}/approve`)
  const onPage = await ana.post(`${page}/approve`, { ...form, assertion: JSON.stringify(answer) })
  expect(onPage.status).toBe(403)
  expect((await w.request(it.task)).state).toBe('open')

  const { statement } = signature(it)
  await decide(it, { statement, credential: answer.id, ...answer.response })
  expect(await after(it)).toMatchObject({ why: fault('challenge'), acts: [] })
})

it.each([
  ['a key that is known here and not pinned', () => stranger.key, 'stranger'],
  ['a key that nobody knows', () => authenticator(origin), 'ana'],
  ['a key that is pinned for somebody else', () => ben.key, 'ana'],
] as const)('refuses %s', async (_, key, operator) => {
  const it = await asked()
  await decide(it, signature(it, { operator }, {}, key()), operator)
  const why = `the key is not pinned for ${operator}`
  expect(await after(it)).toMatchObject({ why, acts: [], reason: 'approval_refused' })
  expect(await findings(it.task)).toEqual([why])
})

it('T33 refuses a signature under another person’s name', async () => {
  const it = await asked()
  await decide(it, signature(it, { operator: 'ben' }, {}, ben.key), 'ana')
  const why = 'signed by ben, recorded as ana'
  expect(await after(it)).toMatchObject({ why, acts: [] })
  expect(await findings(it.task)).toEqual([why])
})

it('refuses an answer that came after its challenge had expired', async () => {
  const it = await asked()
  const before = new Date(Date.now() - 3 * 3_600_000).toISOString()
  await decide(it, signature(it, { challengeExpiresAt: before }))
  const why = 'the challenge was answered too late'
  expect(await after(it)).toMatchObject({ why, acts: [] })
  expect(await findings(it.task)).toEqual([why])
})

it('names an effect that was begun without an approval, too late, or for something else', async () => {
  const it = await asked()
  await decide(it, signature(it))
  expect(await after(it)).toMatchObject({ status: 'completed', acts: ['Ben'] })
  await w.admin.query('update countersign.effects set digest = $2 where task_id = $1', [
    it.task,
    '0'.repeat(64),
  ])
  expect(await findings(it.task)).toEqual(['send: begun for another digest than was approved'])
  await w.admin.query('update countersign.effects set approval_id = null where task_id = $1', [
    it.task,
  ])
  expect(await findings(it.task)).toEqual([
    'send was begun with neither an approval nor a reason to need none',
  ])
})
