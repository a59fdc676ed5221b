// What each role gets to see: nobody a secret of a lease, and only the approver what a task is about.
import { expect, it } from 'vitest'
import { noteDelivery, recordInvocation, remember } from '#queue'
import { bodyOf, protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

const p = await protocol()

// Every place that can hold a value of a task gets one that is easy to find again.
const private_ = [
  '~payload~',
  '~state~',
  '~body~',
  '~difference~',
  '~answers~',
  '~comment~',
  '~assertion~',
  '~handle~',
  '~outcome~',
  '~result~',
  '~error~',
  '~memory~',
  '~artifact~',
  '~delivery error~',
  '~invocation~',
]

/** Walks tasks through everything that stores a value, and answers the secrets of their leases. */
async function fill(): Promise<string[]> {
  const s = await scenario(p, { gate: { level: 'passkey' } })
  const { capability } = s
  const worker = p.db.as(p.logins.worker)
  await remember(worker, { capability, key: 'k', value: '~memory~' })
  await recordInvocation(worker, {
    function: 'tick',
    outcome: 'worked',
    durationMs: 1,
    detail: '~invocation~',
  })
  await p.task(capability, { payload: '~payload~', priority: -1 })
  const first = await s.claim()
  await p.worker.recordArtifact(first, {
    sha256: 'a'.repeat(64),
    name: '~artifact~',
    mediaType: 'text/plain',
    bytes: 1,
  })
  const body = bodyOf('act', ['submit'], { note: '~body~' })
  await p.worker.park(first, {
    gate: 'act',
    body,
    step: 'first',
    state: '~state~',
    difference: '~difference~',
  })
  const { seen } = await s.request()
  const message = { approvalId: seen.approvalId, kind: 'request', channel: 'mail' } as const
  await noteDelivery(p.db.as(p.logins.worker), { ...message, error: '~delivery error~' })
  await p.approver.decide(seen, {
    verdict: 'approve',
    by: 'ana',
    level: 'passkey',
    comment: '~comment~',
    assertion: '~assertion~',
  })
  const acting = await s.claim()
  const callId = '11111111-2222-4333-8444-555555555555'
  const { effectId } = await s.begin(acting, 'submit', callId)
  await p.worker.noteEffect(effectId, acting.token, '~handle~')
  await p.worker.finishEffect(effectId, acting.token, 'done', '~outcome~')
  await p.worker.complete(acting, '~result~')

  const second = await p.claimOne(capability)
  await p.worker.park(second, { gate: 'question', body: bodyOf('question'), step: 'first' })
  const question = (await p.request(second.id)).seen
  await p.approver.answer(question, { answers: '~answers~', by: 'ana', level: 'session' })
  const third = await p.claimOne(capability)
  await p.worker.fail(third, { reason: 'gave-up', error: '~error~', retryable: false })
  await p.reaper.recordSignals()
  return [first.token, acting.token, second.token, third.token, callId]
}

const secrets = await fill()

/** Everything that a role can read, as text: its views, and what the planner keeps about them. */
async function allThat(role: 'approver' | 'reaper' | 'reader'): Promise<string> {
  const views = await p.admin.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'countersign'::regnamespace and relkind = 'v'
       and has_table_privilege($1, oid, 'select') order by relname`,
    [p.logins[role]],
  )
  expect(views.length).toBeGreaterThan(10)
  await p.admin.query('analyze countersign.tasks, countersign.approvals, countersign.effects')
  const sources = [...views.map(({ name }) => `countersign.${name}`), 'pg_stats']
  const texts: string[] = []
  for (const source of sources) {
    const rows = await p.db.as(p.logins[role]).query(`select v::text as row from ${source} v`)
    texts.push(...rows.map(({ row }) => String(row)))
  }
  return texts.join('\n')
}

const found = (values: readonly string[], text: string) =>
  values.filter((value) => text.includes(value))

it.each(['reader', 'reaper'] as const)(
  'shows the %s figures and names, and no value',
  async (role) => {
    const text = await allThat(role)
    expect(text).toContain('ana')
    expect(found(private_, text)).toEqual([])
    expect(found(secrets, text)).toEqual([])
  },
)

it('shows the approver what it is about, and no token', async () => {
  const text = await allThat('approver')
  expect(found(secrets, text)).toEqual([])
  const elsewhere = ['~memory~', '~invocation~']
  expect(found(private_, text)).toEqual(private_.filter((value) => !elsewhere.includes(value)))
})

it('keeps values out of the history', async () => {
  const rows = await p.admin.query('select e::text as row from countersign.task_events e')
  const text = rows.map(({ row }) => String(row)).join('\n')
  expect(text).toContain('gave-up')
  expect(found([...private_, ...secrets], text)).toEqual([])
})
