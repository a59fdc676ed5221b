// Reads a database URL: which driver serves it, and how its connection is encrypted.
import { readFileSync } from 'node:fs'
import { misuse } from './driver.ts'

interface Tls {
  rejectUnauthorized: true
  ca?: string
  cert?: string
  key?: string
}

export interface Address {
  /** The URL without its TLS settings, for the driver. Holds the password: never log it. */
  url: string
  /** Host, port and database, fit for messages. */
  label: string
  isNeon: boolean
  /** false: plain TCP or a Unix socket. Otherwise certificate and host name are verified. */
  tls: false | Tls
}

/**
 * Takes a `postgres://` or `postgresql://` URL apart.
 *
 * TLS follows `sslmode`: `require`, `verify-ca` and `verify-full` all verify the certificate and the
 * host name (against `sslrootcert`, else the system's roots), `disable` turns TLS off. Without it a
 * loopback address or Unix socket is plain and every other host is verified: a password never
 * crosses a network unprotected because a URL left something out. Neon's driver always uses TLS.
 */
export function parseDatabaseUrl(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw misuse(
      '08001',
      'the database URL must look like postgresql://user:password@host:5432/name',
    )
  }
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const port = url.port || url.searchParams.get('port') || '5432'
  const database = decodeURIComponent(url.pathname.slice(1)) || url.username
  const tls = readTls(url.searchParams, isLocal(host))
  for (const name of ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat']) {
    url.searchParams.delete(name)
  }
  return {
    url: url.href,
    label: `${host || 'localhost'}:${port}/${database}`,
    isNeon: host.endsWith('.neon.tech'),
    tls,
  }
}

function isLocal(host: string): boolean {
  return host === '' || host.startsWith('/') || /^(.*\.)?localhost$|^127\.|^\[?::1\]?$/.test(host)
}

function readTls(settings: URLSearchParams, local: boolean): false | Tls {
  const mode =
    settings.get('sslmode') ?? (settings.get('ssl') === 'true' ? 'verify-full' : 'prefer')
  if (mode === 'disable') return false
  if (['prefer', 'allow'].includes(mode) && local) return false
  if (!['prefer', 'allow', 'require', 'verify-ca', 'verify-full'].includes(mode)) {
    throw misuse(
      '08001',
      `sslmode=${mode} is not supported: use verify-full, or disable on a trusted network`,
    )
  }
  const tls: Tls = { rejectUnauthorized: true }
  for (const [setting, use] of [
    ['sslrootcert', 'ca'],
    ['sslcert', 'cert'],
    ['sslkey', 'key'],
  ] as const) {
    const file = settings.get(setting)
    if (file !== null && file !== 'system') tls[use] = readPem(file, setting)
  }
  return tls
}

function readPem(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw misuse(
      '08001',
      `${setting} of the database URL names ${file}, which can't be read`,
      cause,
    )
  }
}
