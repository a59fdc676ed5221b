// One call of every public verb on a task that stands somewhere: what the pairs are made of.

import type { Database } from '#database'
import {
  approverVerbs,
  type Claimed,
  declaredVerbs,
  dueMessages,
  enqueue,
  noteDelivery,
  reaperVerbs,
  recall,
  recordInvocation,
  remember,
  workerVerbs,
} from '#queue'
import { age } from '../support/age.ts'
import { bodyOf, type Protocol } from '../support/protocol.ts'
import { type Scenario, scenario } from '../support/scenario.ts'

type Request = Awaited<ReturnType<Protocol['request']>>
export interface Stage {
  s: Scenario
  /** The task's last acquisition, and that of a second task, both running where the stage runs. */
  leases: [Claimed, Claimed]
  request: Request
  effectId: number
}
export const logins = ['worker', 'approver', 'reaper'] as const
export interface Call {
  login: (typeof logins)[number]
  /** `turn` 1 names the tasks of a batch the other way round. */
  call: (database: Database, stage: Stage, turn: 0 | 1) => Promise<unknown>
}

const batch = ({ leases }: Stage, turn: 0 | 1) => (turn ? [...leases].reverse() : leases)
const by = { by: 'ana', level: 'session' } as const
const worker = (
  call: (verbs: ReturnType<typeof workerVerbs>, stage: Stage, turn: 0 | 1) => Promise<unknown>,
): Call => ({ login: 'worker', call: (database, ...rest) => call(workerVerbs(database), ...rest) })
const person = (
  call: (verbs: ReturnType<typeof approverVerbs>, stage: Stage) => Promise<unknown>,
): Call => ({ login: 'approver', call: (database, stage) => call(approverVerbs(database), stage) })
const plain = (
  login: Call['login'],
  call: (database: Database, stage: Stage) => Promise<unknown>,
): Call => ({ login, call })

/**
 * Verbs about people and their keys, which lock and write no row that a verb about a task does: their tests
 * are in test/approvals. A new verb stands here or in `everyVerb`, or the test of pairs fails.
 */
export const aboutPeople: ReadonlySet<string> = new Set([
  'add_operator',
  'close_sessions',
  'credential',
  'credential_used',
  'enrol',
  'enrolment',
  'make_challenge',
  'open_session',
  'record_refusal',
  'revoke_credential',
  'revoke_operator',
  'session',
  'set_away',
  'take_challenge',
])

/** The declared verbs about tasks, capabilities and what they leave behind. */
export const declaredHere = [...declaredVerbs.keys()].filter((verb) => !aboutPeople.has(verb))

