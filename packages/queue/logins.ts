// The login roles of a stage: one a workload, one for people, one for the reaper, one for reports.
import { randomBytes } from 'node:crypto'
import type { Database } from '#database'
import type { Definition } from './workload/definition.ts'

const groups = {
  worker: 'countersign_worker',
  approver: 'countersign_approver',
  reaper: 'countersign_reaper',
  reader: 'countersign_reader',
} as const

/** What ends a statement, a wait for a lock and a forgotten transaction of a login by itself. */
export const loginTimeouts = {
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
} as const

/** The login that runs a workload, or has a part of its own, in a stage: `countersign_production_jobs`. */
export function stageLogin(stage: string, part: string): string {
  const login = `countersign_${stage}_${part}`.replaceAll('-', '_')
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(login)) {
    throw new Error(
      `"${login}" is no login name: use a-z, 0-9 and _ for stages and workloads, 63 in all`,
    )
  }
  return login
}

/** The worker logins of a stage, by the part they play: one a workload, and one for each of its nightly functions. */
export function workersOf(definitions: readonly Definition[]): Map<string, string> {
  const workloads = definitions.map(({ workload }) => [workload, workload] as const)
  const nights = definitions.flatMap(({ workload, daily }) =>
    daily?.nightly === undefined ? [] : [[daily.nightly, workload] as const],
  )
  return new Map([...workloads, ...nights])
}

/** Every login of a stage and its group; `workers` are the keys of `workersOf`. */
export function stageLogins(stage: string, workers: Iterable<string>): Map<string, string> {
  const logins = new Map(
    [...workers].map((name) => [stageLogin(stage, name), groups.worker as string]),
  )
  for (const part of ['approver', 'reaper', 'reader'] as const) {
    logins.set(stageLogin(stage, part), groups[part])
  }
  return logins
}

/** A password with 192 bits of entropy, of characters that need no escaping in a URL. */
export function generatedPassword(): string {
  return randomBytes(24).toString('base64url')
}

/**
 * Makes a login, or gives the one that is there this password and group; sets the timeouts that keep a
 * stuck statement from holding a row for ever. Needs the right to create roles. Safe to repeat.
 */
export async function ensureLogin(
  database: Database,
  login: string,
  group: string,
  password: string,
): Promise<void> {
  // Names and passwords can't be parameters of a role statement; format() quotes them.
  const [row] = await database.query<{ statements: string[] }>(
    `select array[
       case when exists (select from pg_roles where rolname = $1)
         then format('alter role %I login password %L', $1::text, $2::text)
         else format('create role %I login password %L', $1::text, $2::text)
       end,
       format('grant %I to %I', $3::text, $1::text)
     ] || array(
       select format('alter role %I set %I = %L', $1::text, name, value)
       from unnest($4::text[], $5::text[]) as limits (name, value)
     ) as statements`,
    [login, password, group, Object.keys(loginTimeouts), Object.values(loginTimeouts)],
  )
  for (const statement of row?.statements ?? []) await database.query(statement)
}
