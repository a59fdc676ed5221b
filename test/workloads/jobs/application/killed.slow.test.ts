// The worker dies while a real form is filled and pressed: no second application, and the person hears.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#database'
import { touched } from '../../../support/mortal.ts'
import { assemblyTimeoutMs } from '../../../support/tex.ts'
import { sampleApplications } from './sample-applications.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: assemblyTimeoutMs })

let s: Awaited<ReturnType<typeof sampleApplications>>
beforeAll(async () => {
  s = await sampleApplications()
})
afterAll(() => s.stop())

/** A tick whose worker is cut off from the database for good as soon as `when` says so. */
async function cutOff(when: () => Promise<boolean>) {
  let gone = false
  const living = s.db.as(s.worker)
  const watch = setInterval(() => void when().then((now) => (gone ||= now)), 20)
  const touch = () => {
    if (gone) throw new Error('the process is gone')
  }
  const database: Database = touched(living, { touch, lived: () => 0, dead: () => gone }, true)
  try {
    await s.tick({ database }).catch((error: unknown) => {
      if (!gone) throw error
    })
  } finally {
    clearInterval(watch)
  }
  expect(gone).toBe(true)
}

const begun = (id: number) => async () => (await s.effects(id)).length > 0

test('while the form is filled for the press: nothing was sent, and it is asked again', async () => {
  const id = await s.atForm(s.titled('Platform Engineer'))
  await s.approve(id)
  await cutOff(begun(id))
  expect(s.forms.submits()).toEqual([])
  await s.recovers(id)
  expect(await s.request(id)).toMatchObject({
    ...{ gate: 'submit', state: 'open', revision: 2 },
    difference: { previousAttempt: 'the button was not reached' },
  })
  await s.approve(id)
  await s.tick()
  expect(await s.task(id)).toMatchObject({ status: 'completed' })
  expect(s.forms.submits()).toHaveLength(1)
})

test('as the application arrives: the person is asked, and it is not sent again', async () => {
  s.forms.forget()
  const id = await s.atForm(s.titled('Harbour Portal'))
  await s.approve(id)
  await cutOff(async () => s.forms.submits().length > 0)
  await s.recovers(id)
  const request = await s.request(id)
  expect(request).toMatchObject({ gate: 'uncertain', state: 'open' })
  await s.tick()
  expect(s.forms.submits()).toHaveLength(1)
  await s.approver.decide(request.seen, { verdict: 'happened', by: 'ana', level: 'session' })
  await s.tick()
  expect(await s.task(id)).toMatchObject({ status: 'completed' })
  expect(s.forms.submits()).toHaveLength(1)
})
