// Which stage a command works on: it decides the logins' names and what an approval takes.
import { closedPolicy, loopbackPolicy, type Policy } from '#queue'
import type { GlobalFlags } from './connect.ts'
import { CommandFailed } from './failure.ts'
import { exitCode } from './output.ts'

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
export function stageOf({ stage }: StageFlags, databaseUrl: string): Stage {
  if (stage === undefined && !isLoopback(new URL(databaseUrl).hostname)) {
    throw new CommandFailed(
      'the database is on another machine: name the stage that it is of, as in --stage production',
      exitCode.usage,
    )
  }
  const name = stage ?? 'local'
  return { name, policy: name === 'local' ? loopbackPolicy : closedPolicy }
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|)$/.test(host)
}
