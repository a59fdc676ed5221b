// A workload's tick as a Lambda.
import type { Context } from 'aws-lambda'
import { bucketStore } from '#clients'
import { bucketConfig, deployedStage, nightTime } from '#config'
import { dailyWork, passkeyPolicy, type Registered, type TickReport, tick } from '#queue'
import { logOf, once, opened } from './open.ts'
import { pinned } from './pinned.ts'
import { tellMs, tellPeople } from './tell.ts'

export interface TickHandlerOptions {
  /** The name it is recorded under; `tick/<workload>` by default. */
  name?: string
  /** Its nightly work is due at the night's hour; otherwise an hour later, when the night's own function failed. */
  nightly?: boolean
}

/**
 * Enqueues what the day brings, runs what is due until this invocation's own deadline, then tells people. Any
 * number of invocations may overlap or be lost. Rejects where the database can't be reached or does not serve
 * this version; the next tick tries again.
 */
export function tickHandler(workloads: readonly Registered[], options: TickHandlerOptions = {}) {
  const definitions = workloads.map(({ definition }) => definition)
  const workload = definitions[0]?.workload ?? ''
  const { name = `tick/${workload}`, nightly = false } = options
  const parts = once(() => {
    const bucket = bucketConfig()
    return {
      ...opened(workload),
      policy: passkeyPolicy(deployedStage(), pinned()),
      files: bucket && bucketStore(bucket),
    }
  })
  const clock = once(() => {
    const { hour, timeZone } = nightTime()
    return { timeZone, hour: hour === null || nightly ? hour : hour + 1 }
  })
  return async (_event: unknown, context: Context): Promise<TickReport> => {
    const log = logOf(context)
    const { database, statements, servable, policy, files } = parts()
    await servable()
    await dailyWork(definitions, clock(), log)(database)
    const report = await tick({
      database,
      workloads,
      function: name,
      policy,
      log,
      withinMs: context.getRemainingTimeInMillis() - tellMs,
      statements,
      ...(files && { files }),
    })
    await tellPeople(database, log)
    return report
  }
}
