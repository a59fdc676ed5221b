// All pairs of public verbs, at the same moment on the same task: no deadlock, and as if one came first.
import { afterAll, beforeEach, expect, it } from 'vitest'
import { type Database, DatabaseError } from '#database'
import { isRefusal } from '#queue'
import { protocol } from '../support/protocol.ts'
import { aboutPeople, type Call, everyVerb, logins, type Stage, stages } from './every-verb.ts'

const p = await protocol()
await p.capability({ name: 'housekeeping' })

const database: Record<Call['login'], Database> = {
  worker: p.admin,
  approver: p.admin,
  reaper: p.admin,
}
for (const login of logins) {
  await p.admin.query(`alter role ${p.logins[login]} set deadlock_timeout = '100ms'`)
  // Without retries, so that a deadlock is seen and not papered over.
  database[login] = p.db.as(p.logins[login], { maxConnections: 4, retryForMs: 0 })
}

const found = await p.admin.query<{ verb: string }>(
  `select distinct proname as verb from pg_proc
   where pronamespace = 'countersign'::regnamespace and not starts_with(proname, '_') order by 1`,
)
const verbs = found.map(({ verb }) => verb).filter((verb) => !aboutPeople.has(verb))
const sample = (verb: string) => {
  const call = everyVerb[verb]
  if (!call) throw new Error(`verb ${verb} has no call in every-verb.ts`)
  return call
}
// What changes nothing that another verb looks at: one meeting place is enough.
const aside = new Set(
  'due_messages enqueue note_delivery prunable prune prune_records recall record_artifact record_invocation record_signals remember served_versions sweep_files'.split(
    ' ',
  ),
)
const skipsLocked = new Set(['claim', 'complete_and_claim', 'reap', 'prune'])

/** `ok` or the code of the refusal; anything else is a fault of the protocol. */
async function how(verb: string, stage: Stage, turn: 0 | 1): Promise<string> {
  const { login, call } = sample(verb)
  try {
    await call(database[login], stage, turn)
    return 'ok'
  } catch (error) {
    if (isRefusal(error)) return error.code
    throw new Error(`${verb}: ${error instanceof DatabaseError ? error.code : ''} ${error}`)
  }
}

/** How the stage's task, its requests and its effects stand once the reaper has been. */
async function standing({ s }: Stage): Promise<string> {
  await s.reap()
  const [row] = await p.admin.query<{ stands: string }>(
    `select concat_ws(' ', t.status, t.cancel_requested_at is not null, t.started_at is not null,
       (select string_agg(a.gate || ' ' || a.state, ',' order by a.revision) from countersign.approvals a where a.task_id = t.id),
       (select string_agg(e.name || ' ' || e.status, ',' order by e.id) from countersign.effects e where e.task_id = t.id)
     ) as stands
     from countersign.tasks t where t.id = $1`,
    [s.id],
  )
  return row?.stands ?? 'gone'
}

async function bring(name: string): Promise<Stage> {
  const stage = stages[name]
  if (!stage) throw new Error(`there is no stage ${name}`)
  return await stage(p)
}

type Run = (stage: Stage) => Promise<string[]>
async function outcome(stage: string, run: Run): Promise<string> {
  const brought = await bring(stage)
  return [...(await run(brought)), await standing(brought)].join(' | ')
}

const alone = new Map<string, string>()
async function applies(verb: string, stage: string): Promise<boolean> {
  const key = `${verb} ${stage}`
  const known = alone.get(key)
  if (known) return known === 'ok'
  const ending = await how(verb, await bring(stage), 0)
  alone.set(key, ending)
  return ending === 'ok'
}

/** The stages where both verbs do something, or else the first where one does. */
async function meetingPlaces(a: string, b: string): Promise<string[]> {
  const both: string[] = []
  const either: string[] = []
  for (const stage of Object.keys(stages)) {
    const does = [await applies(a, stage), await applies(b, stage)]
    if (does[0] && does[1]) both.push(stage)
    else if (does[0] || does[1]) either.push(stage)
  }
  if (both.length === 0) return either.slice(0, 1)
  // Two of them, not the same two for every pair.
  const from = (a.length + b.length) % both.length
  const turned = [...both.slice(from), ...both.slice(0, from)]
  return turned.slice(0, aside.has(a) || aside.has(b) ? 1 : 2)
}

async function race(a: string, b: string, stage: string): Promise<void> {
  const atOnce = await outcome(stage, (s) => Promise.all([how(a, s, 0), how(b, s, 1)]))
  const inOrder = [
    async (s: Stage) => [await how(a, s, 0), await how(b, s, 1)],
    async (s: Stage) => {
      const second = await how(b, s, 1)
      return [await how(a, s, 0), second]
    },
  ]
  // What skips locked rows may also find nothing to do, as if the other had been alone.
  if (skipsLocked.has(a)) inOrder.push(async (s) => ['ok', await how(b, s, 1)])
  if (skipsLocked.has(b)) inOrder.push(async (s) => [await how(a, s, 0), 'ok'])
  const seen: string[] = []
  for (const run of inOrder) {
    seen.push(await outcome(stage, run))
    if (seen.at(-1) === atOnce) return
  }
  expect(seen, `${a} ∥ ${b} at ${stage}`).toContain(atOnce)
}

// Every verb begins on empty tables: what the ones before left behind would only slow it down.
beforeEach(async () => {
  await p.admin.query(
    'truncate countersign.tasks, countersign.approvals, countersign.effects cascade',
  )
  await p.admin.query('truncate countersign.task_events, countersign.task_keys')
  await p.admin.query(`delete from countersign.capabilities where name <> 'housekeeping'`)
})

it('has a call for every verb there is', () => {
  expect(Object.keys(everyVerb).sort()).toEqual([...verbs].sort())
})

for (const [at, a] of verbs.entries()) {
  it(`${a} meets every verb`, { timeout: 240_000 }, async () => {
    let met = 0
    for (const b of verbs.slice(at)) {
      for (const stage of await meetingPlaces(a, b)) {
        await race(a, b, stage)
        met += 1
      }
    }
    expect(met).toBeGreaterThanOrEqual(verbs.length - at)
  })
}

afterAll(async () => {
  const [seen] = await p.admin.query<{ deadlocks: number }>(
    'select deadlocks::integer from pg_stat_database where datname = $1',
    [p.db.name],
  )
  expect(seen?.deadlocks).toBe(0)
})
