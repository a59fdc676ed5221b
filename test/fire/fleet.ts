// A fleet of worker processes under fire: each is killed or frozen, and replaced at once.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { WorkerOrders } from './worker.ts'

const script = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** The verbs that a worker's tick calls for a parcel, in the order in which it comes to them. */
const verbs = [
  'claim',
  'heartbeat',
  'advance',
  'park',
  'begin_effect',
  'finish_effect',
  'note_effect',
  'release',
  'settle_effect',
  'complete',
  'record_invocation',
]

/** Every point to die at: before each verb is sent, once it is sent, once it has answered, and in the work. */
export const deaths = [
  ...verbs.flatMap((verb) => [`before ${verb}`, `during ${verb}`, `after ${verb}`]),
  'in the slice',
  'acted',
  'accepted',
]

/** Where a worker freezes, to wake when others have gone on without it. */
export const freezes = [
  'after claim',
  'after begin_effect',
  'acted',
  'before park',
  'before complete',
]

export interface FleetOptions {
  database: string
  world: string
  /** A folder for compiled code: starting processes is most of what this costs. */
  cache: string
  /** How many live at a time. */
  size: number
  /** The points not reached yet are told to one worker after the other. */
  deaths: readonly string[]
  freezes: readonly string[]
  /** The longest a worker lives that reaches no point, in milliseconds. */
  lifeMs: number
  /** How long a frozen worker sleeps, in milliseconds: longer than any act may take. */
  sleepMs: number
  random: () => number
}

/** Starts the fleet. Deaths go on until `stop`, which leaves no process behind. */
export function startFleet(options: FleetOptions) {
  const { size, random } = options
  const points = pointsOf(options)
  const living = new Set<ChildProcess>()
  const gone: string[] = []
  const timers = new Set<NodeJS.Timeout>()
  const complaints: string[] = []
  let killed = 0
  let stopped = false

  const later = (ms: number, what: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      what()
    }, ms)
    timers.add(timer)
  }
  const launch = () => {
    const told = points.orders()
    const child = spawn(process.execPath, [script, JSON.stringify(told)], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: options.cache },
    })
    living.add(child)
    child.stdin.on('error', () => undefined)
    child.stderr.on('data', (bytes) => complaints.push(`${told.name}: ${bytes}`))
    // Counted from when it can work; who is to freeze must live to wake.
    const wakesMs = told.signal === 'SIGSTOP' ? 2 * options.sleepMs : 0
    const lifeMs = wakesMs + options.lifeMs * (0.2 + 0.8 * random())
    const hear = (line: string) => {
      if (line === 'ready') return later(lifeMs, () => child.kill('SIGKILL'))
      points.reached(told, line)
      if (told.signal !== 'SIGSTOP') return
      // Nobody hears from it for a while: for everybody else it is gone, until it wakes.
      gone.push(told.name)
      later(options.sleepMs, () => child.kill('SIGCONT'))
    }
    createInterface({ input: child.stdout }).on('line', hear)
    child.once('exit', () => {
      killed += 1
      gone.push(told.name)
      living.delete(child)
      if (!stopped) launch()
    })
  }
  for (let at = 0; at < size; at++) launch()

  return {
    /** Names of workers that are dead or frozen: their leases will lapse. */
    gone,
    /** What workers wrote to their standard error. */
    complaints,
    /** How many processes died so far. */
    killed: () => killed,
    /** The points that nobody has reached yet. */
    unreached: points.unreached,
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      const ends = [...living].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of living) child.kill('SIGKILL')
      await Promise.all(ends)
    },
  }
}

/** Tells each worker where to die or freeze, until every point has been reached once. */
function pointsOf({ database, world, deaths, freezes, random }: FleetOptions) {
  const left = { SIGKILL: [...deaths], SIGSTOP: [...freezes] }
  let made = 0
  return {
    orders: (): WorkerOrders => {
      made += 1
      const signal = left.SIGSTOP.length > 0 && made % 4 === 0 ? 'SIGSTOP' : 'SIGKILL'
      const point = left[signal][made % Math.max(1, left[signal].length)]
      const common = { name: `fire-${made}`, database, world, batch: 1 + Math.floor(random() * 4) }
      if (point === undefined) return common
      return { ...common, point, signal, nth: 1 + Math.floor(random() * 2) }
    },
    reached: ({ signal = 'SIGKILL' }: WorkerOrders, point: string) => {
      left[signal] = left[signal].filter((other) => other !== point)
    },
    unreached: () => [...left.SIGKILL, ...left.SIGSTOP],
  }
}
