// Takes one guard out of the migrations, as text.
import type { MigrationSet } from '#database'
import type { Mutant } from './mutants.ts'

/** The set with the mutant's text replaced. Throws unless the text stands in its file exactly once. */
export function mutate(set: MigrationSet, mutant: Mutant): MigrationSet {
  let matches = 0
  const change = (folder: string) => (file: { name: string; sql: string }) => {
    if (folder + file.name !== mutant.file) return file
    matches = file.sql.split(mutant.from).length - 1
    // A function, so that a $ in the replacement is a $.
    return { name: file.name, sql: file.sql.replace(mutant.from, () => mutant.to) }
  }
  const changed = {
    migrations: set.migrations.map(change('')),
    functions: set.functions.map(change('functions/')),
  }
  if (matches !== 1) {
    throw new Error(`${mutant.guard}: its text stands ${matches} times in ${mutant.file}, not once`)
  }
  return changed
}

/** The name of the mutant's template database. */
export function templateOf(at: number): string {
  return `countersign_known_bad_${at}`
}
