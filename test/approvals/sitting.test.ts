// The page that sorts many requests at once: each is the one that was ticked, as it was shown, and none is approved.
import { expect, it } from 'vitest'
import { age } from '../support/age.ts'
import { pages } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'
import { application } from './support/requests.ts'
import { ask, atSubmit, seedRegistry } from './support/seed.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const ana = await web.enrolled('ana')
await seedRegistry(p)
await p.admin.query(
  'update countersign.capabilities set max_running = null, max_parked = null, daily_ceiling = null',
)

const submit = (employer: string) => ask(p, atSubmit, application({ employer }))
const states = async (...requests: { id: number }[]) => {
  const rows = await p.admin.query<{ id: number; state: string }>(
    'select id, state from countersign.approvals where id = any ($1)',
    [requests.map(({ id }) => id)],
  )
  return requests.map(({ id }) => rows.find((row) => row.id === id)?.state)
}

it('T24 rejects what was ticked and not its neighbour, whatever came in or changed meanwhile', async () => {
  const [ticked, edited, other] = [await submit('A'), await submit('B'), await submit('C')]
  const html = await (await ana.get('/sitting/all')).text()
  const boxes = [...html.matchAll(/name="pick" value="([^"]*)"/g)].map(([, value]) => value ?? '')
  const pickOf = ({ public_id }: { public_id: string }) =>
    boxes.find((value) => value.startsWith(public_id)) ?? ''
  const [, token = ''] = /name="token" value="([^"]*)"/.exec(html) ?? []

  // One that is more urgent now stands above them, and one was edited by somebody else.
  const urgent = await submit('D')
  await age(p.admin, 'approvals', urgent.id, { expires_at: '40 hours' })
  const body = edited.body.replace('88000', '90000')
  const next = await p.approver.revise(edited.seen, { body, difference: [], by: 'ben' })

  const form = new URLSearchParams({ token, reason: 'duplicate' })
  for (const request of [ticked, edited]) form.append('pick', pickOf(request))
  const answer = await ana.send('/sitting/reject', {
    method: 'POST',
    body: form.toString(),
    headers: {
      origin: web.stage.origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect(answer.status).toBe(200)
  const told = await answer.text()
  expect(told).toContain('1 rejected')
  expect(told).toMatch(/verdict-misses[^<]*">[^<]*superseded/)
  expect(await states(ticked, edited, { id: next.approvalId }, other, urgent)).toEqual([
    'rejected',
    'superseded',
    'open',
    'open',
    'open',
  ])
})

it('T24 takes a tick that was changed on its way for nothing', async () => {
  const request = await submit('E')
  const form = await ana.form('/sitting/all', '/sitting/later')
  const { public_id: id, digest } = request
  for (const pick of [`${id}.2.${digest}`, `${id}.1.${'0'.repeat(64)}`, id, `${id}.x.${digest}`]) {
    const answer = await ana.post('/sitting/reject', { ...form, reason: 'other', pick })
    expect([pick, answer.status]).toEqual([pick, 200])
    expect(await answer.text()).toMatch(/0 rejected|Nothing was ticked/)
  }
  expect(await states(request)).toEqual(['open'])
})

it('offers no tick for an act whose outcome can only be told on its own page', async () => {
  const s = await scenario(p)
  const { lease } = await s.acting()
  await p.worker.fail(lease, { reason: 'the line was cut', retryable: false })
  const { public_id: id, gate } = await s.request()
  expect(gate).toBe('uncertain')
  const html = await (await ana.get('/sitting/all')).text()
  expect(html).toContain(`href="/r/${id}"`)
  expect(html).not.toContain(`value="${id}`)
})

it('leaves what was ticked for later out of the sitting that begins', async () => {
  const [first, second] = [await submit('F'), await submit('G')]
  const form = await ana.form('/sitting/all', '/sitting/later')
  const pick = `${first.public_id}.1.${first.digest}`
  const { headers } = await ana.post('/sitting/later', { ...form, pick })
  const address = headers.get('location') ?? ''
  expect(address).toContain(second.public_id)
  expect(address).not.toContain(first.public_id)
  expect(await states(first, second)).toEqual(['open', 'open'])
})
