// A connection that must be encrypted is only made to the server that the certificate names.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#database'
import { selfSigned } from '../support/certificate.ts'

const home = mkdtempSync(join(tmpdir(), 'countersign-tls-'))
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(home, { recursive: true, force: true })
})

/** Speaks Postgres as far as the TLS handshake, notes what comes after it, and hangs up. */
async function listening(pem?: { cert: string; key: string }) {
  let startup = ''
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(pem ? 'S' : 'N')
      if (!pem) return
      const secured = new TLSSocket(socket, { isServer: true, ...pem })
      secured.on('error', () => undefined)
      secured.once('data', (bytes) => {
        startup = bytes.toString('latin1')
        secured.destroy()
      })
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `postgresql://me:secret@127.0.0.1:${port}/db`, startup: () => startup }
}

async function attempt(url: string): Promise<unknown> {
  const database = openDatabase(url, { retryForMs: 0 })
  const error = await database.query('select 1').catch((thrown: unknown) => thrown)
  await database.close()
  return error
}

const untrusted = { code: '08001', transient: false, hint: expect.stringContaining('sslrootcert=') }

for (const mode of ['require', 'verify-ca', 'verify-full']) {
  test(`sslmode=${mode}: an unknown certificate ends it, before anything is said`, async () => {
    const server = await listening(selfSigned('127.0.0.1'))
    expect(await attempt(`${server.url}?sslmode=${mode}`)).toMatchObject(untrusted)
    expect(server.startup()).toBe('')
  })
}

test('a trusted certificate for another name is no better', async () => {
  const pem = selfSigned('db.example.com')
  const root = join(home, 'other.pem')
  writeFileSync(root, pem.cert)
  const server = await listening(pem)
  expect(await attempt(`${server.url}?sslmode=require&sslrootcert=${root}`)).toMatchObject(
    untrusted,
  )
  expect(server.startup()).toBe('')
})

test('the right certificate is accepted, and the conversation begins', async () => {
  const pem = selfSigned('127.0.0.1')
  const root = join(home, 'right.pem')
  writeFileSync(root, pem.cert)
  const server = await listening(pem)
  await attempt(`${server.url}?sslmode=verify-full&sslrootcert=${root}`)
  expect(server.startup()).toContain('database\0db')
})

test('a server without TLS is not spoken to in the clear, and the way out is named', async () => {
  const server = await listening()
  expect(await attempt(`${server.url}?sslmode=require`)).toMatchObject({
    code: '08001',
    transient: false,
    hint: expect.stringContaining('sslmode=disable'),
  })
})
