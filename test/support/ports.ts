// Two ports beside each other for an `npm start` of a test's own: its pages' and its sample boards'.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The first of the two. Another process may take one before it is used; then the start says so. */
export async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 20; tries += 1) {
    const port = await freeFrom(0)
    if (port !== undefined && (await freeFrom(port + 1)) !== undefined) return port
  }
  throw new Error('no two free ports beside each other')
}

async function freeFrom(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, 'localhost')
  try {
    await once(server, 'listening')
  } catch {
    return undefined
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? address?.port : undefined
}
