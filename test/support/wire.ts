// A wire to a Postgres server that can be cut: before a request goes out, or once its answer is on the way.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Wire {
  port: number
  /** The same URL by way of this wire. */
  through(url: string): string
  /** The next bytes of a client never arrive: its connection is cut instead. */
  cutNextRequest(): void
  /** The next bytes of a client arrive and are carried out; the connection is cut at the end of the answer. */
  loseNextAnswer(): void
  /** Where new connections lead from now on; those that are open stay where they are. */
  leadTo(port: number): void
  stop(): void
}

// ReadyForQuery outside a transaction: what precedes it is committed
// (postgresql.org/docs/current/protocol-message-formats.html).
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** Listens on loopback and passes everything on to the server at `port` of this machine. */
export async function startWire(port: number): Promise<Wire> {
  let target = port
  let armed: 'request' | 'answer' | undefined
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    let losing = false
    let tail = Buffer.alloc(0)
    for (const end of [near, far]) {
      ends.add(end)
      end.setNoDelay(true)
      end.on('error', () => undefined)
      end.on('close', () => {
        ends.delete(end)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => {
      const told = armed
      armed = undefined
      if (told === 'request') return near.destroy()
      losing ||= told === 'answer'
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!losing) return near.write(bytes)
      tail = Buffer.concat([tail, bytes]).subarray(-ready.length)
      if (tail.equals(ready)) near.destroy()
      return true
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = (server.address() as AddressInfo).port
  return {
    port: own,
    through: (url) => Object.assign(new URL(url), { port: String(own) }).href,
    cutNextRequest: () => {
      armed = 'request'
    },
    loseNextAnswer: () => {
      armed = 'answer'
    },
    leadTo: (next) => {
      target = next
    },
    stop: () => {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}
