// A database that fails in the middle of a decision: it is made whole or not at all, and can be made again.
import { expect, it } from 'vitest'
import type { Database } from '#database'
import { type Person, pages } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const ana = await web.enrolled('ana')

/** The approver's database, whose nth use from now on fails: before the server did it, or after. */
function failing(when: 'before' | 'after') {
  const real = p.db.as(p.logins.approver)
  const fault = { at: Number.POSITIVE_INFINITY, hit: false }
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    fault.at -= 1
    const now = fault.at === 0
    if (now) fault.hit = true
    if (now && when === 'before') throw new Error('the server is gone')
    const answer = await work()
    if (now) throw new Error('the answer was lost')
    return answer
  }
  const database: Database = {
    ...real,
    query: (...call) => use(() => real.query(...call)),
    batch: (...call) => use(() => real.batch(...call)),
  }
  return { database, fault }
}

it.each(['before', 'after'] as const)(
  'T36 approves whole or not at all, whichever statement fails %s it was done',
  async (when) => {
    const { database, fault } = failing(when)
    const broken = await pages(p.db, p.logins.approver, { database })
    const here: Person = broken.visitor()
    for (const [name, value] of ana.jar) here.jar.set(name, value)
    let points = 0
    for (let nth = 1; nth < 30; nth++) {
      const s = await scenario(p, { gate: { level: 'passkey' } })
      const { public_id: id } = await s.asked()
      const path = `/r/${id}`
      const sign = async () => {
        const form = await here.form(path, `${path}/approve`)
        const { challenge } = await here.json(`${path}/challenge`, form)
        return { ...form, assertion: JSON.stringify(ana.key.answer(challenge)) }
      }
      const signed = await sign()
      Object.assign(fault, { at: nth, hit: false })
      const answer = await here.post(`${path}/approve`, signed)
      fault.at = Number.POSITIVE_INFINITY
      if (!fault.hit) break
      points += 1
      const { state, decided_by } = await p.request(s.id)
      const events = await p.admin.query(
        `select actor from countersign.task_events where task_id = $1 and kind = 'request' and now = 'approved'`,
        [s.id],
      )
      const decided = state === 'approved'
      expect([state, decided_by, events.length], `${nth}`).toEqual(
        decided ? ['approved', 'ana', 1] : ['open', null, 0],
      )
      expect(await s.status()).toBe(decided ? 'approved' : 'needs_approval')
      if (answer.status === 303) expect(decided, `${nth}`).toBe(true)
      // And whoever tries again has it approved, or hears that it is.
      if (!decided) expect((await here.post(`${path}/approve`, await sign())).status).toBe(303)
      expect((await p.request(s.id)).state).toBe('approved')
    }
    expect(points).toBeGreaterThanOrEqual(5)
  },
)
