// What is left of an application after its time: who decided what, and the proof of it; no value.
import { expect, it } from 'vitest'
import { loadTaskRecord, noPins, verifyTask } from '#queue'
import { age } from '../../../support/age.ts'
import { loopback } from '../../../support/pages.ts'
import { killedPresses } from './killed-presses.ts'

const s = await killedPresses()
const reader = s.db.as(s.approverLogin)

async function sent() {
  const { task } = await s.asked()
  await s.approve(task)
  await s.tick()
  expect(await s.task(task)).toMatchObject({ status: 'completed' })
  return task
}

/** Everything that the database holds, but for the answers that a person wanted kept. */
async function everything(): Promise<string> {
  const tables = [
    'tasks',
    'approvals',
    'effects',
    'task_events',
    'artifacts',
    'memory',
    'deliveries',
  ]
  const rows = await Promise.all(
    tables.map((name) =>
      s.admin.query<{ row: string }>(`select t::text as row from countersign.${name} t`),
    ),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}
const personal = /joerdis|Jördis|Kowalczyk|5550142|Musterweg/

it('is erased ninety days after its end, and its receipt still verifies', async () => {
  const task = await sent()
  expect(await everything()).toMatch(personal)
  const before = await s.request(task)
  await age(s.admin, 'tasks', task, { finished_at: '91 days' })
  expect(await s.reaper.eraseOld(10)).toBe(1)
  expect(await everything()).not.toMatch(personal)
  const after = await s.request(task)
  expect(after).toMatchObject({
    body: null,
    digest: before.digest,
    verdict: 'approve',
    decided_by: 'ana',
  })
  const record = await loadTaskRecord(reader, task)
  const verifier = { stage: loopback, pins: noPins, now: new Date() }
  const findings = record ? await verifyTask(record, verifier) : []
  expect(findings.length).toBeGreaterThan(0)
  expect(findings.filter(({ holds }) => !holds)).toEqual([])
})
