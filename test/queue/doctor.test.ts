// The doctor's data: the schema it found, the promises that are broken, the signals.
import { expect, it } from 'vitest'
import { thisClient } from '#database'
import { doctor, maximumViolations, readSignals } from '#queue'
import { protocol } from '../support/protocol.ts'

const p = await protocol({ checked: false })
await p.capability({ name: 'work' })
const reader = p.db.as(p.logins.reader)

it('finds a healthy database healthy', async () => {
  const found = await doctor(reader)
  expect(found).toMatchObject({
    schema: { version: thisClient.schema, minimumClient: 1 },
    violations: [],
    more: false,
  })
  expect(found.signals.find(({ name }) => name === 'unclaimed')).toMatchObject({
    owner: 'system',
    value: 0,
    threshold: 5,
    colour: 'green',
  })
  expect(found.signals).toEqual(
    (await readSignals(reader)).map((signal) => ({
      ...signal,
      value: signal.name === 'reaper_age_seconds' ? expect.any(Number) : signal.value,
      readAt: expect.any(Date),
    })),
  )
})

it('names what is broken, and lists no more than it can show', async () => {
  const id = await p.task('work')
  await p.admin.query('update countersign.tasks set finished_at = now() where id = $1', [id])
  expect(await doctor(reader)).toMatchObject({
    violations: [
      { promise: 'G3 an end without its time, or a time without an end', subject: `task ${id}` },
    ],
    more: false,
  })
  await p.admin.query(
    `insert into countersign.tasks (capability, step, finished_at)
     select 'work', 'first', now() from generate_series(1, $1)`,
    [maximumViolations],
  )
  const many = await doctor(reader)
  expect(many.violations).toHaveLength(maximumViolations)
  expect(many.more).toBe(true)
})

it('tells a worker that it may not look', async () => {
  await expect(doctor(p.db.as(p.logins.worker))).rejects.toMatchObject({ code: '42501' })
})
