// Whatever a workload hands over ends in a stored record: as it is, cleaned, or replaced by a note.
import { expect, it } from 'vitest'
import { storable } from '#queue'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
await p.capability({ name: 'work' })
await p.gate({ capability: 'work', name: 'question' })

const cycle: Record<string, unknown> = { name: 'cycle' }
cycle.self = cycle
// Each level refers twice to the one below: 2^60 paths, but a small object in memory.
let doubled: unknown = 'leaf'
for (let level = 0; level < 60; level++) doubled = { a: doubled, b: doubled }
let deep: unknown = 1
for (let level = 0; level < 100_000; level++) deep = [deep]
let atLimit: unknown = 1
for (let level = 0; level < 100; level++) atLimit = [atLimit]
const wide = 'x'.repeat(1024 * 1024)
const gone = Proxy.revocable({}, {})
gone.revoke()

const note = (reason: string) => ({ unstorable: reason })
const tooLarge = note('it is larger than 4194304 bytes')
const tooDeep = note('it is deeper than 100 levels')
const unreadable = note('it cannot be read')

const values: { what: string; value: unknown; stored: unknown }[] = [
  { what: 'NUL in a text', value: 'a\0b', stored: 'a\uFFFDb' },
  { what: 'NUL in a key', value: { 'a\0': 1 }, stored: { 'a\uFFFD': 1 } },
  { what: 'a lone surrogate', value: ['\uD800x', 'x\uDC00'], stored: ['\uFFFDx', 'x\uFFFD'] },
  { what: 'a pair of surrogates', value: '😀', stored: '😀' },
  { what: '10 MB of text', value: 'x'.repeat(10_000_000), stored: tooLarge },
  { what: '3 MB that take 12 as UTF-8', value: '€'.repeat(4_000_000), stored: tooLarge },
  { what: '10 MB in many small parts', value: Array(5_000_000).fill(1), stored: tooLarge },
  { what: 'a thousand million holes', value: Array(1_000_000_000), stored: tooLarge },
  { what: 'one large text, five thousand times', value: Array(5_000).fill(wide), stored: tooLarge },
  { what: 'what grows without being large', value: doubled, stored: tooLarge },
  { what: 'what is deep', value: deep, stored: tooDeep },
  { what: 'what is as deep as may be', value: atLimit, stored: atLimit },
  { what: 'a cycle', value: cycle, stored: tooDeep },
  { what: 'a huge number', value: 1.7976931348623157e308, stored: 1.7976931348623157e308 },
  { what: 'a tiny number', value: 5e-324, stored: 5e-324 },
  { what: 'infinity', value: [Infinity, -Infinity, NaN], stored: ['Infinity', '-Infinity', 'NaN'] },
  { what: 'negative zero', value: [-0], stored: [0] },
  { what: 'a big integer', value: { n: 2n ** 80n }, stored: { n: '1208925819614629174706176' } },
  { what: 'a date', value: new Date(0), stored: '1970-01-01T00:00:00.000Z' },
  { what: 'no date', value: { at: new Date(Number.NaN) }, stored: { at: null } },
  {
    what: 'an error',
    value: new TypeError('a\0b'),
    stored: { name: 'TypeError', message: 'a\uFFFDb' },
  },
  { what: 'a function', value: () => 1, stored: note('it is not JSON') },
  { what: 'a symbol', value: Symbol('s'), stored: note('it is not JSON') },
  { what: 'functions inside', value: { f: () => 1, a: [() => 1, 2] }, stored: { a: [null, 2] } },
  { what: 'undefined inside', value: { u: undefined, a: [undefined] }, stored: { a: [null] } },
  { what: 'bytes', value: { file: Buffer.alloc(10) }, stored: note('it is binary') },
  { what: 'a toJSON that throws', value: { toJSON: () => fail('no') }, stored: unreadable },
  {
    what: 'a toJSON of nothing',
    value: { toJSON: () => undefined },
    stored: note('it is not JSON'),
  },
  { what: 'a toJSON that answers itself', value: endless(), stored: tooDeep },
  {
    what: 'a getter that throws',
    value: {
      get x() {
        return fail('no')
      },
    },
    stored: unreadable,
  },
  { what: 'a proxy that is gone', value: gone.proxy, stored: unreadable },
]

function fail(message: string): never {
  throw new Error(message)
}

function endless(): { toJSON: () => unknown } {
  return { toJSON: endless }
}

it.each(values)('stores $what', async ({ value, stored }) => {
  const id = await p.task('work', { payload: { value } })
  const lease = await p.claimOne('work')
  await p.worker.heartbeat(lease, value)
  expect(await p.worker.fail(lease, { reason: 'x', error: value, retryable: true })).toBe('pending')
  const [row] = await p.admin.query('select state, error from countersign.tasks where id = $1', [
    id,
  ])
  expect(row).toEqual({ state: stored, error: stored })
  await p.approver.cancel(id, 'ana')
})

it('stores __proto__ as a key like any other, and pollutes nothing', async () => {
  const value: unknown = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}')
  expect(storable(value)).toBe('{"__proto__":{"polluted":true},"a":1}')
  await p.task('work')
  const lease = await p.claimOne('work')
  expect(await p.worker.complete(lease, value)).toBe('completed')
  const [row] = await p.admin.query(
    'select result::text as result from countersign.tasks where id = $1',
    [lease.id],
  )
  expect(row).toEqual({ result: '{"a": 1, "__proto__": {"polluted": true}}' })
  expect({}).not.toHaveProperty('polluted')
})

it('stores nothing as SQL null', () => {
  expect([storable(undefined), storable(null)]).toEqual([null, null])
})

it('cleans what goes into text: reasons, comments, names', async () => {
  const id = await p.task('work')
  const lease = await p.claimOne('work')
  await p.worker.fail(lease, { reason: `a\0\uD800${'x'.repeat(10_000)}`, retryable: false })
  const [row] = await p.admin.query('select reason from countersign.tasks where id = $1', [id])
  expect(row).toEqual({ reason: `a\uFFFD\uFFFD${'x'.repeat(497)}` })
  expect(await p.approver.requeue(id, 'ana', '\0')).toBe('pending')
  await p.approver.cancel(id, 'ana', '\uDFFF')
  await p.approver.erase(id, 'ana', '\0')
})

it('stores answers and comments of a person, whatever they hold', async () => {
  const id = await p.task('work')
  const lease = await p.claimOne('work')
  const body = JSON.stringify({ action: {}, gate: 'question', shown: {}, v: 1 })
  await p.worker.park(lease, { gate: 'question', body, step: 'first', state: { nul: '\0' } })
  const { seen } = await p.request(id)
  const answers = { text: 'a\0', deep }
  const reply = { answers, by: 'ana', level: 'session', comment: '\0' } as const
  expect(await p.approver.answer(seen, reply)).toMatchObject({ state: 'approved' })
  const next = await p.claimOne('work')
  expect(next.request).toMatchObject({ answers: tooDeep, comment: '\uFFFD' })
  expect(next.state).toEqual({ nul: '\uFFFD' })
  await p.worker.complete(next)
})
