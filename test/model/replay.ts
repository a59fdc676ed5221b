// Walks through the model at random and takes every step in the real functions too.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Claimed, isRefusal } from '#queue'
import { age } from '../support/age.ts'
import { bodyOf, type Protocol } from '../support/protocol.ts'
import { type Scenario, scenario } from '../support/scenario.ts'
import { tidy } from './explore.ts'
import type { Step } from './moves.ts'
import { initial, type State } from './state.ts'

interface Hands {
  lease: Claimed | undefined
  calls: Map<string, string>
  begun: Map<string, number>
}

/**
 * Takes the named steps from a new task on, and compares what each answered with what the model said, then
 * how task, request and effects stand. Throws with the way that led to a difference. Answers how many.
 */
export async function replay(
  p: Protocol,
  { steps, effects, way }: { steps: readonly Step[]; effects: number; way: readonly string[] },
): Promise<number> {
  const s = await scenario(p, {
    effects: Array.from({ length: effects }, (_, at) => `e${at}`),
    gate: { undo_seconds: 3_600, act_before_seconds: 86_400 },
    capability: { max_attempts: 1, max_lost_leases: 1_000, lease_seconds: 86_400 },
  })
  const hands: Hands[] = [0, 1].map(() => ({
    lease: undefined,
    calls: new Map(),
    begun: new Map(),
  }))
  const state = initial(effects, hands.length)
  for (const [at, name] of way.entries()) {
    const before = structuredClone(state)
    const said = steps.find((step) => step.name === name)?.take(state)
    const label = `${way.slice(0, at + 1).join(' > ')} (${said})`
    const answer = await take(p, s, hands, before, name).catch((error: unknown) => {
      throw new Error(`no answer after ${label}`, { cause: error })
    })
    // A verb that ended the acquisition may be repeated: it answers again and changes nothing.
    const allowed = said === 'CS001' ? ['CS001', 'ok'] : [said]
    if (answer !== undefined && said !== 'refused') expect(allowed, label).toContain(answer)
    expect(await standing(p, s, effects), label).toEqual(expected(tidy(state)))
  }
  return way.length
}

/** `ok`, `go`, `done` or the code of the refusal; undefined where nothing is called. */
async function take(
  p: Protocol,
  s: Scenario,
  hands: Hands[],
  state: State,
  name: string,
): Promise<string | undefined> {
  try {
    const who = /^w(\d) (.*)$/.exec(name)
    if (!who) return await byOthers(p, s, name)
    const own = hands[Number(who[1])]
    if (!own) throw new Error(`no worker ${who[1]}`)
    return await byWorker(p, s, own, state, who[2] ?? '')
  } catch (error) {
    if (isRefusal(error)) return error.code
    throw error
  }
}

async function byWorker(p: Protocol, s: Scenario, own: Hands, state: State, verb: string) {
  if (verb === 'claims') {
    own.lease = await s.claim()
    own.calls.clear()
    own.begun.clear()
    return 'ok'
  }
  if (verb === 'forgets') {
    own.lease = undefined
    return undefined
  }
  if (!own.lease) throw new Error(`a worker without a lease ${verb}`)
  const lease = own.lease
  if (verb === 'releases') await p.worker.release(lease, { step: 'first' })
  else if (verb === 'completes') await p.worker.complete(lease)
  else if (verb === 'fails for good')
    await p.worker.fail(lease, { reason: 'broken', retryable: false })
  else if (verb === 'fails its last attempt')
    await p.worker.fail(lease, { reason: 'again', retryable: true })
  else if (verb === 'parks at uncertain')
    await p.worker.park(lease, { gate: 'uncertain', body: null, step: 'first' })
  else if (verb === 'parks') {
    const left = state.effects.flatMap(({ status }, at) => (status === 'done' ? [] : [`e${at}`]))
    await p.worker.park(lease, { gate: 'act', body: bodyOf('act', left), step: 'first' })
  } else return await onEffect(p, s, own, lease, verb)
  return 'ok'
}

