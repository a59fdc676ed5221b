// `violations` finds every broken promise by name, and nothing where all are kept.
import { expect, it } from 'vitest'
import type { Queryable } from '#database'
import { everyStanding, plants } from '../support/broken-promises.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
const at = await everyStanding(p)
const planted = plants(at)

type Found = { names: string; subject: string }

/** What `violations` finds after these statements, of which nothing stays. */
async function after(statements: string[], role: 'replica' | 'origin'): Promise<Found[]> {
  const undo = new Error('undo')
  let found: Found[] = []
  const work = async (tx: Queryable) => {
    // As a replica no trigger fires: the fault is written past everything that watches.
    await tx.query(`select set_config('session_replication_role', $1, true)`, [role])
    for (const statement of statements) await tx.query(statement)
    found = await tx.query<Found>('select violation as names, subject from countersign.violations')
    throw undo
  }
  const ended = await p.admin.transaction(work).catch((error: unknown) => error)
  if (ended !== undo) throw ended
  return found
}

it.each(planted)('finds $names, planted by $by', async ({ names, subject, plant }) => {
  expect(await after(plant, 'replica')).toContainEqual({ names, subject })
})

it('has no branch that no test plants', async () => {
  const [view] = await p.admin.query<{ definition: string }>(
    `select pg_get_viewdef('countersign.violations'::regclass) as definition`,
  )
  const branches = [...(view?.definition ?? '').matchAll(/'(G\d [^']+)'::text/g)].map(
    ([, name]) => name,
  )
  expect(branches.length).toBeGreaterThan(10)
  expect([...new Set(planted.map(({ names }) => names))].sort()).toEqual(
    [...new Set(branches)].sort(),
  )
})

it('finds nothing where a cap was lowered below what it already holds', async () => {
  const lower = `update countersign.capabilities set max_running = 1, max_parked = 1, daily_ceiling = 1`
  expect(await after([lower], 'origin')).toEqual([])
})

it('finds nothing where a gate changed after the effects under it', async () => {
  const changed = `update countersign.gates set level = 'passkey', effects = '{}', ungated_reason = null`
  expect(await after([changed, 'delete from countersign.gates'], 'origin')).toEqual([])
})

it('finds nothing in a task that was erased', async () => {
  await p.approver.erase(at.done, 'ana')
  expect(await after([], 'origin')).toEqual([])
})
