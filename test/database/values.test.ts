// Values mean the same on every lane, both ways.
import { expect, test } from 'vitest'
import type { Row } from '#database'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase({ migrated: false })
const database = db.as('postgres')

// The three ways to run a statement, which the Neon lane carries over HTTP, HTTP and WebSocket.
const ways: Record<string, (text: string, values?: unknown[]) => Promise<Row[]>> = {
  query: (text, values) => database.query(text, values),
  batch: async (text, values = []) => (await database.batch([{ text, values }]))[0] ?? [],
  transaction: (text, values) => database.transaction((tx) => tx.query(text, values)),
}

const literals: [sql: string, value: unknown][] = [
  ['null::bigint', null],
  [`'9007199254740991'::bigint`, Number.MAX_SAFE_INTEGER],
  [`'-9007199254740991'::bigint`, Number.MIN_SAFE_INTEGER],
  ['array[1, null, 3]::bigint[]', [1, null, 3]],
  ['7::int', 7],
  ['0.5::float8', 0.5],
  [`'12345678901234567890.10'::numeric`, '12345678901234567890.10'],
  [`array[0.1]::numeric[]`, ['0.1']],
  ['true', true],
  [`'caf\u00e9'::text`, 'caf\u00e9'],
  [`array['a,b', 'c"d', null, '']::text[]`, ['a,b', 'c"d', null, '']],
  [`array[array['a'], array['b']]::text[]`, [['a'], ['b']]],
  [`'{}'::text[]`, []],
  [`'{"b": [1, null, "x"], "a": {}}'::jsonb`, { b: [1, null, 'x'], a: {} }],
  [`'"text"'::json`, 'text'],
  [`'\\x00ff10'::bytea`, Buffer.from([0, 255, 16])],
  [`array['\\x00ff'::bytea, null]`, [Buffer.from([0, 255]), null]],
  [`'2026-03-29 01:30:00.123456+00'::timestamptz`, new Date('2026-03-29T01:30:00.123Z')],
  [`'0099-01-02 00:00:00+00'::timestamptz`, new Date('0099-01-02T00:00:00Z')],
  [`array['2026-03-29 01:30:00+00'::timestamptz]`, [new Date('2026-03-29T01:30:00Z')]],
  [`'2026-02-28'::date`, '2026-02-28'],
  [`array['2026-02-28'::date]`, ['2026-02-28']],
  [`'2026-02-28 10:00'::timestamp`, '2026-02-28 10:00:00'],
  [`'1 day 2 hours'::interval`, '1 day 02:00:00'],
  [`'0190a3c6-0000-7000-8000-000000000001'::uuid`, '0190a3c6-0000-7000-8000-000000000001'],
]

for (const [way, run] of Object.entries(ways)) {
  test(`${way} answers every type by one rule`, async () => {
    const columns = literals.map(([sql], at) => `${sql} as v${at}`)
    const [row] = await run(`select ${columns.join(', ')}`)
    expect(row).toEqual(Object.fromEntries(literals.map(([, value], at) => [`v${at}`, value])))
    expect(row?.v15).toBeInstanceOf(Buffer)
  })

  test(`${way} takes parameters of every kind`, async () => {
    const text = `select $1::bigint as a, $2::text as b, $3::boolean as c, $4::timestamptz as d,
      $5::bytea as e, $6::text[] as f, $7::jsonb as g, $8::bigint[] as h, $9::text as i, $10::jsonb as j`
    const d = new Date('2026-07-01T12:00:00.001Z')
    const e = Buffer.from([0, 1, 254])
    const values = [12n, "it's", false, d, e, ['a,b', null], { x: [1] }, [1, 2], undefined, '[1]']
    expect(await run(text, values)).toEqual([
      {
        a: 12,
        b: "it's",
        c: false,
        d,
        e,
        f: ['a,b', null],
        g: { x: [1] },
        h: [1, 2],
        i: null,
        j: [1],
      },
    ])
  })

  test(`${way} refuses to round a bigint or to invent a Date`, async () => {
    const tooLarge = run(`select 9007199254740992::bigint`)
    await expect(tooLarge).rejects.toMatchObject({ name: 'DatabaseError', code: '22003' })
    const endless = run(`select 'infinity'::timestamptz`)
    await expect(endless).rejects.toMatchObject({ name: 'DatabaseError', code: '22008' })
    expect(await run('select 1 as n')).toEqual([{ n: 1 }])
  })
}

test('a timestamptz is the same instant whatever time zone the role has', async () => {
  await db.admin.query(`alter database ${db.name} set timezone = 'Asia/Kolkata'`)
  const login = await db.login('elsewhere')
  const [row] = await db.as(login).query(`select '2026-03-29 01:30:00.5+00'::timestamptz as t`)
  expect(row).toEqual({ t: new Date('2026-03-29T01:30:00.500Z') })
})
