// The primary is lost and the standby promoted, under load: what was acknowledged is there, the rest comes back.
//
// Where replication is asynchronous nothing here holds: what was acknowledged in the last moments may be gone.
// Tasks are then as they were before those verbs, and are worked on again; but an effect whose intent is gone
// with them may be begun a second time, which is why irreversible work wants a synchronous standby.
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { type Database, DatabaseError, openDatabase } from '#database'
import { enqueue, type Lease, reaperVerbs, workerVerbs } from '#queue'
import { startPair } from '../support/standby.ts'
import { until } from '../support/wait.ts'
import { startWire } from '../support/wire.ts'

const password = randomBytes(12).toString('base64url')
const tasks = 20_000
const clients = 8

const pair = await startPair(async (url) => {
  const admin = openDatabase(url)
  for (const group of ['worker', 'reaper']) {
    await admin.query(
      `create role fire_${group} login password '${password}' in role countersign_${group}`,
    )
  }
  await admin.query(
    `insert into countersign.capabilities (name, first_step, workers) values ('work', 'first', '{fire_worker}')`,
  )
  await admin.query(
    `insert into countersign.tasks (capability, step) select 'work', 'first' from generate_series(1, $1)`,
    [tasks],
  )
  await admin.close()
})
const wire = await startWire(pair.primary.port)
const opened: Database[] = []
let stopped = false
afterAll(async () => {
  stopped = true
  await Promise.all(opened.map((database) => database.close()))
  wire.stop()
  await pair.stop()
})

/** A login by way of the address that leads to whichever server is the primary. */
function as(login: string): Database {
  const database = openDatabase(wire.through(pair.primary.url('postgres', login, password)))
  opened.push(database)
  return database
}

/** What the database said yes to. */
interface Acknowledged {
  claimed: Lease[]
  completed: number[]
  enqueued: number[]
}

/** Claims, completes and adds, one after the other, until all stop; goes on through any trouble. */
async function work(name: string, told: Acknowledged): Promise<unknown[]> {
  const database = as('fire_worker')
  const worker = workerVerbs(database)
  const troubles: unknown[] = []
  for (let turn = 0; !stopped; turn++) {
    try {
      const batch = await worker.claim({ capability: 'work', worker: name, limit: 2 })
      told.claimed.push(...batch)
      // One of each batch stays claimed: a lease that the failover must not lose either.
      const [lease] = batch
      if (!lease) continue
      await worker.complete(lease, { by: name })
      told.completed.push(lease.id)
      const { taskId } = await enqueue(database, {
        capability: 'work',
        key: `${name} ${turn}`,
        payload: {},
        runAt: new Date(Date.now() + 3_600_000),
      })
      told.enqueued.push(taskId)
    } catch (error) {
      troubles.push(error)
    }
  }
  return troubles
}

/** One claim whose answer never comes, whatever the load happens to lose besides. */
async function loseOneClaim(): Promise<void> {
  const lossy = await startWire(pair.primary.port)
  const url = lossy.through(pair.primary.url('postgres', 'fire_worker', password))
  const database = openDatabase(url, { onRoundTrip: lossy.loseNextAnswer })
  opened.push(database)
  const claim = workerVerbs(database).claim({ capability: 'work', worker: 'unlucky' })
  await expect(claim).rejects.toMatchObject({ mayHaveRun: true })
  lossy.stop()
}

/** Commits that only the primary has: they wait for the standby, and nobody is told of them. */
async function commitInVain(): Promise<void> {
  pair.silence()
  const primary = openDatabase(pair.primary.url())
  opened.push(primary)
  const waiting = `select 1 from pg_stat_activity where wait_event = 'SyncRep'`
  const many = async () => (await primary.query(waiting)).length >= clients / 2
  await until(many, { timeoutMs: 30_000, what: 'commits waiting for the standby' })
}

/** What was acknowledged and isn't there. */
async function lost(admin: Database, { claimed, completed, enqueued }: Acknowledged) {
  return await admin.query(
    `select 'claim' as what, id from unnest($1::bigint[], $2::uuid[]) as told (id, token)
     where not exists (select from countersign.tasks t where t.id = told.id and t.lease_token = told.token)
     union all
     select 'completion', id from unnest($3::bigint[]) as told (id)
     where not exists (select from countersign.tasks t where t.id = told.id and t.status = 'completed')
     union all
     select 'task', id from unnest($4::bigint[]) as told (id)
     where not exists (select from countersign.tasks t where t.id = told.id)`,
    [claimed.map(({ id }) => id), claimed.map(({ token }) => token), completed, enqueued],
  )
}

it('loses nothing that was acknowledged, and gets back what was not', {
  timeout: 120_000,
}, async () => {
  const told: Acknowledged = { claimed: [], completed: [], enqueued: [] }
  const working = Array.from({ length: clients }, (_, at) => work(`w${at}`, told))
  await until(() => told.completed.length > 300, { timeoutMs: 60_000, what: 'a load' })
  await loseOneClaim()
  await commitInVain()

  await pair.failOver()
  wire.leadTo(pair.standby.port)
  const before = told.completed.length
  const goesOn = () => told.completed.length > before + 50
  await until(goesOn, { timeoutMs: 60_000, what: 'work going on' })
  stopped = true
  const troubles = (await Promise.all(working)).flat()
  for (const trouble of troubles) expect(trouble).toBeInstanceOf(DatabaseError)

  const admin = openDatabase(pair.standby.url())
  opened.push(admin)
  expect(await lost(admin, told)).toEqual([])

  // Claims that nobody heard of: nobody works on them, and their leases run out.
  const tokens = told.claimed.map(({ token }) => token)
  const [running] = await admin.query<{ heard: number; unheard: number }>(
    `select count(*) filter (where lease_token = any ($1::uuid[])) as heard,
       count(*) filter (where lease_token <> all ($1::uuid[])) as unheard
     from countersign.tasks where status = 'running'`,
    [tokens],
  )
  expect(running?.unheard).toBeGreaterThanOrEqual(1)
  await admin.query(
    `update countersign.tasks set lease_expires_at = clock_timestamp() - interval '1 minute'
     where status = 'running'`,
  )
  const { leases } = await reaperVerbs(as('fire_reaper')).reap(tasks)
  expect(leases).toBe((running?.heard ?? 0) + (running?.unheard ?? 0))
  expect(await admin.query('select * from countersign.violations')).toEqual([])
})
