// A process of its own that keeps a server, for tests that kill it, or run it as another user.
import { startPostgres } from '../../packages/local/postgres.ts'
import { PostgresUnavailable } from '../../packages/local/postgres-unavailable.ts'
import { thisHost } from '../../packages/local/run-as.ts'

const { sharedDir = thisHost.sharedDir, ...options } = JSON.parse(process.argv[2] ?? '{}')

const say = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`)

try {
  const server = await startPostgres(options, { ...thisHost, sharedDir })
  process.on('SIGINT', () => say({ signal: 'SIGINT' }))
  process.stdin.once('data', async () => {
    await server.stop()
    process.stdin.destroy()
  })
  say({ pid: server.pid, port: server.port, dataDir: server.dataDir, url: server.url() })
} catch (error) {
  if (!(error instanceof PostgresUnavailable)) throw error
  say({ refused: error.message })
}