async function onEffect(p: Protocol, s: Scenario, own: Hands, lease: Claimed, verb: string) {
  const [does, name = '', how = ''] = verb.replace('does not act', 'abstains').split(/,? /)
  if (does === 'acts' || does === 'abstains') return undefined
  if (does === 'begins') {
    const callId = how === 'again' ? (own.calls.get(name) ?? randomUUID()) : randomUUID()
    const digest = await digestOfNewest(p, s)
    const begun = await p.worker.beginEffect(lease, { name, digest, callId })
    if (begun.answer === 'go') {
      own.calls.set(name, callId)
      own.begun.set(name, begun.effectId)
    }
    return begun.answer
  }
  if (does === 'settles') {
    const id = (await newestEffects(p, s)).get(name)?.id
    if (id === undefined) return undefined
    await p.worker.settleEffect(id, lease.token, how === 'done' ? 'done' : 'failed')
    return 'ok'
  }
  const id = own.begun.get(name)
  if (id === undefined) return undefined
  if (does === 'notes') await p.worker.noteEffect(id, lease.token, { run: name })
  else await p.worker.finishEffect(id, lease.token, how === 'done' ? 'done' : 'failed')
  return 'ok'
}

async function byOthers(p: Protocol, s: Scenario, name: string) {
  const [, verdict = ''] = name.split(' ')
  if (name === 'reaper') await s.reap()
  else if (name === 'lease lapses') await s.lapse()
  else if (name === 'person revokes') await p.approver.revoke((await s.request()).id, 'ana')
  else if (name === 'person cancels') await p.approver.cancel(s.id, 'ana')
  else if (name === 'person requeues') await p.approver.requeue(s.id, 'ana')
  else if (name === 'request expires') {
    await age(p.admin, 'approvals', (await s.request()).id, { expires_at: '10 days' })
    await s.reap()
  } else if (name === 'undo over') {
    await setLive(p, s, 'not_before = decided_at')
    await p.admin.query('update countersign.tasks set run_at = created_at where id = $1', [s.id])
  } else if (name === 'act-before over') await setLive(p, s, 'act_before = clock_timestamp()')
  else if (name.startsWith('window of')) {
    const effect = (await newestEffects(p, s)).get(name.split(' ')[2] ?? '')
    if (effect) await s.windowOver(effect.id)
  } else {
    const decision = { by: 'ana', level: 'session' } as const
    if (!isVerdict(verdict)) throw new Error(`the model's ${name} has no call`)
    await p.approver.decide((await s.request()).seen, { ...decision, verdict })
  }
  return 'ok'
}

const verdicts = ['approve', 'reject', 'send_back', 'happened', 'did_not_happen'] as const
function isVerdict(text: string): text is (typeof verdicts)[number] {
  return verdicts.some((verdict) => verdict === text)
}

function setLive(p: Protocol, s: Scenario, set: string) {
  return p.admin.query(
    `update countersign.approvals set ${set} where task_id = $1 and state = 'approved'`,
    [s.id],
  )
}

async function digestOfNewest(p: Protocol, s: Scenario): Promise<string> {
  const [row] = await p.admin.query<{ digest: string }>(
    `select digest from countersign.approvals where task_id = $1 and gate = 'act' order by revision desc limit 1`,
    [s.id],
  )
  return row?.digest ?? ''
}

async function newestEffects(p: Protocol, s: Scenario) {
  const rows = await p.admin.query<{ id: number; name: string; status: string }>(
    'select distinct on (name) id, name, status from countersign.effects where task_id = $1 order by name, id desc',
    [s.id],
  )
  return new Map(rows.map((row) => [row.name, row]))
}

async function standing(p: Protocol, s: Scenario, effects: number) {
  const [row] = await p.admin.query<{
    status: string
    cancel: boolean
    request: string | null
    ends: string | null
  }>(
    `select t.status, t.cancel_requested_at is not null as cancel, a.ends_as as ends,
       case when a.state = 'open' then a.gate || ' open'
         when a.state in ('approved', 'spent', 'revoked') then a.state
         when a.id is not null then 'closed' end as request
     from countersign.tasks t
     left join lateral (
       select * from countersign.approvals where task_id = t.id order by revision desc limit 1
     ) a on true
     where t.id = $1`,
    [s.id],
  )
  const begun = await newestEffects(p, s)
  const statuses = Array.from({ length: effects }, (_, at) => begun.get(`e${at}`)?.status ?? 'none')
  const open = row?.request?.endsWith(' open')
  return { ...row, ends: open ? row?.ends : null, effects: statuses }
}

function expected({ status, cancelAsked, request, effects }: State) {
  const open = request?.state === 'open'
  return {
    status,
    cancel: cancelAsked,
    ends: open ? request.endsAs : null,
    request: open ? `${request.gate} open` : (request?.state ?? null),
    effects: effects.map((effect) => effect.status),
  }
}

/** A repeatable sequence of numbers from 0 to 1 (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
