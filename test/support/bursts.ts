// Many workers that claim at the same moment, and an eye on the caps while they do.
import { expect, onTestFinished } from 'vitest'
import type { Database } from '#database'
import { type Claimed, type WorkerVerbs, workerVerbs } from '#queue'
import { age } from './age.ts'
import { type Caps, inOrder, nextBatch, weigh } from './claim-model.ts'
import { type Planted, plant } from './plant.ts'
import { bodyOf, type CapabilityRow, type Protocol } from './protocol.ts'

/** Numbers from 0 to below 1 that a seed decides, so that a failure can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Workers that can all claim at the same moment. */
export interface Crowd {
  claimers: number
  verbs: WorkerVerbs
}

/** A worker login with a connection of its own for each claimer. */
export function crowd(p: Protocol, claimers: number): Crowd {
  return { claimers, verbs: workerVerbs(p.db.as(p.logins.worker, { maxConnections: claimers })) }
}

/** Claims with every batch size at the same moment; answers the batches that were not empty. */
export async function burst(
  verbs: WorkerVerbs,
  capability: string,
  sizes: readonly number[],
): Promise<Claimed[][]> {
  const batches = await Promise.all(
    sizes.map((limit, at) => verbs.claim({ capability, worker: `w${at}`, limit })),
  )
  return batches.filter((batch) => batch.length > 0)
}

/** Batch sizes from 1 to 20. */
export function sizes(random: () => number, count: number): number[] {
  return Array.from({ length: count }, () => 1 + Math.floor(random() * 20))
}

/** As many tasks as given, of every standing that can be claimed, due at different times. */
export function mix(random: () => number, count: number): Planted[] {
  const standings = ['new', 'new', 'new', 'started', 'approved', 'lapsed'] as const
  return Array.from({ length: count }, () => ({
    standing: standings[Math.floor(random() * standings.length)] ?? 'new',
    priority: Math.floor(random() * 19) - 9,
    // A tenth is due in an hour, and must not be handed out.
    dueSecondsAgo: random() < 0.1 ? -3_600 : Math.floor(random() * 30),
  }))
}

/**
 * One burst over what is ready: hands out exactly what one claim of everything would, in that order,
 * each batch being a piece of it without a gap. Answers the claims.
 */
export async function exactBurst(
  p: Protocol,
  verbs: WorkerVerbs,
  capability: string,
  caps: Caps,
  limits: readonly number[],
): Promise<Claimed[]> {
  const { tasks, now } = await weigh(p.admin, capability)
  const wanted = limits.reduce((sum, limit) => sum + limit, 0)
  const expected = nextBatch(tasks, now, caps, wanted)
  const batches = await burst(verbs, capability, limits)
  const claimed = batches.flat()
  expect(claimed.map(({ id }) => id).sort(byNumber)).toEqual([...expected].sort(byNumber))
  const order = new Map(inOrder(tasks, now).map(({ id }, at) => [id, at]))
  for (const batch of batches) {
    const places = batch.map(({ id }) => order.get(id) ?? Number.NaN)
    expect(places).toEqual(places.map((_, at) => (places[0] ?? 0) + at))
  }
  return claimed
}

/** The most that ever ran, and that ever was started and unfinished, until `stop` is called. */
export function watch(admin: Database, capability: string) {
  const most = { running: 0, started: 0 }
  let stopped = false
  const look = async () => {
    for (let looks = 0; !stopped && looks < 100_000; looks++) {
      const [row] = await admin.query<{ running: number; started: number }>(
        `select count(*) filter (where status = 'running') as running, count(*) as started
         from countersign.tasks
         where capability = $1 and started_at is not null
           and status in ('pending', 'approved', 'running', 'needs_approval')`,
        [capability],
      )
      most.running = Math.max(most.running, row?.running ?? 0)
      most.started = Math.max(most.started, row?.started ?? 0)
    }
  }
  const looking = look()
  const stop = async () => {
    stopped = true
    await looking
    return most
  }
  // A test that fails before it stops must not leave it looking.
  onTestFinished(async () => void (await stop()))
  return { stop }
}

/** Ends each slice in one of the ways a slice can end, the worker's death included. */
export async function endSlices(
  p: Protocol,
  verbs: WorkerVerbs,
  claimed: readonly Claimed[],
  random: () => number,
): Promise<void> {
  await Promise.all(
    claimed.map(async (lease) => {
      const chance = random()
      if (chance < 0.35) await verbs.complete(lease)
      else if (chance < 0.5) await verbs.release(lease, { step: 'first' })
      else if (chance < 0.65) await retry(verbs, lease)
      else if (chance < 0.85) await ask(verbs, lease)
      else await age(p.admin, 'tasks', lease.id, { lease_expires_at: '1 hour' })
    }),
  )
}

function retry(verbs: WorkerVerbs, lease: Claimed) {
  return verbs.fail(lease, { reason: 'again', retryable: true, delaySeconds: 0 })
}

export function ask(verbs: WorkerVerbs, lease: Claimed) {
  return verbs.park(lease, { gate: 'question', body: bodyOf('question'), step: 'first' })
}

/** A person answers at most `count` of the capability's open requests. */
export async function answerSome(p: Protocol, capability: string, count: number): Promise<void> {
  const open = await p.admin.query<{ id: number; revision: number; digest: string }>(
    `select id, revision, digest from countersign.approvals
     where capability = $1 and state = 'open' and body is not null order by id limit $2`,
    [capability, count],
  )
  for (const { id, revision, digest } of open) {
    const seen = { approvalId: id, revision, digest }
    await p.approver.answer(seen, { answers: {}, by: 'ana', level: 'session' })
  }
}

let made = 0

/** A capability of its own with these caps, a gate `question` and the tasks. */
export async function stocked(
  p: Protocol,
  caps: Partial<CapabilityRow>,
  tasks: readonly Planted[] = [],
): Promise<string> {
  made += 1
  const capability = `stocked-${made}`
  await p.capability({ name: capability, ...caps })
  await p.gate({ capability, name: 'question', effects: [], irreversible: false })
  await plant(p.admin, capability, tasks)
  return capability
}

function byNumber(a: number, b: number): number {
  return a - b
}
