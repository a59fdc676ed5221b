// The approval pages as a Lambda, behind its own address or the owner's domain.
import type { Context } from 'aws-lambda'
import { handle, type LambdaEvent } from 'hono/aws-lambda'
import { approvalsApp } from '#approvals'
import { bucketStore, FileUnavailable } from '#clients'
import { bucketConfig, deployedStage } from '#config'
import { errorFacts, type Log } from '#queue'
import { workloadPages } from '#workloads/pages'
import { logOf, once, opened } from './open.ts'
import { pinned } from './pinned.ts'

/** A person waits: with the last attempt's own limit this ends before the function's time does. */
const retryForMs = 10_000
/** An answer of a Lambda is at most 6 MB, as base64. */
const largestFileBytes = 4_400_000
/** Of the ticks' schedule, which says by when a decision is carried out. */
const tickSeconds = 300

/**
 * Answers every request by the app. The origin that passkeys are bound to is the deployment's own setting, or
 * else the address under which AWS reached this function, which no request can choose.
 */
export function approvalsHandler() {
  const parts = once(() => opened('approver', retryForMs))
  let made: { origin: string; answer: ReturnType<typeof handle> } | undefined
  let current: Log = () => {}
  const log: Log = (event, facts) => current(event, facts)
  return async (event: LambdaEvent, context: Context) => {
    current = logOf(context)
    const { database, servable } = parts()
    try {
      await servable()
    } catch (error) {
      log('not served', errorFacts(error))
      return unavailable
    }
    const stage = deployedStage(`https://${domainOf(event)}`)
    if (made?.origin !== stage.origin) {
      const workloads = await Promise.all(
        workloadPages.map(async ({ load, ...one }) => ({ ...one, ...(await load()) })),
      )
      const app = approvalsApp({
        database,
        stage,
        files: { read },
        log,
        tickSeconds,
        workloads,
        pins: pinned(),
      })
      made = { origin: stage.origin, answer: handle(app) }
    }
    return await made.answer(event, context)
  }
}

const unavailable = {
  statusCode: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '60' },
  body: 'The database does not answer right now. Nothing was decided; try again in a minute.\n',
}

function domainOf({ requestContext }: LambdaEvent): string {
  return 'domainName' in requestContext ? String(requestContext.domainName) : ''
}

const store = once(() => {
  const bucket = bucketConfig()
  return bucket && bucketStore(bucket)
})

async function read(sha256: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await store()?.get(sha256)
    return bytes && bytes.byteLength <= largestFileBytes ? bytes : undefined
  } catch (error) {
    if (error instanceof FileUnavailable) return undefined
    throw error
  }
}
