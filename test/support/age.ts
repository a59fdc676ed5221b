// Moves rows into the past, so that no test sleeps.
import type { Database } from '#database'

/**
 * Moves timestamps of one row of `countersign.<table>` back by an interval each:
 * `age(admin, 'tasks', id, { lease_expires_at: '2 minutes' })`. Triggers don't fire, so neither
 * `updated_at` nor the history notices. `key` is the column that `id` is a value of.
 */
export async function age(
  admin: Database,
  table: string,
  id: unknown,
  back: Record<string, string>,
  key = 'id',
): Promise<void> {
  const names = [table, key, ...Object.keys(back)]
  for (const name of names) if (!/^[a-z_]+$/.test(name)) throw new Error(`not a name: ${name}`)
  const moves = Object.keys(back).map(
    (column, at) => `${column} = ${column} - $${at + 2}::interval`,
  )
  const update = `update countersign.${table} set ${moves.join(', ')} where ${key} = $1 returning 1`
  const [, rows] = await admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    { text: update, values: [id, ...Object.values(back)] },
  ])
  if (rows?.length !== 1) throw new Error(`aged ${rows?.length} rows of ${table}, not one`)
}
