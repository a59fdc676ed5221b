// The page of a request, read as text: what is visible, what is refused, what no form can change.
import { expect, it } from 'vitest'
import { requestBody } from '#queue'
import { addressOf } from '../../packages/approvals/request/address.tsx'
import { differenceRows } from '../../packages/approvals/request/difference.tsx'
import { marked } from '../../packages/approvals/request/facts.tsx'
import { shownOf } from '../../packages/approvals/request/shown.ts'
import { age } from '../support/age.ts'
import { pages } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'
import { application } from './support/requests.ts'
import { ask, atSubmit, seedRegistry } from './support/seed.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const ana = await web.enrolled('ana')
await seedRegistry(p)
await p.admin.query(
  'update countersign.capabilities set max_running = null, max_parked = null, daily_ceiling = null',
)

type Json = Record<string, never>
const asked = (action: object, shown: object = {}) =>
  ask(p, atSubmit, { action: action as Json, shown: shown as Json })
const htmlOf = async (request: { public_id: string }) =>
  await (await ana.get(`/r/${request.public_id}`)).text()
const state = async ({ id }: { id: number }) => {
  const [row] = await p.admin.query(
    'select state, verdict from countersign.approvals where id = $1',
    [id],
  )
  return row
}

it.each([
  ['U+202E', 'pay \u202Eevil'],
  ['U+2066', '\u2066isolate'],
  ['U+200B', 'a\u200Bb'],
  ['U+00AD', 'soft\u00ADhyphen'],
  ['U+FEFF', '\uFEFFbom'],
  ['U+E0100', 'x\u{E0100}'],
  ['U+E0041', 'tag\u{E0041}'],
  ['U+00A0', `pad${'\u00A0'.repeat(3)}`],
  ['U+3000', 'wide\u3000space'],
  ['U+115F', '\u115Ffiller'],
  ['U+2028', 'line\u2028separator'],
  ['U+0007', 'bell\u0007'],
])('T21 shows %s where it stands, and warns of it', async (code, value) => {
  const request = await asked(
    { employer: 'E', role: 'R', note: value },
    { facts: [{ label: 'Note', at: '/action/note', new: true }] },
  )
  const html = await htmlOf(request)
  expect(html).toContain(`<span class="codepoint">${code}</span>`)
  expect(html).toMatch(/Characters that can’t be seen are in[\s\S]*Note/)
  expect(request.body).toContain(JSON.stringify(value).slice(1, -1))
})

it('T22 shows a long value whole, and says how long it is', async () => {
  const long = `${'All of it. '.repeat(1_800)}the end`
  const request = await asked(
    { employer: 'E', role: 'R', long },
    { facts: [{ label: 'Answer', at: '/action/long', source: 'generated' }] },
  )
  const html = await htmlOf(request)
  expect(html).toContain(long)
  expect(html).toContain(`${long.length.toLocaleString('en')} characters, all of them shown`)
})

it('never hides what is new, and never opens what was seen before', async () => {
  const html = await htmlOf(await ask(p, atSubmit, application()))
  const fresh = html.slice(
    html.indexOf('New here'),
    html.indexOf('</section>', html.indexOf('New here')),
  )
  for (const text of ['Why Nordlicht?', 'Letter', 'Notice period', 'Consent', 'unclear']) {
    expect(fresh).toContain(text)
  }
  expect(fresh).not.toContain('<details')
  expect(html).toMatch(/<details class="card same"><summary>Same as before · 9 values/)
  expect(html).toContain('rests on:')
  expect(html.length).toBeLessThan(100_000)
})

it('shows what nobody labelled, and evidence that it does not understand', async () => {
  const html = await htmlOf(
    await asked(
      { employer: 'E', role: 'R', hidden: { deep: 'unlabelled value' } },
      { warnings: 'not a list', odd: { key: 'strange evidence' } },
    ),
  )
  for (const text of ['unlabelled value', 'hidden › deep', 'not a list', 'strange evidence']) {
    expect(html).toContain(text)
  }
  const { texts } = shownOf({ v: 1, gate: 'g', action: {}, shown: { facts: 'x' } })
  expect(texts).toMatchObject([{ title: 'facts' }])
})

