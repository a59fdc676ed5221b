// Killed anywhere around the press, an application arrives once or not at all, and a person hears which.
import { beforeEach, describe, expect, it } from 'vitest'
import { parseBody } from '#queue'
import { killedPresses } from './killed-presses.ts'

const s = await killedPresses()
const arrived = (posting: string) => s.board.received.get(posting) ?? 0
beforeEach(() => {
  s.board.answer = { outcome: 'confirmed', saw: 'confirmation' }
})

const whole = await approved()
const moments = await s.tickUntil(Number.POSITIVE_INFINITY)
// Every second moment from the claim on, so that both calls and lost replies are met.
const points = Array.from({ length: 24 }, (_, at) => Math.round(((at + 0.5) * moments) / 24))

async function approved() {
  const asked = await s.asked()
  await s.approve(asked.task)
  return asked
}

/** Ticks until the task waits for a person or has ended. */
async function settled(task: number) {
  for (let round = 0; round < 6; round += 1) {
    await s.later(task)
    await s.tick()
    const { status } = await s.task(task)
    if (status !== 'pending' && status !== 'approved' && status !== 'running') return status
  }
  throw new Error(`task ${task} does not come to rest`)
}

it('is a press to kill: one application arrives, in some forty moments', async () => {
  expect(await s.task(whole.task)).toMatchObject({ status: 'completed' })
  expect(arrived(whole.posting)).toBe(1)
  expect(moments).toBeGreaterThan(30)
  expect(new Set(points).size).toBe(24)
})

describe('killed at a moment', () => {
  const fates: string[] = []

  it.each(points)('%i: never a second one, never a guess', async (point) => {
    const { task, posting } = await approved()
    await s.tickUntil(point)
    const status = await settled(task)
    const there = arrived(posting)
    expect(there).toBeLessThanOrEqual(1)
    if (status === 'completed') {
      fates.push('completed')
      expect(there).toBe(1)
      return
    }
    const request = await s.request(task)
    fates.push(String(request.gate))
    expect(request.state).toBe('open')
    // Asked whether it happened, or to approve it again: that only where nothing can have arrived.
    if (request.gate === 'submit') expect(there).toBe(0)
    else {
      expect(request.gate).toBe('uncertain')
      const verdict = there === 1 ? 'happened' : 'did_not_happen'
      await s.approver.decide(request.seen, { verdict, by: 'ana', level: 'session' })
      if ((await settled(task)) === 'completed') {
        expect(arrived(posting)).toBe(1)
        return
      }
    }
    await s.approve(task)
    expect(await settled(task)).toBe('completed')
    expect(arrived(posting)).toBe(1)
  })

  it('ends in every way that there is', () => {
    expect([...new Set(fates)].sort()).toEqual(['completed', 'submit', 'uncertain'])
    // Only between the press and its record is a person needed to say what became of it.
    expect(fates.filter((fate) => fate === 'uncertain').length).toBeLessThan(8)
  })
})

it('a board that does not confirm leaves it to the person, and its later forms too', async () => {
  s.board.answer = { outcome: 'unknown', saw: 'nothing' }
  const { task, posting } = await approved()
  await s.tick()
  expect(await settled(task)).toBe('needs_approval')
  const request = await s.request(task)
  expect(request).toMatchObject({ gate: 'uncertain', state: 'open' })
  expect(parseBody(String(request.body)).shown).toMatchObject({ saw: 'nothing' })
  expect(arrived(posting)).toBe(1)
  await s.approver.decide(request.seen, { verdict: 'happened', by: 'ana', level: 'session' })
  expect(await settled(task)).toBe('completed')
  const next = await s.asked()
  expect(await s.request(next.task)).toMatchObject({ gate: 'handover', state: 'open' })
  expect(arrived(next.posting)).toBe(0)
})
