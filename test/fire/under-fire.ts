// A run under fire: parcels and poison, workers that die all the time, the reaper, and a truthful person.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  approverVerbs,
  enqueue,
  isRefusal,
  loopbackPolicy,
  reaperVerbs,
  writeRegistry,
} from '#queue'
import { testDatabase } from '../support/test-database.ts'
import { until } from '../support/wait.ts'
import { type FleetOptions, startFleet } from './fleet.ts'
import { parcel, poison } from './parcels.ts'
import { startWorld, type World } from './world.ts'

export interface FireOptions {
  /** How many parcels there are at first; more come while a point has not been reached. */
  parcels: number
  mostParcels: number
  poisons: number
  fleet: Pick<FleetOptions, 'size' | 'deaths' | 'freezes' | 'lifeMs' | 'sleepMs' | 'random'>
  timeoutMs: number
}

/** Call it at the top of a test file. */
export async function fireplace() {
  const db = await testDatabase()
  const { admin } = db
  const worker = await db.login('worker', 'countersign_worker')
  const approver = approverVerbs(db.as(await db.login('approver', 'countersign_approver')))
  const reaper = reaperVerbs(db.as(await db.login('reaper', 'countersign_reaper')))
  await writeRegistry(admin, [parcel, poison], { policy: loopbackPolicy, login: () => worker })
  const add = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const payload = { canLook: at % 2 === 0 }
      await enqueue(admin, { capability: 'parcel', payload })
    }
  }

  interface Open extends Record<string, unknown> {
    id: number
    revision: number
    digest: string
    gate: string
    task: number
    effect: string | null
    over: boolean
  }
  /** Says yes to every request, and at `uncertain` what the world's log says. */
  const person = async (world: World) => {
    const open = await admin.query<Open>(
      `select a.id, a.revision, a.digest, a.gate, a.task_id as task, e.name as effect,
         e.acts_until < clock_timestamp() as over
       from countersign.approvals a left join countersign.effects e on e.id = a.effect_id
       where a.state = 'open' order by a.id limit 50`,
    )
    for (const { id, revision, digest, gate, task, effect, over } of open) {
      const happened = effect !== null && world.acts(task, effect) > 0
      // Whoever began it may still be acting: she looks again later.
      if (gate === 'uncertain' && !happened && !over) continue
      const settles = happened ? 'happened' : 'did_not_happen'
      const verdict = gate === 'uncertain' ? settles : 'approve'
      const seen = { approvalId: id, revision, digest }
      try {
        await approver.decide(seen, { verdict, by: 'ana', level: 'session' })
      } catch (error) {
        // Its worker settled it or the task moved on, a moment ago.
        if (!isRefusal(error, 'already-decided', 'not-now')) throw error
      }
    }
  }
  /** Time passes for whoever is gone, and for what waits. */
  const age = async (gone: readonly string[]) => {
    await admin.batch([
      { text: `set local session_replication_role = 'replica'` },
      {
        text: `update countersign.tasks set lease_expires_at = clock_timestamp() - interval '1 minute'
               where status = 'running' and split_part(claimed_by, '/', 1) = any ($1::text[])`,
        values: [gone],
      },
      {
        text: `update countersign.tasks set run_at = clock_timestamp()
               where status in ('pending', 'approved') and run_at > clock_timestamp()`,
      },
    ])
  }
  const unfinished = async () => {
    const [row] = await admin.query<{ left: number }>(
      'select count(*)::integer as left from countersign.tasks where finished_at is null',
    )
    return row?.left ?? 0
  }

  return {
    admin,
    /** Runs until everything has ended and every point was reached, checks that, and answers how many died. */
    run: async (options: FireOptions) => {
      const world = await startWorld()
      const cache = await mkdtemp(join(tmpdir(), 'countersign-fire-'))
      await add(options.parcels)
      for (let at = 0; at < options.poisons; at++) {
        await enqueue(admin, { capability: 'poison', payload: {} })
      }
      const places = { database: db.directUrl(worker), world: world.url, cache }
      const fleet = startFleet({ ...options.fleet, ...places })
      let added = options.parcels
      try {
        await until(
          async () => {
            await age(fleet.gone)
            await reaper.reap(100)
            await person(world)
            expect(await admin.query('select * from countersign.violations')).toEqual([])
            const left = await unfinished()
            const waiting = fleet.unreached().length
            if (waiting > 0 && left < options.parcels / 4 && added < options.mostParcels) {
              added += 20
              await add(20)
            }
            return left === 0 && waiting === 0
          },
          {
            timeoutMs: options.timeoutMs,
            what: 'the end of every task, and a death at every point,',
          },
        )
      } finally {
        await fleet.stop()
        await world.stop()
        await rm(cache, { recursive: true, force: true })
      }
      expect(fleet.complaints).toEqual([])
      await expectEnds(world, added, options.poisons)
      return fleet.killed()
    },
  }

  /** Nothing lost, nothing doubled: the ledger says what the world says. */
  async function expectEnds(world: World, parcels: number, poisons: number) {
    const ends = await admin.query(
      'select capability, status, count(*)::integer from countersign.tasks group by 1, 2 order by 1',
    )
    expect(ends).toEqual([
      { capability: 'parcel', status: 'completed', count: parcels },
      ...(poisons > 0 ? [{ capability: 'poison', status: 'dead', count: poisons }] : []),
    ])
    const ledger = await admin.query<{ task: number; name: string; done: number }>(
      `select task_id as task, name, count(*) filter (where status = 'done')::integer as done
       from countersign.effects group by 1, 2`,
    )
    expect(ledger).toHaveLength(2 * parcels)
    const differ = ledger.filter(
      ({ task, name, done }) => done !== 1 || world.acts(task, name) !== 1,
    )
    expect(differ.map((row) => ({ ...row, world: world.acts(row.task, row.name) }))).toEqual([])
    expect(world.log.filter(({ what }) => what === 'act')).toHaveLength(2 * parcels)
    expect(await admin.query('select * from countersign.violations')).toEqual([])
  }
}