/** By the name of the SQL function. A verb that is missing here fails the test of pairs. */
export const everyVerb: Record<string, Call> = {
  advance: worker((v, { leases: [lease] }) => v.advance(lease, 'other')),
  answer: person((v, { request }) => v.answer(request.seen, { ...by, answers: { a: 1 } })),
  ask_again: person((v, { request }) => v.askAgain(request.id, 'ana')),
  begin_effect: worker((v, { leases: [lease], request }) =>
    v.beginEffect(lease, { name: 'e1', digest: request.digest }),
  ),
  cancel: person((v, { s }) => v.cancel(s.id, 'ana')),
  claim: worker((v, { s }) =>
    v.claim({ capability: s.capability, worker: 'w3', limit: 5, sweep: true }),
  ),
  complete: worker((v, { leases: [lease] }) => v.complete(lease, { ok: true })),
  complete_and_claim: worker((v, { s, leases: [lease] }) =>
    v.completeAndClaim(lease, { ok: true }, { capability: s.capability, worker: 'w3' }),
  ),
  complete_many: worker((v, stage, turn) => v.completeMany(batch(stage, turn))),
  decide: person((v, { request }) =>
    v.decide(request.seen, {
      ...by,
      verdict: request.gate === 'uncertain' ? 'happened' : 'approve',
    }),
  ),
  decline: worker((v, stage, turn) => v.decline(batch(stage, turn), 'later', 0)),
  due_messages: plain('reaper', (database) => dueMessages(database, 'mail', 5)),
  enqueue: plain('worker', (database, { s }) =>
    enqueue(database, { capability: s.capability, key: 'one', payload: {} }),
  ),
  erase: person((v, { s }) => v.erase(s.id, 'ana')),
  erase_old: plain('reaper', (database) => reaperVerbs(database).eraseOld(5)),
  extend: person((v, { request }) => v.extend(request.id, 'ana')),
  fail: worker((v, { leases: [lease] }) => v.fail(lease, { reason: 'x', retryable: true })),
  finish_effect: worker((v, { leases: [lease], effectId }) =>
    v.finishEffect(effectId, lease.token, 'done'),
  ),
  heartbeat: worker((v, { leases: [lease] }) => v.heartbeat(lease)),
  heartbeat_many: worker((v, stage, turn) => v.heartbeatMany(batch(stage, turn))),
  note_delivery: plain('reaper', (database, { request }) =>
    noteDelivery(database, { approvalId: request.id, kind: 'request', channel: 'mail' }),
  ),
  note_effect: worker((v, { leases: [lease], effectId }) =>
    v.noteEffect(effectId, lease.token, { run: 1 }),
  ),
  park: worker((v, { leases: [lease] }) =>
    v.park(lease, { gate: 'act', body: bodyOf('act', ['e2']), step: 'first' }),
  ),
  pause: person((v, { s }) => v.pause(s.capability, 'ana')),
  prunable: plain('worker', (database) => workerVerbs(database).prunable(dayAgo(), 5)),
  prune: plain('worker', (database) => workerVerbs(database).prune(dayAgo(), 5)),
  prune_records: plain('worker', (database) => workerVerbs(database).pruneRecords(dayAgo(), 5)),
  reap: plain('reaper', (database) => reaperVerbs(database).reap(100)),
  recall: plain('worker', (database, { s }) => recall(database, s.capability, '')),
  record_artifact: worker((v, { leases: [lease] }) =>
    v.recordArtifact(lease, {
      sha256: 'a'.repeat(64),
      name: 'letter',
      mediaType: 'text/plain',
      bytes: 1,
    }),
  ),
  record_invocation: plain('reaper', (database) =>
    recordInvocation(database, { function: 'reaper', outcome: 'idle', durationMs: 1 }),
  ),
  record_signals: plain('reaper', (database) => reaperVerbs(database).recordSignals()),
  release: worker((v, { leases: [lease] }) => v.release(lease, { step: 'first' })),
  remember: plain('worker', (database, { s }) =>
    remember(database, { capability: s.capability, key: 'k', value: 1 }),
  ),
  requeue: person((v, { s }) => v.requeue(s.id, 'ana')),
  resume: person((v, { s }) => v.resume(s.capability, 'ana')),
  revise: person((v, { request }) => v.revise(request.seen, { body: request.body, by: 'ana' })),
  revoke: person((v, { request }) => v.revoke(request.id, 'ana')),
  served_versions: plain('worker', (database) =>
    database.query('select * from countersign.served_versions()'),
  ),
  settle_effect: worker((v, { leases: [lease], effectId }) =>
    v.settleEffect(effectId, lease.token, 'done'),
  ),
  skip: worker((v, { leases: [lease] }) => v.skip(lease, 'closed')),
  sweep_files: plain('worker', (database) => workerVerbs(database).sweepFiles([], 5)),
}

const dayAgo = () => new Date(Date.now() - 86_400_000)

type Bring = (p: Protocol) => Promise<Stage>

async function running(p: Protocol, effects = ['e1', 'e2']): Promise<Stage> {
  const capability = {
    max_running: 9,
    max_parked: 9,
    daily_ceiling: 99,
    max_lost_leases: 9,
    lease_seconds: 86_400,
  }
  const s = await scenario(p, { effects, capability })
  const request = await s.approved()
  const lease = await s.claim()
  await p.task(s.capability)
  const second = await p.claimOne(s.capability)
  return { s, leases: [lease, second], request, effectId: 0 }
}

async function acting(p: Protocol): Promise<Stage> {
  const stage = await running(p)
  const { effectId } = await stage.s.begin(stage.leases[0], 'e1')
  return { ...stage, effectId }
}

/** Where a task may stand when two verbs meet on it. */
export const stages: Record<string, Bring> = {
  running,
  acting,
  unknown: async (p) => {
    const stage = await acting(p)
    await stage.s.crash()
    return { ...stage, leases: [await p.claimOne(stage.s.capability), stage.leases[1]] }
  },
  lapsed: async (p) => {
    const stage = await acting(p)
    await stage.s.lapse()
    return stage
  },
  asked: async (p) => {
    const stage = await running(p)
    return { ...stage, request: await stage.s.park(stage.leases[0]) }
  },
  question: async (p) => {
    const stage = await running(p)
    await p.worker.park(stage.leases[0], {
      gate: 'question',
      body: bodyOf('question'),
      step: 'first',
    })
    return { ...stage, request: await stage.s.request() }
  },
  approved: async (p) => {
    const stage = await running(p)
    await p.worker.release(stage.leases[0], { step: 'first' })
    return stage
  },
  uncertain: async (p) => {
    const stage = await acting(p)
    await p.worker.park(stage.leases[0], { gate: 'uncertain', body: null, step: 'first' })
    return { ...stage, request: await stage.s.request() }
  },
  expired: async (p) => {
    const stage = await running(p)
    const request = await stage.s.park(stage.leases[0])
    await age(p.admin, 'approvals', request.id, { expires_at: '3 days' })
    await stage.s.reap()
    return { ...stage, request: await stage.s.request() }
  },
}
