// Starts keepers, asks servers, and tells whether a process still lives.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { z } from 'zod'

/** As which user to run; nothing in it means: as we are. */
export type User = { uid: number; gid: number } | Record<string, never>

export const isRoot = process.getuid?.() === 0
/** A user that isn't root: uid 65534 where we are root, else ourselves. */
export const ordinary: User = isRoot ? { uid: 65534, gid: 65534 } : {}

const Ready = z.object({ pid: z.number(), port: z.number(), dataDir: z.string(), url: z.string() })

export interface Keeper extends z.infer<typeof Ready> {
  node: ChildProcess
  /** The next line it says. */
  heard(): Promise<unknown>
  /** Asks it to stop its server; resolves with its exit code once it has ended by itself. */
  stop(): Promise<number | null>
}

export interface KeepOptions {
  as?: User
  /** Of a project staged elsewhere. */
  script?: string
  nodePath?: string
  env?: Record<string, string>
}

export const keeperScript = fileURLToPath(new URL('./keeper.ts', import.meta.url))

/** Starts a keeper in a process group of its own; rejects with what its server's start said. */
export async function keep(
  options: { dataDir: string; durable?: boolean; port?: number; sharedDir?: string },
  { as = {}, script = keeperScript, nodePath = process.execPath, env = {} }: KeepOptions = {},
): Promise<Keeper> {
  const json = JSON.stringify({ durable: false, ...options })
  const node = spawn(nodePath, [script, json], {
    ...as,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let complaint = ''
  node.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2_000)
  })
  const lines = createInterface({ input: node.stdout })[Symbol.asyncIterator]()
  const heard = async () => {
    const { value } = await lines.next()
    return value === undefined ? undefined : JSON.parse(value)
  }
  const first = await heard()
  const ready = Ready.safeParse(first)
  if (!ready.success) throw new Error(first?.refused ?? `the keeper died: ${complaint}`)
  const ended = new Promise<number | null>((resolve) => node.once('exit', resolve))
  const stop = () => {
    node.stdin.write('stop\n')
    return ended
  }
  return { ...ready.data, node, heard, stop }
}

/** Runs statements on a connection of their own and answers the last one's rows. */
export async function ask(url: string, ...texts: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const text of texts) rows = (await client.query(text)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** Lives and isn't a zombie. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}
