// A world for applications: boards that answer what a test wants, a profile of its choice, perhaps a model.
import { createHash } from 'node:crypto'
import { httpClient, languageModel } from '#clients'
import type { ApplicationPayload } from '../../../../packages/workloads/jobs/application/payload.ts'
import type { World } from '../../../../packages/workloads/jobs/application/world.ts'
import {
  greenhousePosting,
  type Posting,
} from '../../../../packages/workloads/jobs/boards/index.ts'
import type { Profile } from '../../../../packages/workloads/jobs/profile/index.ts'
import { type Answer, fakeBoards } from '../../../fakes/boards.ts'
import { greenhouseJob } from '../board-fixtures.ts'

const board = '/v1/boards/ferrograph'

/** `profile`, `model` and the board's `answers` may be changed between ticks. */
export async function madeUpWorld(profile: Profile, engine: World['engine']) {
  const answers: Record<string, Answer> = { [board]: { body: { name: 'Ferrograph' } } }
  const boards = await fakeBoards(answers)
  const settings = { profile, model: null as { baseUrl: string; tokensPerTask: number } | null }
  const world: World = {
    async profile() {
      const bundle = Buffer.from(JSON.stringify(settings.profile))
      const sha256 = createHash('sha256').update(bundle).digest('hex')
      return { profile: settings.profile, sha256, bundle }
    },
    connect: () => ({
      http: httpClient({ allowedHosts: ['localhost'], gapMs: 0, backoff: { attempts: 1 } }),
      baseUrl: boards.baseUrl,
    }),
    engine,
    // These boards have no pages: whoever comes so far is handed over.
    form: (_place, _ctx, work) =>
      work({
        reading: { kind: 'handover', why: 'unknown-form', detail: 'a board without pages' },
        refused: [],
        fill: () => Promise.reject(new Error('there is no form')),
        submit: () => Promise.reject(new Error('there is no form')),
      }),
    model() {
      if (settings.model === null) return null
      const { baseUrl, tokensPerTask } = settings.model
      const service = { kind: 'anthropic' as const, apiKey: 'k', baseUrl }
      return { model: languageModel({ model: 'm', service }), tokensPerTask }
    },
  }
  return {
    world,
    settings,
    boards,
    /** What the board says of the job from now on; undefined: it is gone. */
    says(id: number, answer: Answer | undefined) {
      if (answer) answers[`${board}/jobs/${id}`] = answer
      else delete answers[`${board}/jobs/${id}`]
    },
  }
}

export const content = (lines: string) =>
  `<h2>You bring</h2><ul>${lines}</ul>`.replace(/</g, '&lt;').replace(/>/g, '&gt;')

export const wanted = content(
  '<li>TypeScript and Postgres in production</li><li>Job queues, AWS and Terraform</li>',
)

/** A job of the board, and the application that a night would have enqueued for it. */
export function jobAndPayload(id: number, more: Record<string, unknown> = {}) {
  const job = greenhouseJob({ id, content: wanted, ...more })
  const posting = greenhousePosting(job, 'ferrograph', 'Ferrograph')
  if ('leftOut' in posting) throw new Error(posting.leftOut)
  return { job, posting, payload: payloadOf(posting) }
}

function payloadOf(posting: Posting): ApplicationPayload {
  const parts = [{ name: 'skills' as const, points: 12, why: '5 of 6 skills' }]
  return {
    posting,
    night: { date: '2026-11-30', score: 12, parts, unclear: [], flags: posting.flags },
  }
}
