// `countersign migrate`: brings the database to this version's schema, or says what that would do.
import { Command } from 'commander'
import { loadMigrations, type MigrateResult, migrate } from '#database'
import { type GlobalFlags, withDatabase } from '../connect.ts'
import type { CliOutput } from '../output.ts'

interface MigrateFlags extends GlobalFlags {
  dryRun?: boolean
  json?: boolean
}

export function migrateCommand(output: CliOutput): Command {
  return new Command('migrate')
    .description('bring the database to the schema of this version; safe to run at any time')
    .option('--dry-run', 'say what would be applied and change nothing')
    .option('--json', 'answer one JSON object')
    .action(async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<MigrateFlags>()
      const dryRun = flags.dryRun ?? false
      const log = flags.json ? () => {} : output.err
      const set = await loadMigrations()
      const result = await withDatabase(flags, (database) =>
        migrate(database, set, { dryRun, log }),
      )
      output.out(flags.json ? JSON.stringify({ ...result, dryRun }) : summary(result, dryRun))
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
