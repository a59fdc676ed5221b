// Listens on loopback, and says which option helps where the port is taken.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { ConfigError } from '#config'

/**
 * Loopback only, in both of its families: browsers take either for "localhost". Throws ConfigError when the
 * port is taken; `whose` says what it is for.
 */
export async function listenOn(server: Server, port: number, whose: string): Promise<void> {
  server.listen(port, 'localhost')
  try {
    await once(server, 'listening')
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken) throw error
    throw new ConfigError(
      `port ${port}, ${whose}, is taken: choose another, for example --port ${port + 10} ` +
        '(a second Countersign needs a --data folder of its own, too)',
      { cause: error },
    )
  }
}

/** Throws the same before anything slow has begun. */
export async function assertFree(port: number, whose: string): Promise<void> {
  const server = createServer()
  await listenOn(server, port, whose)
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
