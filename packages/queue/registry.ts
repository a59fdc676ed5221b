// Writes the registry into the database: capabilities, gates, and which login works for what.
import type { Database, Queryable } from '#database'
import { workersOf } from './logins.ts'
import { effectsOf } from './run/gate.ts'
import type { Policy } from './run/policy.ts'
import type { Definition } from './workload/definition.ts'

export interface RegistryOptions {
  /** Decides the level that each gate takes here. */
  policy: Pick<Policy, 'requiredLevel'>
  /** The login of a worker by the part that it plays: `stageLogin`. */
  login: (worker: string) => string
}

/**
 * Brings `capabilities` and `gates` to what the definitions say, in one transaction as the
 * owner: for `countersign migrate`, and nobody else. Pauses and day counters stay; a gate that is no longer
 * declared goes; a capability that is no longer declared stays, with its tasks, and nobody is bound to it.
 */
export async function writeRegistry(
  database: Database,
  definitions: readonly Definition[],
  options: RegistryOptions,
): Promise<void> {
  checkNames(definitions)
  await database.transaction(
    async (tx) => {
      await tx.query('set local role countersign_owner')
      for (const definition of definitions) {
        await tx.query(upsertCapability, capabilityRow(definition))
        await writeGates(tx, definition, options)
      }
      const pairs = [...workersOf(definitions)].flatMap(([worker, workload]) =>
        definitions.flatMap((one) =>
          one.workload === workload ? [[options.login(worker), one.capability] as const] : [],
        ),
      )
      const bound = pairs.map(([login]) => login)
      const names = pairs.map(([, capability]) => capability)
      // Logins of other stages keep what is declared.
      await tx.query(
        `update countersign.capabilities
         set workers = array(
           select login from unnest(workers) as login where login <> all ($1::name[]) and name = any ($2::text[])
           union
           select login from unnest($1::name[], $2::text[]) as pair (login, capability) where capability = name
         )`,
        [bound, names],
      )
      // A planner that guesses how many there are compiles every reading of the signals.
      await tx.query('analyze countersign.capabilities')
    },
    { repeatable: true },
  )
}

const upsertCapability = `
  insert into countersign.capabilities (
    name, first_step, max_running, max_parked, daily_ceiling, time_zone, lease_seconds,
    max_attempts, max_lost_leases, max_slices, max_age_seconds, notify, keep_values_days
  )
  values (
    $1, $2, $3, $4, $5, coalesce($6, 'UTC'), coalesce($7, 60),
    coalesce($8, 5), coalesce($9, 3), coalesce($10, 1000), coalesce($11, 30 * 86400), $12, $13
  )
  on conflict (name) do update
  set first_step = excluded.first_step,
      max_running = excluded.max_running,
      max_parked = excluded.max_parked,
      daily_ceiling = excluded.daily_ceiling,
      time_zone = excluded.time_zone,
      lease_seconds = excluded.lease_seconds,
      max_attempts = excluded.max_attempts,
      max_lost_leases = excluded.max_lost_leases,
      max_slices = excluded.max_slices,
      max_age_seconds = excluded.max_age_seconds,
      notify = excluded.notify,
      keep_values_days = excluded.keep_values_days,
      updated_at = clock_timestamp()`

function capabilityRow({ capability, steps, caps, notify }: Definition): unknown[] {
  return [
    capability,
    steps[0],
    caps.maxRunning ?? null,
    caps.maxParked ?? null,
    caps.dailyCeiling ?? null,
    caps.timeZone ?? null,
    caps.leaseSeconds ?? null,
    caps.maxAttempts ?? null,
    caps.maxLostLeases ?? null,
    caps.maxSlices ?? null,
    caps.maxAgeSeconds ?? null,
    notify,
    caps.keepValuesDays ?? null,
  ]
}

const upsertGate = `
  insert into countersign.gates (
    capability, name, level, irreversible, effects, sentence, editable, answer_within_seconds,
    undo_seconds, act_before_seconds, act_within_seconds, ungated_reason
  )
  values (
    $1, $2, $3, $4, $5, $6, $7, coalesce($8, 48 * 3600),
    coalesce($9, 60), coalesce($10, 6 * 3600), coalesce($11, 60), $12
  )
  on conflict (capability, name) do update
  set level = excluded.level,
      irreversible = excluded.irreversible,
      effects = excluded.effects,
      sentence = excluded.sentence,
      editable = excluded.editable,
      answer_within_seconds = excluded.answer_within_seconds,
      undo_seconds = excluded.undo_seconds,
      act_before_seconds = excluded.act_before_seconds,
      act_within_seconds = excluded.act_within_seconds,
      ungated_reason = excluded.ungated_reason,
      updated_at = clock_timestamp()`

async function writeGates(tx: Queryable, definition: Definition, { policy }: RegistryOptions) {
  const { capability, gates, ungated } = definition
  for (const [name, gate] of Object.entries(gates)) {
    await tx.query(upsertGate, [
      capability,
      name,
      policy.requiredLevel(gate),
      gate.irreversible,
      effectsOf(gate, name),
      gate.sentence,
      gate.editable ?? [],
      gate.answerWithinSeconds ?? null,
      gate.undoSeconds ?? null,
      gate.actBeforeSeconds ?? null,
      gate.actWithinSeconds ?? null,
      null,
    ])
  }
  for (const [name, { sentence, reason, actWithinSeconds }] of Object.entries(ungated)) {
    const acts = [capability, name, 'none', false, [name], sentence, [], null, 0, null]
    await tx.query(upsertGate, [...acts, actWithinSeconds ?? null, reason])
  }
  await tx.query(
    'delete from countersign.gates where capability = $1 and name <> all ($2::text[])',
    [capability, [...Object.keys(gates), ...Object.keys(ungated)]],
  )
}

/** A name said twice would silently win over the other: refused instead. */
function checkNames(definitions: readonly Definition[]) {
  const seen = new Set<string>()
  for (const { capability, gates, ungated } of definitions) {
    if (seen.has(capability)) throw new Error(`two workloads declare capability ${capability}`)
    seen.add(capability)
    for (const name of Object.keys(ungated)) {
      if (name in gates) throw new Error(`${capability} declares ${name} both gated and ungated`)
    }
  }
}
