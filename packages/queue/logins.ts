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
       format('grant %I to %I', $3::text, $1::text),
       format('alter role %I set statement_timeout = ''30s''', $1::text),
       format('alter role %I set lock_timeout = ''10s''', $1::text),
       format('alter role %I set idle_in_transaction_session_timeout = ''30s''', $1::text)
     ] as statements`,
    [login, password, group],
  )
  for (const statement of row?.statements ?? []) await database.query(statement)
}
