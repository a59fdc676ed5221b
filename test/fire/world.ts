// The other side: a small service that does what it is asked at once, and logs every request.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  what: 'slice' | 'act' | 'look'
  task: number
  /** The step of a slice, the effect of an act. */
  name: string
  worker: string
}

export interface World {
  url: string
  log: Seen[]
  /** How often it really happened. */
  acts(task: number, effect: string): number
  stop(): Promise<void>
}

/** Listens on loopback. It knows no ids of requests: asked twice, it does the same thing twice. */
export async function startWorld(): Promise<World> {
  const log: Seen[] = []
  const acts = (task: number, effect: string) =>
    log.filter((seen) => seen.what === 'act' && seen.task === task && seen.name === effect).length
  const server = createServer((request, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://world')
    const told = (name: string) => searchParams.get(name) ?? ''
    const seen = { task: Number(told('task')), name: told('name'), worker: told('worker') }
    const what = kinds.find((kind) => pathname === `/${kind}`)
    if (what) log.push({ what, ...seen })
    response.statusCode = what ? 200 : 404
    response.end(JSON.stringify({ times: acts(seen.task, seen.name) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    acts,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const kinds = ['slice', 'act', 'look'] as const

/** Asks the world at `url`; answers how often that task's effect has happened. */
export async function ask(url: string, seen: Seen, signal: AbortSignal): Promise<number> {
  const { what, ...facts } = seen
  const query = new URLSearchParams({ ...facts, task: String(seen.task) })
  const response = await fetch(`${url}/${what}?${query}`, { method: 'POST', signal })
  const { times } = (await response.json()) as { times: number }
  return times
}
