// Runs with every known-bad variant of the protocol: makes the database that test databases are copies of.
import { afterAll, inject } from 'vitest'
import { loadMigrations, migrate, openDatabase } from '#database'
import { urlAt } from '../support/front.ts'
import { TEMPLATE } from '../support/test-database.ts'
import { projectOf } from './judge.ts'
import { mutants } from './mutants.ts'
import { mutate } from './mutate.ts'

const name = inject('template')
const mutant = mutants.find((candidate) => projectOf(candidate) === name)
if (name === undefined || !mutant) throw new Error(`no variant has the database ${name}`)

const { port, password } = inject('server')
const url = urlAt(`127.0.0.1:${port}`)
const cluster = openDatabase(url('postgres', 'postgres', password))
// The functions are all applied again when one of them changed; a numbered file never is.
const from = mutant.file.startsWith('functions/') ? TEMPLATE : 'template0'
await cluster.query(`create database ${name} template ${from} strategy file_copy`)
afterAll(async () => {
  await cluster.query(`drop database ${name} with (force)`)
  await cluster.close()
})

const database = openDatabase(url(name, 'postgres', password))
try {
  await migrate(database, mutate(await loadMigrations(), mutant))
} finally {
  await database.close()
}
