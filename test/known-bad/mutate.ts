// Takes one guard out of the migrations or of a source file, as text.
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import type { MigrationSet } from '#database'
import type { Mutant } from './mutant.ts'

/** The folder that the names of source and test files begin from. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Whether the guard is one of the program's, and not of the database's. */
export function isOfSource({ file }: Mutant): boolean {
  return file.startsWith('packages/')
}

/** The text without the guard. Throws unless what is replaced stands in it exactly once. */
export function mutateText(text: string, { guard, file, from, to }: Mutant): string {
  const matches = text.split(from).length - 1
  if (matches !== 1)
    throw new Error(`${guard}: its text stands ${matches} times in ${file}, not once`)
  // A function, so that a $ in the replacement is a $.
  return text.replace(from, () => to)
}

/** The set with the mutant's text replaced. Throws where there is no such file or text. */
export function mutate(set: MigrationSet, mutant: Mutant): MigrationSet {
  let found = false
  const change = (folder: string) => (file: { name: string; sql: string }) => {
    if (folder + file.name !== mutant.file) return file
    found = true
    return { name: file.name, sql: mutateText(file.sql, mutant) }
  }
  const changed = {
    migrations: set.migrations.map(change('')),
    functions: set.functions.map(change('functions/')),
  }
  if (!found) throw new Error(`${mutant.guard}: there is no ${mutant.file}`)
  return changed
}

/** Hands the source file to whoever imports it as it would be without the guard; on disk nothing changes. */
export function without(mutant: Mutant): Plugin {
  const path = root + mutant.file
  return {
    name: 'known-bad',
    enforce: 'pre',
    // What is compiled here must not be kept for anybody else; of the other files all variants share one copy.
    configureVitest: ({ defineCacheKeyGenerator }) => {
      defineCacheKeyGenerator(({ id }) => (id === path ? false : undefined))
    },
    transform: (code, id) => (id === path ? mutateText(code, mutant) : null),
  }
}
