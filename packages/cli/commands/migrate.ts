// `countersign migrate`: brings the database to this version's schema and registry, or says what that would do.
import type { Command } from 'commander'
import { localStage } from '#config'
import { loadMigrations, type MigrateResult, migrate } from '#database'
import { deployedLevels, loopbackPolicy, stageLogin, writeRegistry } from '#queue'
import { registry } from '#workloads'
import { type Flags, newCommand } from '../arguments.ts'
import { target, withDatabase } from '../connect.ts'
import type { CliOutput } from '../output.ts'
import { type StageFlags, stageName, stageNameOf } from '../stage.ts'

interface MigrateFlags extends Flags, StageFlags {
  dryRun?: boolean
}

export function migrateCommand(output: CliOutput): Command {
  return newCommand(
    'migrate',
    'bring the database to the schema and the workloads of this version; safe to run at any time',
  )
    .option('--dry-run', 'say what would be applied and change nothing')
    .option('--stage <name>', 'the stage whose logins are bound (default: local)', stageName)
    .action(async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<MigrateFlags>()
      const dryRun = flags.dryRun ?? false
      const { url } = await target(flags, 'owner')
      const stage = stageNameOf(flags, url)
      const policy = stage === localStage.name ? loopbackPolicy : deployedLevels
      const definitions = registry.map(({ definition }) => definition)
      const log = flags.json ? () => {} : output.err
      const set = await loadMigrations()
      const result = await withDatabase(flags, 'owner', async (database) => {
        const migrated = await migrate(database, set, { dryRun, log })
        if (!dryRun) {
          const login = (workload: string) => stageLogin(stage, workload)
          await writeRegistry(database, definitions, { policy, login })
        }
        return migrated
      })
      const capabilities = definitions.map(({ capability }) => capability)
      if (flags.json) {
        return output.out(JSON.stringify({ ...result, dryRun, stage, capabilities }))
      }
      output.out(summary(result, dryRun))
      const written = dryRun ? 'would write' : 'wrote'
      output.out(`${written} the registry of stage ${stage}: ${capabilities.join(', ')}`)
    })
}

function summary(result: MigrateResult, dryRun: boolean): string {
  const { applied, functions, version } = result
  if (applied.length + functions.length === 0) return `nothing to do: schema version ${version}`
  const counted = [countOf(applied, 'migration'), countOf(functions, 'function file')]
  const what = `${counted.filter((part) => part !== '').join(' and ')}: schema version ${version}`
  if (!dryRun) return `applied ${what}`
  const names = [...applied, ...functions.map((name) => `functions/${name}`)]
  return [...names, `would apply ${what}`].join('\n')
}

function countOf(files: readonly string[], noun: string): string {
  if (files.length === 0) return ''
  return `${files.length} ${noun}${files.length === 1 ? '' : 's'}`
}
