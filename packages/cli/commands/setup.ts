// `countersign setup`: makes a stage's database, logins and secrets ready for "sst deploy", or says what is missing.
import type { Command } from 'commander'
import { databaseUrl } from '#config'
import { loadMigrations, migrate, openDatabase } from '#database'
import { deployedLevels, stageLogin, writeRegistry } from '#queue'
import { type Flags, newCommand } from '../arguments.ts'
import { CommandFailed } from '../failure.ts'
import { type CliOutput, exitCode } from '../output.ts'
import { check } from '../setup/check.ts'
import { loginsOf, renew, works } from '../setup/logins.ts'
import { sstSecrets } from '../setup/secrets.ts'
import { lookAtServer } from '../setup/server.ts'
import { definitions, givenSecrets, type Setup, workers } from '../setup/stage.ts'
import { stageName } from '../stage.ts'

interface SetupFlags extends Flags {
  stage: string
  dryRun?: boolean
  check?: boolean
  rotate?: boolean
}

export function setupCommand(output: CliOutput, end: (code: number) => void): Command {
  return newCommand(
    'setup',
    "make a stage ready for its first deploy: database, logins, secrets; DATABASE_URL is the owner's",
  )
    .requiredOption('--stage <name>', 'the stage, as in "sst deploy --stage"', stageName)
    .option('--dry-run', 'say what would be done and change nothing')
    .option(
      '--check',
      'look at everything and change nothing; ends with 1 where something is wrong',
    )
    .option('--rotate', 'give every login a new password, also where the old one works')
    .action(async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<SetupFlags>()
      if (flags.stage === 'local') {
        throw new CommandFailed('stage local is what "npm start" sets up by itself', exitCode.usage)
      }
      const owner = databaseUrl()
      // A server that was scaled to nothing needs a moment to wake.
      const database = openDatabase(owner, { retryForMs: 20_000, replyTimeoutMs: 10 * 60_000 })
      try {
        const setup = { ...flags, owner, database, secrets: sstSecrets(flags.stage), output }
        if (flags.check) await check(setup, end)
        else await run(setup)
      } finally {
        await database.close()
      }
    })
}

/** Each step is done at once and found done by the next run: cut short anywhere, it is simply run again. */
async function run(setup: Setup & Pick<SetupFlags, 'dryRun' | 'rotate'>): Promise<void> {
  const { stage, database, secrets, owner, output, json, dryRun = false, rotate = false } = setup
  const done: string[] = []
  const say = (line: string) => {
    done.push(line)
    if (!json) output.out(line)
  }
  const did = (what: string, would: string) => say(dryRun ? `would ${would}` : what)

  const findings = await lookAtServer(database, owner)
  for (const { what } of findings) say(what)
  const wrong = findings.find(({ remedy }) => remedy !== undefined)
  if (wrong) throw new CommandFailed(`${wrong.what} is not as it must be: ${wrong.remedy}`)

  const migrated = await migrate(database, await loadMigrations(), { dryRun })
  const files = migrated.applied.length + migrated.functions.length
  if (files === 0) say(`schema version ${migrated.version} is in place`)
  else did(`applied ${files} files: schema version ${migrated.version}`, `apply ${files} SQL files`)

  const login = (workload: string) => stageLogin(stage, workload)
  if (!dryRun) await writeRegistry(database, definitions, { policy: deployedLevels, login })
  const names = definitions.map(({ capability }) => capability).join(', ')
  did(`wrote the registry: ${names}`, `write the registry: ${names}`)

  // What the secrets hold is needed to keep what works; where SST can't be reached this says so first.
  const held = await secrets.list()
  for (const one of loginsOf(stage, workers)) {
    if (!rotate && (await works(held.get(one.secret), owner, one.login))) {
      say(`${one.login} logs in with secret ${one.secret}`)
      continue
    }
    if (!dryRun) await renew(database, secrets, owner, one)
    did(`made ${one.login} and set secret ${one.secret}`, `make ${one.login}, set ${one.secret}`)
  }
  for (const [name, value] of Object.entries(givenSecrets(owner))) {
    if (held.get(name) === value) {
      say(`secret ${name} is set`)
      continue
    }
    if (!dryRun) await secrets.set(name, value)
    did(`set secret ${name}`, `set secret ${name}`)
  }

  const steps = nextSteps(stage)
  if (json) return output.out(JSON.stringify({ stage, dryRun, done, next: steps }))
  output.out(dryRun ? '\nNothing was changed.' : '\nNext:')
  if (!dryRun) for (const [at, step] of steps.entries()) output.out(`  ${at + 1}. ${step}`)
}

function nextSteps(stage: string): string[] {
  const deploy = `npx sst deploy --stage ${stage}`
  return [
    `${deploy}    (it prints the address of the pages, and the bucket)`,
    `export COUNTERSIGN_STAGE=${stage} COUNTERSIGN_ORIGIN=<that address>`,
    'npx countersign operator add <your name>    and open the link on the device with your passkey',
    'npx countersign operator pin    compare the words with the page, and commit operators.json',
    'npx countersign profile push --bucket <that bucket>    and put the line it prints into .env',
    `${deploy}    again: from now on the functions believe your key, and no other`,
  ]
}
