// What a person is asked at `submit`, and when they are asked again, on a form made up for it.
import { beforeEach, describe, expect, it } from 'vitest'
import { parseBody } from '#queue'
import { boardModeKey } from '../../../../packages/workloads/jobs/application/memory.ts'
import { field, killedPresses } from './killed-presses.ts'

const s = await killedPresses()
const plain = s.board.fields
beforeEach(async () => {
  s.board.fields = plain
  await s.admin.query('delete from countersign.memory')
})

const bodyOf = async (task: number) => parseBody(String((await s.request(task)).body))
const arrived = (posting: string) => s.board.received.get(posting) ?? 0
const facts = async (task: number) => {
  const { shown } = await bodyOf(task)
  return (Array.isArray(shown.facts) ? shown.facts : []).map((one) => Object(one))
}

async function sent() {
  const asked = await s.asked()
  await s.approve(asked.task)
  await s.tick()
  expect(await s.task(asked.task)).toMatchObject({ status: 'completed' })
  return asked
}

describe('the request', () => {
  it('holds where it goes, what is asked, every value, every file, and nothing else to sign', async () => {
    const { task, posting } = await s.asked()
    const { action } = await bodyOf(task)
    expect(action).toMatchObject({
      posting: { board: 'greenhouse', account: 'ferrograph', id: posting, company: 'Ferrograph' },
      target: `https://boards.example.com/${posting}`,
      answers: [
        { label: 'Full name', value: 'Jördis Kowalczyk' },
        { label: 'Email', value: 'joerdis.kowalczyk@example.com' },
      ],
      files: [{ label: 'Resume', name: 'CV.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      written: [],
      consents: [],
      effects: [{ name: 'submit', digest: expect.any(String) }],
    })
    expect(Object(action.form).fields).toHaveLength(plain.length)
  })

  it('sets apart what was approved before, whoever is applied to', async () => {
    const first = await s.asked()
    expect((await facts(first.task)).filter((fact) => fact.new === false)).toEqual([])
    await s.approve(first.task)
    await s.tick()
    const second = await s.asked()
    const known = (await facts(second.task)).filter((fact) => fact.new === false)
    expect(known.map(({ label }) => label)).toEqual(['Full name', 'Email'])
    await s.approver.cancel(second.task, 'ana')
  })

  it('says where one applied lately, and that the same text stood under another number', async () => {
    const { posting } = await sent()
    const { task } = await s.asked()
    const { shown } = await bodyOf(task)
    expect(shown.warnings).toEqual([
      `This very text was applied to under another number: ${posting}.`,
      expect.stringMatching(
        /^Applied here within 90 days: Platform Engineer on \d{4}-\d\d-\d\d\.$/,
      ),
    ])
    await s.admin.query(
      `update countersign.memory
       set value = replace(value::text, value #>> '{0,on}', '2020-01-01T00:00:00.000Z')::jsonb
       where key like 'applied/%'`,
    )
    const later = await s.asked()
    expect((await bodyOf(later.task)).shown.warnings).toEqual([])
  })
})

describe('asked again', () => {
  it('because it was sent back: filled anew, with the comment, once', async () => {
    const { task, posting } = await s.asked()
    const { seen } = await s.request(task)
    await s.approver.decide(seen, {
      ...{ verdict: 'send_back', by: 'ana', level: 'session' },
      comment: 'Is this the right CV?',
    })
    await s.later(task)
    await s.tick()
    expect(await s.request(task)).toMatchObject({ revision: 2, gate: 'submit', state: 'open' })
    expect((await bodyOf(task)).shown.warnings).toContain(
      'You sent it back: “Is this the right CV?”',
    )
    await s.approve(task)
    await s.tick()
    expect(arrived(posting)).toBe(1)
  })

  it('because the form asks more: for the answer first, then for all of it', async () => {
    const { task, posting } = await s.asked()
    await s.approve(task)
    s.board.fields = [...plain, field('shoe', 'Shoe size', 'text')]
    await s.tick()
    const request = await s.request(task)
    const more = [{ label: 'Shoe size: a new question', was: null, now: 'Shoe size' }]
    expect(request).toMatchObject({ gate: 'answers', state: 'open', difference: more })
    await s.approver.answer(request.seen, { answers: { shoe: '42' }, by: 'ana', level: 'session' })
    await s.later(task)
    await s.tick()
    expect(await s.request(task)).toMatchObject({ gate: 'submit', state: 'open', difference: more })
    expect((await bodyOf(task)).action.answers).toContainEqual({
      ...{ key: 'shoe', label: 'Shoe size', value: '42' },
    })
    expect(arrived(posting)).toBe(0)
  })

  it('because it is left to the person since: nothing is pressed, and they get all they need', async () => {
    const { task, posting } = await s.asked()
    await s.approve(task)
    const mode = { submit: 'handover', why: 'a challenge', since: new Date().toISOString() }
    await s.admin.query(
      `insert into countersign.memory (capability, key, value, by) values ('job-application', $1, $2, 'x')`,
      [boardModeKey('greenhouse'), JSON.stringify(mode)],
    )
    await s.tick()
    const request = await s.request(task)
    expect(request).toMatchObject({ gate: 'handover', state: 'open' })
    expect(arrived(posting)).toBe(0)
    await s.approver.answer(request.seen, {
      ...{ answers: { outcome: 'Sent' }, by: 'ana', level: 'session' },
    })
    await s.later(task)
    await s.tick()
    expect(await s.task(task)).toMatchObject({ status: 'completed', result: { sent: 'by hand' } })
  })

  it('by a person who gave a handover back: it is sent by its form after all', async () => {
    const mode = { submit: 'handover', why: 'a challenge', since: new Date().toISOString() }
    const remembered = `insert into countersign.memory (capability, key, value, by)
      values ('job-application', $1, $2, 'x')`
    await s.admin.query(remembered, [boardModeKey('greenhouse'), JSON.stringify(mode)])
    const { task, posting } = await s.asked()
    const { seen } = await s.request(task)
    await s.approver.answer(seen, {
      ...{ answers: { outcome: 'Not sent' }, by: 'ana', level: 'session' },
    })
    await s.later(task)
    await s.tick()
    expect(await s.task(task)).toMatchObject({ status: 'skipped', reason: 'not_sent' })
    await s.admin.query('delete from countersign.memory')
    await s.approver.requeue(task, 'ana')
    await s.tick()
    expect(await s.request(task)).toMatchObject({ gate: 'submit', state: 'open' })
    await s.approve(task)
    await s.tick()
    expect(await s.task(task)).toMatchObject({ result: { sent: 'by its form' } })
    expect(arrived(posting)).toBe(1)
  })
})
