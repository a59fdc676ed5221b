// Hands that call every verb of a task by chance, and what they know: who owns what, and what was really done.
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Database, DatabaseError } from '#database'
import { approverVerbs, type Claimed, enqueue, isRefusal, reaperVerbs, workerVerbs } from '#queue'
import { bodyOf, type Protocol } from './protocol.ts'

const patient = { lease_seconds: 3_600, max_lost_leases: 4 }

type Login = 'worker' | 'approver' | 'reaper'
interface Acquisition extends Claimed {
  /** Its lease was aged, and that is committed. */
  lapsed: boolean
  /** The verbs that ended it: at most one may. */
  ended: Set<string>
}
interface Act {
  effectId: number
  token: string
}
interface Caps {
  max_running: number
  max_parked: number
  daily_ceiling: number
}

/** A transaction that is rolled back, or a call that found nothing to be about. */
class ChangedMind extends Error {}

/** What is refused, or lost with its connection, is no fault; whatever else went wrong is. */
function expected(error: unknown): boolean {
  if (error instanceof ChangedMind || isRefusal(error)) return true
  return error instanceof DatabaseError && ['57P01', '08006'].includes(error.code)
}

/** One crowd of hands with what it knows of two capabilities: one with every cap, one with none. */
export async function chaos(p: Protocol, seed: number, caps: Caps) {
  const narrow = `narrow-${seed}`
  const wide = `wide-${seed}`
  await p.capability({ name: narrow, ...patient, ...caps })
  await p.capability({ name: wide, ...patient })
  for (const capability of [narrow, wide]) {
    await p.gate({ capability, name: 'act', effects: ['submit'] })
  }
  const acquisitions: Acquisition[] = []
  const acts: Act[] = []
  // By task: how often the other side did it. What a verb says can't change what is written here.
  const done = new Map<number, number>()
  const keys = new Map<string, number>()
  const lapses = new Map<number, number>()
  const beginning = new Set<number>()

  const took = (claimed: readonly Claimed[]) => {
    acquisitions.push(
      ...claimed.map((lease) => ({ ...lease, lapsed: false, ended: new Set<string>() })),
    )
  }
  /** The verb's answer, and that it was not given to an acquisition which was already over. */
  const fenced = async <T>(lease: Acquisition, name: string, verb: Promise<T>) => {
    const { lapsed } = lease
    const answer = await verb
    expect(lapsed, `${name} of task ${lease.id} under a lapsed lease`).toBe(false)
    return answer
  }
  const ends = async <T>(lease: Acquisition, name: string, verb: Promise<T>) => {
    const answer = await fenced(lease, name, verb)
    lease.ended.add(name)
    expect([...lease.ended], `how an acquisition of task ${lease.id} ended`).toEqual([name])
    return answer
  }
  /** Makes the leases of some running tasks lapse; whoever is about to end one of them is left alone. */
  const lapse = async () => {
    const aged = await p.admin.query<{ id: number; lease_token: string }>(
      `update countersign.tasks set lease_expires_at = clock_timestamp() - interval '1 s'
       where id in (
         select id from countersign.tasks
         where capability in ($1, $2) and status = 'running' and lease_expires_at > clock_timestamp()
         order by random() limit 2 for no key update skip locked
       )
       returning id, lease_token`,
      [narrow, wide],
    )
    for (const { id, lease_token } of aged) {
      lapses.set(id, (lapses.get(id) ?? 0) + 1)
      for (const lease of acquisitions) if (lease.token === lease_token) lease.lapsed = true
    }
  }
  const some = async (of: string) => {
    const [row] = await p.admin.query<{ id: number; revision: number; digest: string }>(
      `select * from countersign.${of} and capability in ($1, $2) order by random() limit 1`,
      [narrow, wide],
    )
    return { id: row?.id ?? -1, revision: row?.revision ?? 0, digest: row?.digest ?? '' }
  }
  const kill = () =>
    p.admin.query(
      `select pg_terminate_backend(pid) from (
         select pid from pg_stat_activity
         where datname = current_database() and usename = any ($1) and state <> 'idle'
         order by random() limit 1
       ) as one`,
      [Object.values(p.logins)],
    )

  const hand = async (at: number, random: () => number) => {
    const own = (login: Login) => p.db.as(p.logins[login], { maxConnections: 1 })
    const doors = { worker: own('worker'), approver: own('approver'), reaper: own('reaper') }
    const upTo = (n: number) => Math.floor(random() * n)
    const where = () => (random() < 0.6 ? narrow : wide)
    /** By itself; or in a transaction held open for a moment, which then may be rolled back. */
    const through = async <T>(login: Login, verb: (database: Database) => Promise<T>) => {
      const door = doors[login]
      if (random() < 0.85) return await verb(door)
      const [momentMs, kept] = [upTo(10), random() < 0.6]
      return await door.transaction(async (tx) => {
        const answer = await verb({ ...door, query: (text, values) => tx.query(text, values) })
        await pause(momentMs)
        if (!kept) throw new ChangedMind()
        return answer
      })
    }
    const work = <T>(verb: (verbs: ReturnType<typeof workerVerbs>) => Promise<T>) =>
      through('worker', (database) => verb(workerVerbs(database)))
    const person = <T>(verb: (verbs: ReturnType<typeof approverVerbs>) => Promise<T>) =>
      through('approver', (database) => verb(approverVerbs(database)))
    /** Mostly one that is still owned; now and then one that is over. */
    const one = (): Acquisition => {
      const owned = acquisitions.filter(({ lapsed, ended }) => !lapsed && ended.size === 0)
      const of = random() < 0.8 ? owned : acquisitions
      const lease = of[of.length - 1 - upTo(Math.min(of.length, 15))]
      if (!lease) throw new ChangedMind()
      return lease
    }
    const many = () => {
      const leases = Array.from({ length: 4 }, one)
      return [...new Map(leases.map((lease) => [lease.id, lease])).values()]
    }
    const act = async () => {
      const lease = one()
      const digest = lease.request?.digest ?? ''
      beginning.add(lease.id)
      try {
        const begin = work((v) => v.beginEffect(lease, { name: 'submit', digest }))
        const { answer, effectId } = await fenced(lease, 'begin_effect', begin)
        if (answer === 'done') return
        done.set(lease.id, (done.get(lease.id) ?? 0) + 1)
        acts.push({ effectId, token: lease.token })
      } finally {
        beginning.delete(lease.id)
      }
    }
    const decide = async () => {
      const { id, ...seen } = await some(`approvals where state = 'open'`)
      const [unknown] = await p.admin.query<{ task_id: number }>(
        `select e.task_id from countersign.approvals a join countersign.effects e on e.id = a.effect_id where a.id = $1`,
        [id],
      )
      if (unknown && beginning.has(unknown.task_id)) return
      const truth = done.has(unknown?.task_id ?? -1) ? 'happened' : 'cannot_tell_yet'
      const said = random() < 0.8 ? 'approve' : random() < 0.5 ? 'reject' : 'send_back'
      const verdict = unknown ? truth : said
      const decision = { verdict, by: `p${upTo(3)}`, level: 'session' } as const
      await person((v) => v.decide({ approvalId: id, ...seen }, decision))
    }
    const add = async () => {
      const capability = where()
      const key = `${capability} ${upTo(200)}`
      const task = { capability, key, payload: {}, priority: upTo(19) - 9 }
      const { taskId, created } = await through('worker', (door) => enqueue(door, task))
      const known = keys.get(key)
      expect(known ?? taskId, `the task of ${key}`).toBe(taskId)
      if (known !== undefined) expect(created).toBe(false)
      keys.set(key, taskId)
    }
    const claim = async () => {
      const ask = { capability: where(), worker: `w${at}`, limit: 1 + upTo(4) }
      took(await work((v) => v.claim({ ...ask, sweep: random() < 0.2 })))
    }
    const next = async () => {
      const lease = one()
      const ask = { capability: lease.capability, worker: `w${at}` }
      took(
        await ends(
          lease,
          'complete',
          work((v) => v.completeAndClaim(lease, null, ask)),
        ),
      )
    }
    const completeSome = async () => {
      const leases = many()
      const lapsed = new Set(leases.filter((lease) => lease.lapsed).map(({ id }) => id))
      for (const { id, verdict } of await work((v) => v.completeMany(leases))) {
        if (verdict !== 'completed') continue
        expect(lapsed.has(id), `complete_many of task ${id} under a lapsed lease`).toBe(false)
        const ended = leases.find((lease) => lease.id === id)?.ended.add('complete')
        expect([...(ended ?? [])], `how an acquisition of task ${id} ended`).toEqual(['complete'])
      }
    }
    const park = async () => {
      const lease = one()
      const request = { gate: 'act', body: bodyOf('act', ['submit']), step: 'first' }
      await ends(
        lease,
        'park',
        work((v) => v.park(lease, request)),
      )
    }
    const ending = async (name: 'complete' | 'release' | 'fail' | 'skip') => {
      const lease = one()
      const verb = work(async (v): Promise<unknown> => {
        if (name === 'complete') return await v.complete(lease)
        if (name === 'release') return await v.release(lease, { step: 'first' })
        if (name === 'skip') return await v.skip(lease, 'closed')
        const retryable = random() < 0.9
        return await v.fail(lease, { reason: 'broken', error: {}, retryable, delaySeconds: 0 })
      })
      await ends(lease, name, verb)
    }
    const finish = async () => {
      const { effectId, token } = acts[acts.length - 1 - upTo(Math.min(acts.length, 8))] ?? {}
      if (effectId && token) await work((v) => v.finishEffect(effectId, token, 'done'))
    }
    const unfinished = 'tasks where finished_at is null'
    const ended = `tasks where status in ('dead', 'failed', 'expired', 'rejected', 'cancelled')`
    const calls: [number, () => Promise<unknown>][] = [
      [14, add],
      [20, claim],
      [6, next],
      [10, () => ending('complete')],
      [6, () => ending('release')],
      [6, () => ending('fail')],
      [2, () => ending('skip')],
      [10, park],
      [6, completeSome],
      [8, async () => await work((v) => v.heartbeatMany(many()))],
      [14, act],
      [10, finish],
      [12, decide],
      [
        3,
        async () =>
          person(async (v) => v.revoke((await some(`approvals where state = 'approved'`)).id, 'p')),
      ],
      [3, async () => person(async (v) => v.cancel((await some(unfinished)).id, 'p'))],
      [3, async () => person(async (v) => v.requeue((await some(ended)).id, 'p'))],
      [
        2,
        async () => person((v) => (random() < 0.4 ? v.pause(narrow, 'p') : v.resume(narrow, 'p'))),
      ],
      [6, () => through('reaper', (door) => reaperVerbs(door).reap(10))],
      [5, lapse],
      [2, kill],
    ]
    const bag = calls.flatMap(([weight, call]) => Array.from({ length: weight }, () => call))
    return async () => {
      try {
        await bag[upTo(bag.length)]?.()
      } catch (error) {
        if (!expected(error)) throw error
      }
    }
  }
  return { narrow, wide, hand, done, keys, lapses }
}
