// `countersign erase` and `countersign board`: values go for good and only on a person's word; who sends.
import { expect, it } from 'vitest'
import { jobApplication } from '../../packages/workloads/jobs/application/definition.ts'
import { cli } from '../support/cli.ts'
import { workshop } from '../support/workshop.ts'

const never = { bind: () => ({ kind: 'unknown' as const, why: 'not in this test' }) }
const w = await workshop([{ definition: jobApplication, implementation: never }])
const url = w.db.directUrl(await w.db.login('person', 'countersign_approver'))
const run = (...args: string[]) => cli(url, args)
const typing = (typed: string, ...args: string[]) => cli(url, args, typed)

it('erases an ended task once its number is typed, and says what stays', async () => {
  const id = await w.enqueue('job-application', { secret: 'Jördis' })
  expect(await run('erase', String(id), '--yes')).toMatchObject({ code: 1 })
  await w.approver.cancel(id, 'ana')
  expect(await typing('no', 'erase', String(id))).toMatchObject({ code: 1 })
  expect(await w.task(id)).toMatchObject({ payload: { secret: 'Jördis' } })
  const { code, out } = await typing(String(id), 'erase', String(id), '--reason', 'asked to')
  expect(code).toBe(0)
  expect(out).toContain(`task ${id} is erased`)
  expect(await w.task(id)).toMatchObject({ payload: {}, erased_at: expect.any(Date) })
  const json = await run('erase', String(id), '--yes', '--json')
  expect(JSON.parse(json.out)).toEqual({ taskId: id, files: 0, deleted: 0 })
})

it('says who sends a board’s forms, and switches it', async () => {
  expect((await run('board')).out).toMatch(/greenhouse +a worker sends what you approve/)
  expect((await run('board', 'lever', 'handover', '--by', 'ana')).out).toMatch(
    /lever +you send it by hand +switched by ana/,
  )
  const [lever] = JSON.parse((await run('board', 'lever', '--json')).out)
  expect(lever).toMatchObject({ board: 'lever', submit: 'handover', why: 'switched by ana' })
  expect((await run('board', 'lever', 'automatic')).out).toMatch(/lever +a worker sends/)
  expect(await run('board', 'monster')).toMatchObject({ code: 2 })
  expect(await run('board', 'lever', 'sometimes')).toMatchObject({ code: 2 })
})
