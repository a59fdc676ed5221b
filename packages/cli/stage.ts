// Which stage a command works on: it decides the logins' names, what an approval takes, and where the pages are.
import { InvalidArgumentError } from 'commander'
import { localStage, operatorsFile, optionalStage, stage as stageWithOrigin } from '#config'
import { defaultStateDir, readConnection } from '#local'
import { isLoopback as isLoopbackOrigin, loopbackPolicy, type Policy, passkeyPolicy } from '#queue'
import type { GlobalFlags } from './connect.ts'
import { CommandFailed } from './failure.ts'
import { exitCode } from './output.ts'
import { readPins } from './pin-file.ts'

export interface StageFlags extends GlobalFlags {
  stage?: string
}

export interface Stage {
  name: string
  /** Where its pages are: with the name, what a signature is bound to. */
  origin: string
}

/**
 * The name of a database's stage: that of `--stage` or of COUNTERSIGN_STAGE, or `local` on this machine.
 * Throws CommandFailed for any other database: what is taken for local there would be approved by a
 * session alone.
 */
export function stageNameOf({ stage }: StageFlags, databaseUrl: string): string {
  const name = stage ?? optionalStage()
  if (name !== undefined) return name
  if (isLoopback(new URL(databaseUrl).hostname)) return localStage.name
  throw new CommandFailed(
    'the database is on another machine: name the stage that it is of, as in --stage production',
    exitCode.usage,
  )
}

/** The stage of a database and its origin, which for any but `local` COUNTERSIGN_ORIGIN has to say. */
export async function stageOf(flags: StageFlags, databaseUrl: string): Promise<Stage> {
  const name = stageNameOf(flags, databaseUrl)
  if (name !== localStage.name) return stageWithOrigin(name)
  // A running "npm start" knows where its pages are.
  const running = await readConnection(flags.dataDir ?? defaultStateDir)
  if (running?.origin !== undefined) return { name, origin: running.origin }
  return flags.stage === undefined ? stageWithOrigin() : localStage
}

/** What a worker of the stage demands of an approval; whose keys it accepts is this machine's own setting. */
export async function policyOf(stage: Stage): Promise<Policy> {
  if (stage.name === localStage.name && isLoopbackOrigin(stage.origin)) return loopbackPolicy
  return passkeyPolicy(stage, await readPins(operatorsFile()))
}

/** Parses `--stage`. */
export function stageName(text: string): string {
  if (/^[a-z][a-z0-9-]{0,30}$/.test(text)) return text
  throw new InvalidArgumentError('a stage is named with a-z, 0-9 and -, at most 31 characters.')
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|)$/.test(host)
}
