// Which stage a command works on: it decides the logins' names and what an approval takes.
import { stage as deployedStage, operatorsFile } from '#config'
import { loopbackPolicy, type Policy, passkeyPolicy } from '#queue'
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
export async function stageOf({ stage }: StageFlags, databaseUrl: string): Promise<Stage> {
  if (stage === undefined && !isLoopback(new URL(databaseUrl).hostname)) {
    throw new CommandFailed(
      'the database is on another machine: name the stage that it is of, as in --stage production',
      exitCode.usage,
    )
  }
  const name = stage ?? 'local'
  if (name === 'local') return { name, policy: loopbackPolicy }
  // What a signature is bound to, and whose keys are accepted, are this machine's own settings.
  const { origin } = deployedStage()
  return { name, policy: passkeyPolicy({ name, origin }, await readPins(operatorsFile())) }
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|)$/.test(host)
}
