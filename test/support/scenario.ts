// One task of a capability of its own, walked along by short sentences: asked, approved, acting, lapsed.
import { expect } from 'vitest'
import { type Claimed, isRefusal, type Lease, type Refusal, type RefusalCode } from '#queue'
import { age } from './age.ts'
import { bodyOf, type CapabilityRow, type GateRow, type Protocol } from './protocol.ts'

export interface EffectRow extends Record<string, unknown> {
  id: number
  name: string
  status: 'intent' | 'started' | 'done' | 'failed' | 'unknown'
  approval_id: number | null
  outcome: unknown
}

export interface ScenarioOptions {
  /** The effects that gate `act` may start; one, `submit`, by default. */
  effects?: string[]
  gate?: Partial<GateRow>
  capability?: Partial<CapabilityRow>
}

let made = 0

/** Asserts that a verb is refused with this code, and answers the refusal. */
export async function refused(verb: Promise<unknown>, code: RefusalCode): Promise<Refusal> {
  const error = await verb.then(
    (answer) => expect.fail(`answered ${JSON.stringify(answer)} where ${code} was expected`),
    (error: unknown) => error,
  )
  if (!isRefusal(error)) throw error
  expect(error.code, error.message).toBe(code)
  return error
}

/**
 * A task with the gates `act` (the effects), `question` (none) and `note` (asks nobody, effect `mail`).
 * Every step answers what the next one needs. Nothing sleeps: time is moved by ageing rows.
 */
export async function scenario(p: Protocol, options: ScenarioOptions = {}) {
  made += 1
  const capability = `scenario-${made}`
  const effects = options.effects ?? ['submit']
  await p.capability({ name: capability, ...options.capability })
  await p.gate({ capability, name: 'act', effects, ...options.gate })
  await p.gate({ capability, name: 'question', effects: [], irreversible: false })
  const unasked = { level: 'none', ungated_reason: 'tells the owner only' } as const
  await p.gate({ capability, name: 'note', effects: ['mail'], irreversible: false, ...unasked })
  const id = await p.task(capability)

  const claim = async (worker = 'w1') => {
    const claimed = await p.claimOne(capability, { worker })
    expect(claimed.id).toBe(id)
    return claimed
  }
  const park = async (lease: Lease, names = effects, more: Record<string, string> = {}) => {
    const body = bodyOf('act', names, more)
    await p.worker.park(lease, { gate: 'act', body, step: 'first' })
    return await p.request(id)
  }
  type Request = Awaited<ReturnType<Protocol['request']>>
  const approve = async (request: Request) =>
    await p.approver.decide(request.seen, { verdict: 'approve', by: 'ana', level: 'session' })
  const begin = (lease: Claimed, name = effects[0] ?? '', callId?: string) =>
    p.worker.beginEffect(lease, {
      name,
      digest: lease.request?.digest ?? '',
      ...(callId === undefined ? {} : { callId }),
    })
  const asked = async (names = effects, more: Record<string, string> = {}) =>
    await park(await claim(), names, more)
  const approved = async (names = effects, more: Record<string, string> = {}) => {
    const request = await asked(names, more)
    await approve(request)
    return request
  }
  const effect = async (name = effects[0]) => {
    const rows = await p.admin.query<EffectRow>(
      'select * from countersign.effects where task_id = $1 and name = $2 order by id desc limit 1',
      [id, name],
    )
    if (!rows[0]) throw new Error(`task ${id} began no ${name}`)
    return rows[0]
  }
  const lapse = () => age(p.admin, 'tasks', id, { lease_expires_at: '2 days' })
  const reap = () => p.reaper.reap(100)
  return {
    id,
    capability,
    claim,
    park,
    approve,
    begin,
    asked,
    approved,
    effect,
    reap,
    /** The lease lapses without anybody having noticed yet. */
    lapse,
    /** The worker dies: its lease lapses and the reaper takes the task back. */
    crash: async () => {
      await lapse()
      await reap()
    },
    /** Asked, approved, claimed by `worker` and begun: `go`. */
    acting: async (name = effects[0], worker = 'w1') => {
      const request = await approved()
      const lease = await claim(worker)
      const begun = await begin(lease, name)
      expect(begun.answer).toBe('go')
      return { request, lease, effectId: begun.effectId }
    },
    /** Whoever began the effect can no longer be acting. */
    windowOver: (effectId: number) => age(p.admin, 'effects', effectId, { acts_until: '2 days' }),
    request: () => p.request(id),
    status: () => p.status(id),
    row: async () => {
      const [row] = await p.admin.query('select * from countersign.tasks where id = $1', [id])
      return row ?? {}
    },
  }
}

export type Scenario = Awaited<ReturnType<typeof scenario>>
