// The reaper's invocation: everything that can be put right is, and what it did is on the record.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { implement, isRefusal, runReaper, wait, workload } from '#queue'
import { age } from '../support/age.ts'
import { workshop } from '../support/workshop.ts'

const definition = workload({
  capability: 'forgotten',
  workload: 'forgotten',
  title: 'Forgotten',
  caps: {},
  payload: z.unknown(),
  state: z.unknown(),
  steps: ['first'],
})
const implementation = implement(definition, { first: async () => wait('first', null, 60) })
const w = await workshop([{ definition, implementation }])
const database = w.db.as(await w.db.login('the_reaper', 'countersign_reaper'))

const recorded = () =>
  w.admin.query(
    `select outcome, detail from countersign.invocations where function = 'reaper' order by id desc limit 1`,
  )

it('goes on round by round until nothing is left, and records it with the signals', async () => {
  const ids: number[] = []
  for (let made = 0; made < 5; made++) ids.push(await w.enqueue(definition.capability))
  await w.verbs.claim({ capability: definition.capability, worker: 'dies', limit: 5 })
  for (const id of ids) await age(w.admin, 'tasks', id, { lease_expires_at: '3 hours' })

  const report = await runReaper({ database, log: w.log, limit: 2 })
  expect(report).toEqual({
    outcome: 'worked',
    moved: { leases: 5, expired: 0, settled: 0, repaired: 0, stuck: 0 },
    erased: 0,
    red: [],
  })
  for (const id of ids) expect((await w.task(id)).status).toBe('pending')
  expect(await recorded()).toMatchObject([{ outcome: 'worked', detail: { leases: 5, red: [] } }])
  expect(w.lines.at(-1)).toMatchObject({ event: 'reaper', outcome: 'worked', leases: 5 })
  expect(w.lines.at(-1)).toMatchObject({ incidents: 0, undelivered: 0 })
  const readings = await w.admin.query(
    `select count(*)::integer as n from countersign.signal_readings`,
  )
  expect(readings[0]?.n).toBeGreaterThan(5)
})

it('records that there was nothing to do, and names what stands red', async () => {
  const dead = await w.enqueue(definition.capability)
  const [lease] = await w.verbs.claim({ capability: definition.capability, worker: 'w', limit: 1 })
  if (!lease) throw new Error('nothing was claimed')
  await w.admin.query('update countersign.capabilities set max_attempts = 1')
  await w.verbs.fail(lease, { reason: 'hopeless', retryable: true })
  expect(await runReaper({ database, log: w.log })).toMatchObject({
    outcome: 'idle',
    red: ['dead'],
  })
  expect(await recorded()).toMatchObject([{ outcome: 'idle', detail: { red: ['dead'] } }])
  expect(dead).toBeGreaterThan(0)
  // What alarms count: a dead letter is the system's.
  expect(w.lines.at(-1)).toMatchObject({ incidents: 1, undelivered: 0 })
})

it('records its failure and rejects', async () => {
  await w.admin.query(
    'revoke execute on function countersign.record_signals from countersign_reaper',
  )
  const failing = runReaper({ database, log: w.log })
  await expect(failing).rejects.toSatisfy((error) => !isRefusal(error))
  await w.admin.query('grant execute on function countersign.record_signals to countersign_reaper')
  expect(await recorded()).toMatchObject([{ outcome: 'failed', detail: { code: '42501' } }])
  expect(w.lines.at(-1)).toMatchObject({ event: 'reaper', outcome: 'failed', code: '42501' })
})
