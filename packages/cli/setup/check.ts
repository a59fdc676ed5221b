// `countersign setup --check`: whether a stage is ready, thing by thing, each with its remedy.
import { loadMigrations, migrate } from '#database'
import { loginTimeouts } from '#queue'
import { exitCode } from '../output.ts'
import { painter } from '../text.ts'
import { loginsOf, type StageLogin, works } from './logins.ts'
import { type Finding, lookAtServer } from './server.ts'
import { givenSecrets, type Setup, workers } from './stage.ts'

const timeouts = Object.entries(loginTimeouts).map((pair) => pair.join('='))

/** Looks at everything that a stage needs, prints each, and ends with 1 where something is wrong. Changes nothing. */
export async function check(setup: Setup, end: (code: number) => void): Promise<void> {
  const { stage, database, secrets, owner, output, json } = setup
  const again = `run "npx countersign setup --stage ${stage}"`
  const findings: Finding[] = [...(await lookAtServer(database, owner))]
  const pending = await migrate(database, await loadMigrations(), { dryRun: true })
  const files = pending.applied.length + pending.functions.length
  findings.push(
    files === 0
      ? { what: `schema version ${pending.version} is in place` }
      : { what: `${files} SQL files of this version are not applied`, remedy: again },
  )
  const held = await secrets.list()
  for (const one of loginsOf(stage, workers))
    findings.push(...(await lookAtLogin(setup, held, one)))
  for (const [name, value] of Object.entries(givenSecrets(owner))) {
    const fine = held.get(name) === value
    findings.push(
      fine
        ? { what: `secret ${name} is set` }
        : { what: `secret ${name} is not what is set here`, remedy: again },
    )
  }
  const broken = findings.filter(({ remedy }) => remedy !== undefined)
  if (broken.length > 0) end(exitCode.refused)
  if (json) return output.out(JSON.stringify({ stage, ready: broken.length === 0, findings }))
  const paint = painter(output)
  for (const { what, remedy } of findings) {
    if (remedy === undefined) output.out(`${paint('green', 'ok')}   ${what}`)
    else output.out(`${paint('red', 'BAD')}  ${what}: ${remedy}`)
  }
}

async function lookAtLogin(
  { database, owner, stage }: Setup,
  held: ReadonlyMap<string, string>,
  { login, group, secret }: StageLogin,
): Promise<Finding[]> {
  const again = `run "npx countersign setup --stage ${stage}"`
  if (!(await works(held.get(secret), owner, login))) {
    const what = held.has(secret)
      ? `secret ${secret} does not log in`
      : `secret ${secret} is not set`
    return [{ what, remedy: again }]
  }
  const [row] = await database.query<{ member: boolean; more: boolean; limited: boolean }>(
    `select pg_has_role($1, $2, 'member') as member,
       rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more,
       coalesce(rolconfig @> $3::text[], false) as limited
     from pg_roles
     where rolname = $1`,
    [login, group, timeouts],
    { repeatable: true },
  )
  if (row?.more) {
    const remedy = `take them away: "alter role ${login} nosuperuser nocreaterole nocreatedb noreplication nobypassrls"`
    return [{ what: `${login} has rights beyond its group`, remedy }]
  }
  if (!row?.member || !row.limited) {
    return [{ what: `${login} lacks its group or its timeouts`, remedy: `${again} --rotate` }]
  }
  return [{ what: `${login} logs in with secret ${secret}` }]
}
