// A worker's process that ticks until it is killed, or until it reaches the point it is to die or freeze at.
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase, type Row } from '#database'
import { loopbackPolicy, tick } from '#queue'
import { fireWorkloads } from './parcels.ts'

/** What the fleet tells it as JSON. */
export interface WorkerOrders {
  name: string
  database: string
  world: string
  batch: number
  /** Where to die or freeze, at the n-th time; nowhere if left out. */
  point?: string
  nth?: number
  signal?: 'SIGKILL' | 'SIGSTOP'
}

const orders: WorkerOrders = JSON.parse(process.argv[2] ?? '{}')
// The fleet holds the other end: nobody is left behind when it dies.
process.stdin.resume().once('close', () => process.exit())

let reached = 0
function at(point: string): void {
  if (point !== orders.point) return
  reached += 1
  if (reached !== (orders.nth ?? 1)) return
  writeSync(1, `${point}\n`)
  process.kill(process.pid, orders.signal ?? 'SIGKILL')
}

const verbIn = (text: string) => /countersign\.(\w+)\(/.exec(text)?.[1] ?? 'nothing'
const own = openDatabase(orders.database, {
  // The statement is written to the socket in this turn of the event loop, its answer comes in a later one.
  onRoundTrip: ([text = '']) => void setImmediate(() => at(`during ${verbIn(text)}`)),
})
const database: Database = {
  ...own,
  query: async <R extends Row>(...args: Parameters<Database['query']>) => {
    const verb = verbIn(args[0])
    at(`before ${verb}`)
    const rows = await own.query<R>(...args)
    at(`after ${verb}`)
    return rows
  },
}

const workloads = fireWorkloads(orders.world, at)
writeSync(1, 'ready\n')
for (;;) {
  const { outcome } = await tick({
    database,
    workloads,
    function: orders.name,
    policy: loopbackPolicy,
    log: () => {},
    withinMs: 30_000,
    marginMs: 1_000,
    batch: orders.batch,
    // Few, so that ticks end often.
    maxTasks: 8,
    recordIdle: false,
  })
  if (outcome !== 'worked') await pause(50)
}