it('T19 makes a link of nothing but a plain https address, and shows its host as it is', () => {
  for (const text of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'http://plain.example/',
    'https://user:pass@evil.example/',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    'https://',
    'mailto:x@y.example',
  ]) {
    expect(addressOf(text), text).toBeUndefined()
  }
  expect(addressOf('https://jobs.example/a')).toMatchObject({ host: 'jobs.example', odd: false })
  expect(addressOf('https://nordl\u0456cht.example/')).toMatchObject({ odd: true })
  expect(addressOf('https://nordl\u0456cht.example/')?.host).toMatch(/^xn--/)
})

it('T25 refuses to edit anything but the gate’s own fields, and keeps each value’s type', async () => {
  const request = await ask(p, atSubmit, application())
  const path = `/r/${request.public_id}`
  const form = await ana.form(`${path}/edit`, `${path}/revise`)
  for (const [name, value] of [
    ['/action/form', 'https://evil.example'],
    ['/action/effects/0/name', 'other'],
    ['/gate', 'other'],
    ['/action/values/salary', 'a lot'],
    ['/action/values/salary', '1e99'],
    ['/action/values/salary', ''],
    ['/action/letter', 'nothing\0'],
  ] as const) {
    const answer = await ana.post(`${path}/revise`, { ...form, [name]: value })
    expect(answer.status, name).toBe(422)
  }
  const unedited = await ana.post(`${path}/revise`, {
    ...form,
    '/action/letter': JSON.parse(request.body).action.letter.replaceAll('\n', '\r\n'),
  })
  expect(unedited.headers.get('location')).toBe(path)
  expect(await state(request)).toEqual({ state: 'open', verdict: null })
  const saved = await ana.post(`${path}/revise`, { ...form, '/action/values/salary': '91000' })
  expect(saved.status).toBe(303)
  const next = await p.request(request.task)
  expect(JSON.parse(next.body).action.values.salary).toBe(91_000)
  expect(next).toMatchObject({ revision: 2, level: 'session' })
})

it('T26 asks no browser to fill anything in, under no name that one would know', async () => {
  const path = `/r/${(await ask(p, atSubmit, application())).public_id}`
  const html = await (await ana.get(`${path}/edit`)).text()
  const form = /<form [^>]*action="[^"]*\/revise".*?<\/form>/s.exec(html)?.[0] ?? ''
  expect(form).toMatch(/^<form [^>]*autocomplete="off"/)
  const fields = form.match(/<(input(?! type="hidden")|textarea|select) [^>]*>/g) ?? []
  expect(fields.length).toBe(4)
  for (const field of fields) {
    expect(field).toContain('autocomplete="off"')
    expect(field).toMatch(/ name="\/action\//)
  }
})

it('T31 takes yesterday’s form on a revision for nothing but that revision', async () => {
  const request = await ask(p, atSubmit, application())
  const path = `/r/${request.public_id}`
  const form = await ana.form(path, `${path}/approve`)
  const edit = await ana.form(`${path}/edit`, `${path}/revise`)
  await ana.post(`${path}/revise`, { ...edit, '/action/values/notice': 'none' })
  const next = await p.request(request.task)
  expect((await ana.post(`${path}/approve`, form)).status).toBe(409)
  expect((await ana.post(`/r/${next.public_id}/approve`, form)).status).toBe(403)
  const mixed = { ...form, revision: '2', digest: next.digest }
  expect((await ana.post(`/r/${next.public_id}/approve`, mixed)).status).toBe(403)
  expect(await state(next)).toEqual({ state: 'open', verdict: null })
})

it('T29 T32 hears fifty equal posts as one decision, each told of it', async () => {
  const request = await ask(p, atSubmit, application())
  const path = `/r/${request.public_id}`
  const form = await ana.form(path, `${path}/approve`)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ana.post(`${path}/approve`, form)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
  const [row] = await p.admin.query(
    `select count(*) from countersign.task_events where task_id = $1 and kind = 'request' and now = 'approved'`,
    [request.task],
  )
  expect(row).toEqual({ count: 1 })
})

