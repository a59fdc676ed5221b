// The schedules of `npm start`: each workload's tick, the reaper and the daily housekeeping, by the stage's own logins.
import * as path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { folderStore, messageChannels } from '#clients'
import { localStage, messageConfig, nightTime } from '#config'
import { type Database, openDatabase } from '#database'
import { dailyWork, deliverDue, errorFacts, type Log, runReaper, tick } from '#queue'
import { registry } from '#workloads'
import { shown } from './database-parts.ts'
import { watchDecisions } from './decisions.ts'
import { filesFolder } from './files-folder.ts'
import { fileLog } from './log-file.ts'
import { narrator } from './narrate.ts'
import type { Ground, Part } from './part.ts'

const minuteMs = 60_000
export const periods = {
  usual: { tickMs: 5 * minuteMs, reaperMs: 60 * minuteMs, said: 'every 5 minutes' },
  fast: { tickMs: 3_000, reaperMs: 30_000, said: 'every 3 seconds' },
  'at once': { tickMs: 500, reaperMs: 30_000, said: 'until nothing is left to do' },
}
/** How long one invocation may take, as where it is deployed. */
const withinMs = 5 * minuteMs
// Together less than the 3 s in which all of `npm start` ends.
const finishMs = 300
const giveBackMs = 2_200

/** What a schedule calls, and how often. */
interface Schedule {
  periodMs: number
  run(database: Database, statements: () => number): Promise<void>
  /** The login it runs as. */
  login: string
}

/** Begins when everything else has started: each schedule runs at once, then every so often. */
export async function schedules(ground: Ground): Promise<Part> {
  const file = path.join(ground.dataDir, 'log.jsonl')
  const log = both(fileLog(file), narrator(ground.say))
  const stop = new AbortController()
  const abort = new AbortController()
  const period = periods[ground.pace]
  const running: Promise<void>[] = []
  let woken = new AbortController()
  const decisions = await watchDecisions(ground, () => {
    woken.abort()
    woken = new AbortController()
  })
  ground.decided = decisions.decided
  const opened: Database[] = []
  const all = listed(ground, log, stop.signal, abort.signal)
  return {
    name: 'schedules',
    about: `${period.said}, logged in ${shown(file)}`,
    begin() {
      for (const schedule of all) {
        let statements = 0
        const database = openDatabase(ground.logins[schedule.login] ?? '', {
          onRoundTrip: () => {
            statements += 1
          },
          // A server of our own is there or gone for good; another may be waking up.
          ...(ground.server ? { retryForMs: 500 } : {}),
        })
        opened.push(database)
        // What failed begins anew at the next period.
        const job = () =>
          schedule
            .run(database, () => statements)
            .catch((error: unknown) =>
              log('schedule failed', { schedule: schedule.login, ...errorFacts(error) }),
            )
        running.push(every(schedule.periodMs, job, stop.signal, () => woken.signal))
      }
    },
    async stop() {
      await decisions.stop()
      stop.abort()
      const ended = Promise.all(running)
      await within(finishMs, ended)
      abort.abort()
      await within(giveBackMs, ended)
      await Promise.all(opened.map((database) => database.close()))
    },
  }
}

function listed(ground: Ground, log: Log, stop: AbortSignal, abort: AbortSignal): Schedule[] {
  const { tickMs, reaperMs } = periods[ground.pace]
  const files = folderStore(
    filesFolder(ground.dataDir, ground.server ? undefined : ground.databaseUrl),
  )
  const tell = messenger(log, ground.origin)
  // A night at once after the start: one that was missed while this machine slept is caught up.
  const clock = { ...nightTime(), atOnce: true }
  const stopped = new Promise((resolve) => stop.addEventListener('abort', resolve))
  const names = [...new Set(registry.map(({ definition }) => definition.workload))]
  const ticks = names.map((name) => {
    const workloads = registry.filter(({ definition }) => definition.workload === name)
    const definitions = workloads.map(({ definition }) => definition)
    const daily = dailyWork(definitions, clock, log)
    const needsTools = definitions.some(({ needs }) => needs.tex || needs.browser)
    return {
      login: name,
      periodMs: tickMs,
      async run(database: Database, statements: () => number) {
        await daily(database)
        if (needsTools) await Promise.race([ground.prepared, stopped])
        if (stop.aborted) return
        const { policy } = ground
        const options = { database, workloads, function: `tick/${name}`, policy, log, withinMs }
        const { outcome } = await tick({ ...options, statements, files, stop, abort }).catch(
          (error: unknown) => {
            ground.ticked(name, 'failed')
            throw error
          },
        )
        ground.ticked(name, outcome)
        await tell(database)
      },
    }
  })
  const reaper = async (database: Database) => void (await runReaper({ database, log }))
  return [...ticks, { login: 'reaper', periodMs: reaperMs, run: reaper }]
}

/** Sends what people have not been told yet, on the channels that are configured. */
function messenger(log: Log, origin: string) {
  const { times, timeZone, titles, ...configured } = messageConfig()
  const channels = messageChannels(configured)
  const { name: stage } = localStage
  return async (database: Database) => {
    if (channels.length === 0) return
    await deliverDue(database, { channels, origin, stage, times, timeZone, titles, log })
  }
}

/** Runs a job at once and then from period to period, or when woken; never twice at a time, until stopped. */
async function every(
  periodMs: number,
  job: () => Promise<void>,
  stop: AbortSignal,
  woken: () => AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const beganMs = performance.now()
    const signal = AbortSignal.any([stop, woken()])
    await job()
    const restMs = Math.max(0, periodMs - (performance.now() - beganMs))
    await pause(restMs, undefined, { signal }).catch(() => undefined)
  }
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  const over = pause(limitMs, undefined, { signal: limit.signal }).catch(() => undefined)
  await Promise.race([work, over])
  limit.abort()
}

function both(one: Log, other: Log): Log {
  return (event, facts) => {
    one(event, facts)
    other(event, facts)
  }
}
