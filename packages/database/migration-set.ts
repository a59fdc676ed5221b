// The migration files as a value: read from a folder, or bundled as text into a Lambda, and checked by name.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { SchemaError } from './schema-error.ts'

export interface MigrationFile {
  /** The file's name without its folder, such as `0001_tasks.sql` or `claim.sql`. */
  name: string
  sql: string
}

/** Everything `migrate` needs, as plain text, so that a bundle can carry it. Order doesn't matter. */
export interface MigrationSet {
  /** `NNNN_name.sql`: applied once each, in the order of their numbers. */
  migrations: readonly MigrationFile[]
  /** `name.sql`: re-applied all together, in name order, whenever one of them changes. */
  functions: readonly MigrationFile[]
}

const numbered = /^\d{4}_[a-z0-9][a-z0-9_-]*\.sql$/
const named = /^_{0,2}[a-z][a-z0-9_]*\.sql$/
const maximumBytes = 1024 * 1024

/**
 * Reads `*.sql` from a folder and from its `functions` folder, by default the repository's own
 * `migrations/`. Refuses by name whatever doesn't belong there; hidden files are left alone.
 */
export async function loadMigrations(
  dir: URL | string = new URL('../../migrations/', import.meta.url),
): Promise<MigrationSet> {
  const root = typeof dir === 'string' ? dir : fileURLToPath(dir)
  const migrations = await readFiles(root, ['functions'])
  const functions = await readFiles(`${root}/functions`, [])
  return checkMigrations({ migrations, functions })
}

async function readFiles(dir: string, folders: readonly string[]): Promise<MigrationFile[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    throw cause
  })
  const files: MigrationFile[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.') || folders.includes(entry.name)) continue
    if (!entry.isFile()) throw badName(entry.name, 'is not a file')
    files.push({ name: entry.name, sql: await readFile(`${dir}/${entry.name}`, 'utf8') })
  }
  return files
}

/**
 * The same set, sorted, with line ends made `\n`. Refuses badly named files, two files with one
 * number, and files that would end the migrator's transaction or leave session state behind a pooler.
 */
export function checkMigrations(set: MigrationSet): MigrationSet {
  const migrations = set.migrations.map(plainText).toSorted(byName)
  const functions = set.functions.map(plainText).toSorted(byName)
  for (const { name } of migrations) {
    if (!numbered.test(name)) throw badName(name, 'is not named like 0002_add_notes.sql')
  }
  for (const { name } of functions) {
    if (!named.test(name)) throw badName(`functions/${name}`, 'is not named like claim.sql')
  }
  for (const [index, { name }] of migrations.entries()) {
    const before = migrations[index - 1]
    if (before && versionOf(before.name) === versionOf(name)) {
      throw new SchemaError(
        'duplicate-number',
        `${before.name} and ${name} carry the same number: give the one that was applied nowhere the next free number`,
        { file: name },
      )
    }
  }
  for (const file of migrations) minimumClientOf(file)
  for (const file of [...migrations, ...functions]) refuseSessionStatements(file)
  return { migrations, functions }
}

/** The schema version a numbered file brings: its number. */
export function versionOf(name: string): number {
  return Number(name.slice(0, 4))
}

/** SHA-256 of a file's text, hex; the same for CRLF and LF checkouts. */
export function checksum(sql: string): string {
  return createHash('sha256').update(normalise(sql)).digest('hex')
}

/** One checksum over names and texts of all function files. */
export function jointChecksum(files: readonly MigrationFile[]): string {
  const lines = files.toSorted(byName).map((file) => `${file.name} ${checksum(file.sql)}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/**
 * The lowest client version that may use the schema from this file on, from a directive such as
 * `-- minimum-client: 2` among the comment lines at its head; 0 when it names none.
 */
export function minimumClientOf(file: MigrationFile): number {
  for (const line of file.sql.split('\n')) {
    if (!line.startsWith('--')) break
    const directive = /^--\s*minimum-client\s*:(.*)$/.exec(line)
    if (!directive) continue
    const value = (directive[1] ?? '').trim()
    if (/^[1-9]\d{0,5}$/.test(value)) return Number(value)
    throw new SchemaError(
      'bad-directive',
      `${file.name} says "minimum-client:${directive[1] ?? ''}": write a whole number such as "-- minimum-client: 2"`,
      { file: file.name },
    )
  }
  return 0
}

function plainText(file: MigrationFile): MigrationFile {
  if (Buffer.byteLength(file.sql) > maximumBytes) throw badName(file.name, 'is larger than 1 MiB')
  return { name: file.name, sql: normalise(file.sql) }
}

function normalise(sql: string): string {
  return sql.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
}

// By code unit, so that `_helpers` sort before verbs on every machine.
function byName(a: MigrationFile, b: MigrationFile): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

function badName(name: string, what: string): SchemaError {
  return new SchemaError(
    'badly-named',
    `migrations/${name} ${what}: rename it or move it elsewhere`,
    {
      file: name.replace(/^functions\//, ''),
    },
  )
}

// Comments, strings, quoted names and dollar-quoted bodies: text in which a `;` ends no statement.
const opaque =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"/g
const endsTransaction =
  /^(begin|start\s+transaction|commit|rollback|abort|savepoint|release|prepare\s+transaction)\b/i
const setsSession = /^(set\s+(?!local\b|transaction\b|constraints\b)|discard\b|listen\b)/i

function refuseSessionStatements(file: MigrationFile): void {
  for (const statement of file.sql.replaceAll(opaque, ' ').split(';')) {
    const text = statement.trim()
    const isTransaction = endsTransaction.test(text)
    if (!isTransaction && !setsSession.test(text)) continue
    throw new SchemaError(
      'not-one-transaction',
      isTransaction
        ? `${file.name} contains "${firstWords(text)}": a file is one transaction, which the migrator begins and ends`
        : `${file.name} contains "${firstWords(text)}", which outlives its transaction behind a pooler: use "set local"`,
      { file: file.name },
    )
  }
}

function firstWords(statement: string): string {
  return statement.split(/\s+/).slice(0, 2).join(' ').toLowerCase()
}
