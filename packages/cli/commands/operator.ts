// `countersign operator`: who may decide, and which of their keys the workers accept.
import { createHash, randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { Command } from 'commander'
import { operatorsFile } from '#config'
import { isPinned, operatorVerbs, type Pins } from '#queue'
import type { GlobalFlags } from '../connect.ts'
import { target, withDatabase } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import type { CliOutput } from '../output.ts'
import { loadPeople, type Person, pinsOf } from '../people.ts'
import { readPins, writePins } from '../pin-file.ts'
import { type StageFlags, stageName, stageOf } from '../stage.ts'
import { clock } from '../text.ts'

export function operatorCommand(output: CliOutput): Command {
  return new Command('operator')
    .description('the people who decide, and their keys')
    .addCommand(add(output))
    .addCommand(list(output))
    .addCommand(pin(output))
    .addCommand(revoke(output))
}

function add(output: CliOutput): Command {
  return new Command('add')
    .description('make a one-time link with which a person enrols a key (also a further one)')
    .argument('<name>', 'a-z, 0-9, ".", "_" and "-"')
    .option('--stage <name>', 'the stage of the database (default: local)', stageName)
    .action(async (name: string, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<StageFlags>()
      const { origin } = await stageOf(flags, (await target(flags, 'approver')).url)
      const token = randomBytes(32).toString('base64url')
      const hash = createHash('sha256').update(token).digest('hex')
      const until = await withDatabase(flags, 'approver', (database) =>
        operatorVerbs(database).add(name, hash, userInfo().username),
      )
      output.out(`${origin}/enrol/${token}`)
      output.err(
        `${name} opens this once, before ${clock(until, new Date())}, to enrol a key; ` +
          'a deployed stage believes it after "npx countersign operator pin"',
      )
    })
}

function list(output: CliOutput): Command {
  return new Command('list')
    .description('who is enrolled, with which keys, and which of them are pinned')
    .action(async (_own: unknown, command: Command) => {
      const people = await withDatabase(
        command.optsWithGlobals<GlobalFlags>(),
        'approver',
        loadPeople,
      )
      const pinned = await readPins(operatorsFile())
      if (people.length === 0) output.out('nobody yet: "countersign operator add <name>"')
      for (const person of people) for (const line of linesOf(person, pinned)) output.out(line)
    })
}

function linesOf({ name, revoked_at, away_until, credentials }: Person, pinned: Pins): string[] {
  const away = away_until !== null && away_until > new Date()
  const state = revoked_at ? '  revoked' : away ? `  away until ${away_until.toISOString()}` : ''
  const keys = credentials.map(({ id, publicKey, words, label, revokedAt }) => {
    const known = isPinned(pinned, name, { credential: id, publicKey })
    const stands = revokedAt ? 'revoked' : known ? 'pinned' : 'not pinned'
    return `  ${words}  ${stands}  ${printable(label)}`
  })
  return [`${name}${state}`, ...(keys.length > 0 ? keys : ['  no key is enrolled'])]
}

function pin(output: CliOutput): Command {
  return new Command('pin')
    .description('write operators.json: the keys that the workers of a deployed stage accept')
    .option('--yes', 'do not ask whether the words were compared')
    .action(async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<GlobalFlags & { yes?: boolean }>()
      const file = operatorsFile()
      const before = await readPins(file)
      const after = pinsOf(await withDatabase(flags, 'approver', loadPeople))
      const changes = [...changed(before, after, '+'), ...changed(after, before, '-')]
      if (changes.length === 0) return output.out(`nothing to do: ${file} is up to date`)
      for (const line of changes) output.out(line)
      const question =
        'Did each person read you the words of their key from their own page? (yes/no) '
      if (!flags.yes && !/^y(es)?$/i.test(((await output.ask?.(question)) ?? '').trim())) {
        throw new CommandFailed('nothing was written: compare the words first, or give --yes')
      }
      await writePins(file, after)
      output.out(`${file} is written: commit it, and deploy`)
    })
}

/** The keys that `to` has and `from` hasn't, one a line. */
function changed(from: Pins, to: Pins, sign: '+' | '-'): string[] {
  return to.operators.flatMap(({ name, keys }) =>
    keys
      .filter((key) => !isPinned(from, name, key))
      .map(({ fingerprint, label }) => `${sign} ${name}  ${fingerprint}  ${printable(label)}`),
  )
}

function revoke(output: CliOutput): Command {
  return new Command('revoke')
    .description('take away a person’s keys, links and sessions; with --key, one key')
    .argument('<name>')
    .option('--key <words>', 'the fingerprint words of the key, as "operator list" shows them')
    .action(async (name: string, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<GlobalFlags & { key?: string }>()
      const by = userInfo().username
      await withDatabase(flags, 'approver', async (database) => {
        const verbs = operatorVerbs(database)
        if (flags.key === undefined) return await verbs.revoke(name, by)
        const person = (await loadPeople(database)).find((someone) => someone.name === name)
        const key = person?.credentials.find(({ words }) => words === flags.key)
        if (!key) throw new CommandFailed(`${name} has no key ${flags.key}: see "operator list"`)
        await verbs.revokeCredential(key.id, by)
      })
      output.out(
        flags.key === undefined
          ? `${name} can neither sign in nor sign any more`
          : `${name} can no longer use the key ${flags.key}`,
      )
      output.err('what that trust approved and has not begun is asked again; now "operator pin"')
    })
}

/** A label is typed by whoever enrols: it must not steer the terminal. */
function printable(label: string): string {
  return label.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
}
