// What a capability keeps beyond its tasks.
import { expect, it } from 'vitest'
import { recall, remember } from '#queue'
import { age } from '../support/age.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
await p.capability({ name: 'board' })
await p.capability({ name: 'other' })
const worker = p.db.as(p.logins.worker)
const approver = p.db.as(p.logins.approver)

const keep = (key: string, value: unknown, capability = 'board') =>
  remember(worker, { capability, key, value })
const values = async (prefix: string, limit?: number) =>
  (await recall(worker, 'board', prefix, limit)).map(({ key, value }) => [key, value])

it('keeps a value by key, replaces it, and forgets it', async () => {
  await keep('etag', 'a')
  const [first] = await recall(worker, 'board', 'etag')
  expect(first).toEqual({
    key: 'etag',
    value: 'a',
    by: p.logins.worker,
    updatedAt: expect.any(Date),
  })
  await age(p.admin, 'memory', 'etag', { updated_at: '1 hour' }, 'key')
  await keep('etag', { nested: ['b', 1, null] })
  const [second] = await recall(worker, 'board', 'etag')
  expect(second?.value).toEqual({ nested: ['b', 1, null] })
  expect(Number(second?.updatedAt)).toBeGreaterThan(Date.now() - 60_000)
  await keep('etag', null)
  await keep('etag', null)
  expect(await recall(worker, 'board', 'etag')).toEqual([])
})

it('recalls by the beginning of the key, literally, in order, no more than asked for', async () => {
  for (const key of ['a%b', 'a_b', 'aXb', 'b', 'a']) await keep(key, key)
  expect(await values('a')).toEqual(['a', 'a%b', 'a_b', 'aXb'].sort().map((key) => [key, key]))
  expect(await values('a%')).toEqual([['a%b', 'a%b']])
  expect(await values('a_')).toEqual([['a_b', 'a_b']])
  expect(await values('', 2)).toHaveLength(2)
  expect(await values('')).toHaveLength(5)
})

it('is each capability’s own', async () => {
  await keep('mode', 1)
  await keep('mode', 2, 'other')
  expect(await values('mode')).toEqual([['mode', 1]])
})

it('names the person where a person speaks, and never where a worker does', async () => {
  await remember(approver, { capability: 'board', key: 'said', value: 'yes', by: 'ana' })
  expect(await recall(approver, 'board', 'said')).toMatchObject([{ value: 'yes', by: 'ana' }])
  await remember(worker, { capability: 'board', key: 'said', value: 'no', by: 'ana' })
  expect(await recall(worker, 'board', 'said')).toMatchObject([{ by: p.logins.worker }])
})

it('refuses what is too large, and stays as it was', async () => {
  await keep('small', 'before')
  const large = Array.from({ length: 60_000 }, (_, at) => `value ${at} of many`)
  await expect(keep('small', large)).rejects.toMatchObject({
    code: '23514',
    constraint: 'value_is_at_most_1_mib',
  })
  await expect(keep('k'.repeat(501), 1)).rejects.toMatchObject({ constraint: 'key_is_short' })
  expect(await values('small')).toEqual([['small', 'before']])
})