it('T33 knows a person by their session alone', async () => {
  const request = await ask(p, atSubmit, application())
  const path = `/r/${request.public_id}`
  const form = await ana.form(path, `${path}/reject`)
  const posted = { ...form, reason: 'other', by: 'boss', operator: 'boss', approver: 'boss' }
  await ana.post(`${path}/reject?by=boss`, posted, { 'x-operator': 'boss' })
  const [row] = await p.admin.query('select decided_by from countersign.approvals where id = $1', [
    request.id,
  ])
  expect(row).toEqual({ decided_by: 'ana' })
})

it('T37 decides nothing after the deadline, reaper or not', async () => {
  const request = await ask(p, atSubmit, application())
  const path = `/r/${request.public_id}`
  const form = await ana.form(path, `${path}/approve`)
  await age(p.admin, 'approvals', request.id, { expires_at: '3 days' })
  const answer = await ana.post(`${path}/approve`, form)
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain('Nobody answered in time')
})

it('T38 gains nothing from requeue or ask again: the gate asks afresh', async () => {
  const request = await ask(p, atSubmit, application())
  const path = `/r/${request.public_id}`
  await ana.post(`${path}/reject`, { ...(await ana.form(path, `${path}/reject`)), reason: 'other' })
  const task = `/tasks/${request.task}`
  const form = await ana.form(task, `${task}/requeue`)
  expect((await ana.post(`${task}/requeue`, { ...form, reason: ' ' })).status).toBe(422)
  expect((await ana.post(`${task}/requeue`, { ...form, reason: 'a second look' })).status).toBe(303)
  expect(await p.status(request.task)).toBe('pending')
  const lease = await p.claimOne(atSubmit.capability)
  await expect(
    p.worker.beginEffect(lease, { name: 'submit', digest: request.digest }),
  ).rejects.toMatchObject({ code: 'CS008' })
  const body = requestBody('submit', application(), ['submit'])
  await p.worker.park(lease, { gate: 'submit', body, step: 'apply' })
  expect(await p.request(request.task)).toMatchObject({ state: 'open', revision: 2 })
})

it('leads on from a decision to nothing but a sitting', async () => {
  const request = await ask(p, atSubmit, application())
  const path = `/r/${request.public_id}`
  const form = await ana.form(path, `${path}/reject`)
  for (const then of ['https://evil.example', '//evil.example', '/sitting?of=x', '/operators']) {
    const answer = await ana.post(`${path}/reject`, { ...form, reason: 'other', then })
    expect(answer.headers.get('location')).toBe(path)
  }
})

it('pauses by a session alone, and goes on again only with a key', async () => {
  const form = await ana.form('/capabilities', '/capabilities/pause')
  const pause = { ...form, capability: 'vm-operation', reason: 'maintenance' }
  expect((await ana.post('/capabilities/pause', pause)).status).toBe(303)
  const html = await (await ana.get('/capabilities')).text()
  expect(html).toMatch(/Paused by <b>ana<\/b>[\s\S]*maintenance/)
  const resume = await ana.form('/capabilities', '/capabilities/resume')
  expect((await ana.post('/capabilities/resume', resume)).status).toBe(403)
  const [row] = await p.admin.query(
    `select paused_by from countersign.capabilities where name = 'vm-operation'`,
  )
  expect(row).toEqual({ paused_by: 'ana' })
})

it('reads every difference that a workload or an edit may have written', () => {
  expect(differenceRows([{ at: '/action/a', was: 1, now: 2 }], [])).toEqual([
    { label: 'a', was: 1, now: 2 },
  ])
  expect(differenceRows({ from: 3, size: { was: 2, now: 4 } }, [])).toEqual([
    { label: 'from', now: 3 },
    { label: 'size', was: 2, now: 4 },
  ])
  expect(differenceRows({ previousAttempt: 'no_quota' }, [])).toEqual([
    { label: 'The attempt before', now: 'no_quota' },
  ])
  expect(differenceRows(['a', 'b'], [])).toBeUndefined()
})

it('marks the words that rest on a fact, and loses none of the text', () => {
  const text = 'one two three two'
  const grounds = [
    { fact: 'a', quote: 'two' },
    { fact: 'b', quote: 'two three' },
    { fact: 'c', quote: 'none' },
    { fact: 'd' },
  ]
  const found = marked(text, grounds)
  expect(found.map(({ piece }) => piece).join('')).toBe(text)
  expect(found).toContainEqual({ piece: 'two', number: 1 })
})
