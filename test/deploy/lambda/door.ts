// A door in front of a server of this machine: open, asleep (it takes connections and says nothing), or shut.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Door {
  address: string
  open(): Promise<void>
  /** As a database whose compute has to be started first. */
  sleep(): void
  /** Refuses connections, and cuts those that there are. */
  shut(): Promise<void>
  stop(): Promise<void>
}

export async function startDoor(behind: string): Promise<Door> {
  const [host = '', behindPort = ''] = behind.split(':')
  const inside = new Set<Socket>()
  const waiting = new Set<Socket>()
  let asleep = false
  const through = (socket: Socket) => {
    const upstream = connect(Number(behindPort), host)
    socket.pipe(upstream).pipe(socket)
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  }
  const server = createServer((socket) => {
    inside.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => inside.delete(socket))
    if (asleep) waiting.add(socket)
    else through(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = async () => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    for (const socket of inside) socket.destroy()
    await closed
  }
  return {
    address: `127.0.0.1:${port}`,
    open: async () => {
      asleep = false
      for (const socket of waiting) through(socket)
      waiting.clear()
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    sleep: () => {
      asleep = true
    },
    shut: cut,
    stop: cut,
  }
}
