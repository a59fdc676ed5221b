// What stands between a test file and its server: nothing, the Neon stand-in, or PgBouncer.
import type { Lane, ServerFacts } from './lane.ts'
import { type NeonStandIn, startNeonStandIn } from './neon-stand-in.ts'
import { startPgBouncer } from './pgbouncer.ts'

export interface Front {
  /** A URL for `openDatabase`. In the lane `neon` it works in this process only. */
  url(database: string, user: string, password: string): string
  stop(): Promise<void>
  /** In the lane `neon`. */
  standIn?: NeonStandIn
}

/**
 * Opens the lane's way in to a server. `password` is that of all logins but the superuser. A lane
 * that can't be had fails and names the package to install.
 */
export async function openFront(lane: Lane, server: ServerFacts, password: string): Promise<Front> {
  if (lane === 'neon') {
    const standIn = await startNeonStandIn(server.port)
    return { url: urlAt(standIn.host), stop: standIn.stop, standIn }
  }
  if (lane === 'pgbouncer') {
    const bouncer = await startPgBouncer(server, password)
    return { url: urlAt(`127.0.0.1:${bouncer.port}`), stop: bouncer.stop }
  }
  return { url: urlAt(`127.0.0.1:${server.port}`), stop: async () => undefined }
}

export function urlAt(address: string): Front['url'] {
  return (database, user, password) =>
    `postgresql://${user}:${encodeURIComponent(password)}@${address}/${database}`
}
