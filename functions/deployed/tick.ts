// A workload's tick as a Lambda.
import type { Context } from 'aws-lambda'
import { bucketStore } from '#clients'
import { bucketConfig, deployedStage, nightTime } from '#config'
import { dailyWork, passkeyPolicy, type Registered, type TickReport, tick } from '#queue'
import { logOf, once, opened } from './open.ts'
import { pinned } from './pinned.ts'
import { tellMs, tellPeople } from './tell.ts'

export interface TickHandlerOptions {
  /**
   * The nightly function of this name, with a login of its own: what the night brings is due at its hour. For a
   * tick it is due an hour later, when the night's own function has failed.
   */
  nightly?: string
}

/**
 * Enqueues what the day brings, runs what is due until this invocation's own deadline, then tells people. Any
 * number of invocations may overlap or be lost. Rejects where the database can't be reached or does not serve
 * this version; the next tick tries again.
 */
export function tickHandler(workloads: readonly Registered[], options: TickHandlerOptions = {}) {
  const definitions = workloads.map(({ definition }) => definition)
  const workload = definitions[0]?.workload ?? ''
  const { nightly } = options
  const parts = once(() => {
    const bucket = bucketConfig()
    return {
      ...opened(nightly ?? workload),
      policy: passkeyPolicy(deployedStage(), pinned()),
      files: bucket && bucketStore(bucket),
    }
  })
  const clock = once(() => {
    const { hour, timeZone } = nightTime()
    return { timeZone, hour: hour === null || nightly !== undefined ? hour : hour + 1 }
  })
  return async (_event: unknown, context: Context): Promise<TickReport> => {
    const log = logOf(context)
    const { database, statements, servable, policy, files } = parts()
    await servable()
    await dailyWork(definitions, clock(), log)(database)
    const report = await tick({
      database,
      workloads,
      function: nightly ?? `tick/${workload}`,
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
