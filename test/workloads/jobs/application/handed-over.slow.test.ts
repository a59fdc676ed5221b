// What a worker can't send: handed to the person with everything at hand, and never pressed twice.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { assemblyTimeoutMs } from '../../../support/tex.ts'
import { sampleApplications } from './sample-applications.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: assemblyTimeoutMs })

let s: Awaited<ReturnType<typeof sampleApplications>>
beforeAll(async () => {
  s = await sampleApplications()
})
afterAll(() => s.stop())
afterEach(async () => {
  await s.admin.query('delete from countersign.memory')
  s.forms.forget()
})

const modes = async () =>
  await s.admin.query(
    `select key, value ->> 'submit' as submit from countersign.memory where key like 'submit/%'`,
  )

/** At `handover`: the request, with its facts by their labels. */
async function handedOver(id: number) {
  expect(await s.request(id)).toMatchObject({ gate: 'handover', state: 'open' })
  const { action, shown } = await s.body(id)
  const answers = Array.isArray(action.answers) ? action.answers.map((one) => Object(one)) : []
  return { action, shown, answers: new Map(answers.map((one) => [one.label, one.value])) }
}

describe('a form that shows a challenge', () => {
  test('is handed over with link, documents and answers, and so are the board’s later forms', async () => {
    const id = await s.atForm(s.titled('Ticketing'))
    const { action, shown, answers } = await handedOver(id)
    expect(action.url).toContain('/halyard/')
    expect(answers.get('Email')).toBe('joerdis.kowalczyk@example.com')
    expect(answers.get('Phone')).toBe('+49 30 5550142')
    expect(shown.files).toMatchObject([{ mediaType: 'application/pdf' }, {}])
    expect(await modes()).toEqual([{ key: 'submit/lever', submit: 'handover' }])

    const later = await s.atForm(s.titled('Invoices'))
    const next = await handedOver(later)
    expect(JSON.stringify(next.shown.warnings)).toContain('left to you')
    expect(next.answers.get('How well do you speak German?')).toBe('Native')

    await s.answer(id, { outcome: 'Sent' })
    await s.answer(later, { outcome: 'Not sent' })
    await s.tick()
    expect(await s.task(id)).toMatchObject({ status: 'completed', result: { sent: 'by hand' } })
    expect(await s.task(later)).toMatchObject({ status: 'skipped', reason: 'not_sent' })
    expect(s.forms.submits()).toEqual([])
  })
})

describe('after the press', () => {
  test.each([
    ['a challenge that only then appears', 'Bank Feeds', 'not_sent'],
    ['a code from an e-mail', 'Alerting', 'uncertain'],
    ['silence', 'Statements', 'uncertain'],
  ])('%s is no success, and is not tried again', async (_, title, fate) => {
    const sample = s.titled(title)
    const id = await s.atForm(sample)
    expect(await s.request(id)).toMatchObject({ gate: 'submit', state: 'open' })
    await s.approve(id)
    await s.tick()
    await s.due(id).catch(() => undefined)
    await s.windowPasses(id)
    await s.tick()
    const sent = s.forms.submits().length
    expect(sent).toBeLessThanOrEqual(1)
    const request = await s.request(id)
    expect(request).toMatchObject({ state: 'open' })
    expect(request.gate).toBe(fate === 'uncertain' ? 'uncertain' : 'handover')
    expect(await modes()).toMatchObject([{ submit: 'handover' }])
    await s.tick()
    expect(s.forms.submits()).toHaveLength(sent)
    if (fate !== 'uncertain') return
    await s.approver.decide(request.seen, {
      verdict: 'did_not_happen',
      by: 'ana',
      level: 'session',
    })
    await s.tick()
    // The board is left to the person by now.
    await handedOver(id)
    expect(s.forms.submits()).toHaveLength(sent)
  })
})

test('a posting that closes is skipped: before it is filled, and after it was approved', async () => {
  const id = await s.atForm(s.titled('Point Clouds'))
  expect(await s.task(id)).toMatchObject({ status: 'skipped', reason: 'posting_closed' })

  const late = s.titled('Harbour Portal')
  const other = await s.atForm(late)
  await s.approve(other)
  s.forms.boards.close(late.key)
  await s.tick()
  expect(await s.task(other)).toMatchObject({ status: 'skipped', reason: 'posting_closed' })
  expect(s.forms.submits()).toEqual([])
})
