// Notices by LISTEN, on a connection of their own: what wakes a resident worker at once.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { misuse } from './driver.ts'
import { toDatabaseError } from './errors.ts'
import { type Address, parseDatabaseUrl } from './url.ts'

export interface Listener {
  close(): Promise<void>
}

const CONNECT_MS = 10_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/**
 * Calls `onNotice` with the payload of every NOTIFY on `channel` until closed. A lost connection is
 * made again, after growing pauses; `onNotice` then gets one '', since notices may have been missed.
 *
 * Needs a direct URL, and uses pg over TCP for Neon too: behind a transaction pooler LISTEN succeeds
 * and stays silent. Rejects with a DatabaseError when the first connection fails, and for Neon's
 * pooler at once (0A000).
 */
export async function listen(
  url: string,
  channel: string,
  onNotice: (payload: string) => void,
): Promise<Listener> {
  const address = parseDatabaseUrl(url)
  if (address.isNeon && address.label.includes('-pooler.')) {
    throw misuse('0A000', "Neon's pooler passes no notices on: use the host without -pooler")
  }
  const closing = new AbortController()
  let session = await open(address, channel, onNotice)

  async function keepOpen(): Promise<void> {
    for (let tries = 0; ; tries++) {
      await session.ended
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10))
      const resting = pause(Math.random() * longest, undefined, { signal: closing.signal })
      await resting.catch(() => undefined)
      if (closing.signal.aborted) return
      const next = await open(address, channel, onNotice).catch(() => undefined)
      if (!next) continue
      session = next
      tries = 0
      if (closing.signal.aborted) await session.end()
      else onNotice('')
    }
  }
  const kept = keepOpen()
  return {
    async close() {
      closing.abort()
      await session.end()
      await kept
    },
  }
}

async function open(address: Address, channel: string, onNotice: (payload: string) => void) {
  const client = new pg.Client({
    connectionString: address.url,
    ssl: address.tls,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    fallback_application_name: 'countersign',
  })
  client.on('error', () => undefined) // 'end' follows; without a listener the process would end
  client.on('notification', (notice) => {
    if (notice.channel === channel) onNotice(notice.payload ?? '')
  })
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (thrown) {
    client.end().catch(() => undefined)
    throw toDatabaseError(thrown, 'connecting', address.label)
  }
  return { ended, end: () => client.end() }
}
