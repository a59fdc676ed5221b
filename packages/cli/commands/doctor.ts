// `countersign doctor`: whether the promises hold in this database, and what speaks against it.
import type { Command } from 'commander'
import type { Database } from '#database'
import { registry } from '#workloads'
import { type Flags, newCommand } from '../arguments.ts'
import { withDatabase } from '../connect.ts'
import { type CliOutput, exitCode } from '../output.ts'
import { clock, painter, visible } from '../text.ts'
import { readSignals } from './signals.ts'

interface Finding {
  check: 'violations' | 'signals' | 'registry'
  what: string
}

const mostViolations = 100

export function doctorCommand(output: CliOutput, end: (code: number) => void): Command {
  return newCommand('doctor', 'check every promise; ends with 1 where one is broken').action(
    async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>()
      const { findings, readAt } = await withDatabase(flags, 'reader', examine)
      if (findings.length > 0) end(exitCode.refused)
      if (flags.json) {
        return output.out(JSON.stringify({ healthy: findings.length === 0, findings, readAt }))
      }
      const paint = painter(output)
      for (const [check, fine] of checks) {
        const found = findings.filter((finding) => finding.check === check)
        if (found.length === 0) output.out(`${paint('green', 'ok')}   ${fine}`)
        for (const { what } of found) output.out(`${paint('red', 'BAD')}  ${visible(what)}`)
      }
      output.out(paint('dim', `read at ${clock(readAt, readAt)}`))
    },
  )
}

const checks = [
  ['registry', 'the database knows every capability of this version'],
  ['violations', 'no promise is broken (countersign.violations is empty)'],
  ['signals', 'no signal stands red (countersign.signals)'],
] as const

async function examine(database: Database): Promise<{ findings: Finding[]; readAt: Date }> {
  const again = { repeatable: true }
  const broken = await database.query<{ violation: string; subject: string }>(
    `select violation, subject from countersign.violations limit ${mostViolations}`,
    [],
    again,
  )
  const findings: Finding[] = broken.map(({ violation, subject }) => ({
    check: 'violations',
    what: `${violation}: ${subject}`,
  }))
  if (broken.length === mostViolations) {
    findings.push({ check: 'violations', what: `only the first ${mostViolations} are listed` })
  }
  for (const { signal, colour, value, threshold, meaning } of await readSignals(database)) {
    if (colour === 'green') continue
    findings.push({ check: 'signals', what: `${signal} is ${value} of ${threshold}: ${meaning}` })
  }
  const known = await database.query<{ capability: string }>(
    'select capability from countersign.capability_load',
    [],
    again,
  )
  for (const { definition } of registry) {
    if (known.some(({ capability }) => capability === definition.capability)) continue
    const what = `${definition.capability} is not in the database: run "npx countersign migrate"`
    findings.push({ check: 'registry', what })
  }
  const [now] = await database.query<{ at: Date }>('select clock_timestamp() as at', [], again)
  return { findings, readAt: now?.at ?? new Date() }
}
