// Which stage a command works on: it decides the logins' names and what an approval takes.
import { stage as deployedStage, operatorsFile } from '#config'
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
  policy: Policy
}

/**
 * The stage that was named, or `local` for a database on this machine. Throws CommandFailed for any other
 * database: what is taken for local there would be approved by a session alone.
 */
export async function stageOf(flags: StageFlags, databaseUrl: string): Promise<Stage> {
  const { stage } = flags
  if (stage === undefined && !isLoopback(new URL(databaseUrl).hostname)) {
    throw new CommandFailed(
      'the database is on another machine: name the stage that it is of, as in --stage production',
      exitCode.usage,
    )
  }
  const name = stage ?? 'local'
  if (name === 'local') {
    const origin = await localOrigin(flags)
    const policy = isLoopbackOrigin(origin)
      ? loopbackPolicy
      : passkeyPolicy({ name, origin }, await readPins(operatorsFile()))
    return { name, policy }
  }
  // What a signature is bound to, and whose keys are accepted, are this machine's own settings.
  const { origin } = deployedStage()
  return { name, policy: passkeyPolicy({ name, origin }, await readPins(operatorsFile())) }
}

/** Where the pages of the running "npm start" are, else where they would be or are deployed. */
export async function localOrigin({ dataDir }: GlobalFlags): Promise<string> {
  const running = await readConnection(dataDir ?? defaultStateDir)
  return running?.origin ?? deployedStage().origin
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|)$/.test(host)
}
