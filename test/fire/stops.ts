// Stops inside a verb: triggers that hold a chosen login up at the n-th moment when a table is written.
import type { Database } from '#database'
import type { Protocol } from '../support/protocol.ts'
import { until } from '../support/wait.ts'

/** Lets triggers count the writes of each transaction, before and after every statement of every table. */
export async function plantStops(admin: Database): Promise<void> {
  await admin.transaction(async (tx) => {
    await tx.query(`
      create schema fire;
      grant usage on schema fire to public;
      create table fire.stops (login name primary key, at integer not null);
      grant select on fire.stops to public;
      create function fire.count_and_stop() returns trigger language plpgsql as $$
      declare
        v_at integer := coalesce(nullif(current_setting('fire.at', true), ''), '0')::integer + 1;
      begin
        perform set_config('fire.at', v_at::text, true);
        if v_at = (select at from fire.stops where login = session_user) then
          perform pg_sleep(60);
        end if;
        return null;
      end $$`)
    const tables = await tx.query<{ name: string }>(
      `select relname::text as name from pg_class
       where relnamespace = 'countersign'::regnamespace and relkind = 'r'`,
    )
    for (const { name } of tables) {
      for (const moment of ['before', 'after']) {
        // Named to come last: after the history has been written too.
        await tx.query(
          `create trigger zz_${moment} ${moment} insert or update or delete on countersign.${name}
           for each statement execute function fire.count_and_stop()`,
        )
      }
    }
  })
}

/**
 * Runs a verb of `login` that is to die when it reaches the n-th stop: its backend is terminated there, and
 * whatever it does next is let through. Answers whether it got that far.
 */
export async function killedAt(
  { admin }: Protocol,
  login: string,
  at: number,
  verb: () => Promise<unknown>,
): Promise<boolean> {
  await admin.query('insert into fire.stops values ($1, $2)', [login, at])
  const held = `select pid from pg_stat_activity where usename = $1 and wait_event = 'PgSleep'`
  try {
    return await killedWhere(admin, login, held, verb)
  } finally {
    await admin.query('delete from fire.stops')
  }
}

/** The same for a verb that waits for a row that somebody else holds. */
export async function killedWaiting(
  { admin, db }: Protocol,
  login: string,
  verb: () => Promise<unknown>,
): Promise<boolean> {
  const waits = `select pid from pg_stat_activity where usename = $1 and wait_event_type = 'Lock'`
  const holder = db.as('postgres', { maxConnections: 1 })
  let ended: Promise<unknown> = Promise.resolve()
  try {
    return await holder.transaction(async (tx) => {
      for (const table of ['capabilities', 'tasks', 'approvals', 'effects']) {
        await tx.query(`select from countersign.${table} for update`)
      }
      // What it does after its death may wait as well, until this transaction is over.
      return await killedWhere(
        admin,
        login,
        waits,
        () => {
          ended = verb()
          return ended
        },
        false,
      )
    })
  } finally {
    await ended
    await holder.close()
  }
}

async function killedWhere(
  admin: Database,
  login: string,
  found: string,
  verb: () => Promise<unknown>,
  toTheEnd = true,
): Promise<boolean> {
  let over = false
  const running = verb().finally(() => {
    over = true
  })
  const pid = await until(
    async () => (await admin.query<{ pid: number }>(found, [login]))[0]?.pid ?? (over ? -1 : 0),
    { timeoutMs: 10_000, what: 'the verb reaching its stop, or its end' },
  )
  if (pid > 0) {
    await admin.query('delete from fire.stops')
    await admin.query('select pg_terminate_backend($1)', [pid])
  }
  if (toTheEnd) await running
  return pid > 0
}
