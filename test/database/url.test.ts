// What a database URL decides: the driver, and whether the connection is verified.
import { expect, test } from 'vitest'
import { openDatabase } from '#database'
import { parseDatabaseUrl } from '../../packages/database/url.ts'

const at = (host: string, query = '') =>
  parseDatabaseUrl(`postgresql://me:secret@${host}/db${query}`)

test('Neon is known by its host, pooled or direct, and by nothing that merely contains it', () => {
  expect(at('ep-cool-name-123-pooler.eu-central-1.aws.neon.tech').isNeon).toBe(true)
  expect(at('ep-cool-name-123.eu-central-1.aws.neon.tech').isNeon).toBe(true)
  expect(at('neon.tech.example.com').isNeon).toBe(false)
  expect(at('notneon.tech').isNeon).toBe(false)
})

test('every way to ask for TLS verifies the certificate', () => {
  for (const mode of ['require', 'verify-ca', 'verify-full', 'prefer']) {
    expect(at('db.example.com', `?sslmode=${mode}`).tls).toEqual({ rejectUnauthorized: true })
  }
  expect(at('127.0.0.1', '?sslmode=require').tls).toEqual({ rejectUnauthorized: true })
  expect(at('127.0.0.1', '?ssl=true').tls).toEqual({ rejectUnauthorized: true })
})

test('a URL that does not say is verified, unless it stays on this machine', () => {
  expect(at('db.example.com').tls).toEqual({ rejectUnauthorized: true })
  expect(at('10.0.0.7').tls).toEqual({ rejectUnauthorized: true })
  for (const host of ['localhost', 'db.localhost', '127.0.0.1', '[::1]', '%2Frun%2Fpostgresql']) {
    expect(at(host).tls).toBe(false)
  }
  expect(parseDatabaseUrl('postgresql:///db?host=/run/postgresql').tls).toBe(false)
})

test('TLS can be turned off by name, and only so', () => {
  expect(at('db.example.com', '?sslmode=disable').tls).toBe(false)
  expect(() => at('db.example.com', '?sslmode=no-verify')).toThrow(/sslmode=no-verify/)
})

test('what the driver gets has no TLS settings left to read in its own way', () => {
  const query = '?sslmode=require&uselibpqcompat=true&application_name=x'
  expect(at('db.example.com', query).url).toBe(
    'postgresql://me:secret@db.example.com/db?application_name=x',
  )
})

test('an unusable URL is refused before anything is sent, without showing it', () => {
  for (const url of [
    '',
    'localhost:5432',
    'mysql://me:secret@host/db',
    'postgresql://me:secret@host:port/db',
  ]) {
    expect(() => openDatabase(url)).toThrow(/must look like postgresql:/)
  }
  const missing = 'postgresql://me:secret@db.example.com/db?sslrootcert=no-such-file.pem'
  expect(() => openDatabase(missing)).toThrow(/sslrootcert .*no-such-file\.pem/)
  expect(() => openDatabase(missing)).not.toThrow(/secret/)
})
