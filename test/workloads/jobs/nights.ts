// Whole nights for a test: boards of our own on this machine, the real runner, a real database.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { folderStore, type HttpClient, httpClient } from '#clients'
import { enqueue, type Implementation, taskOf } from '#queue'
import { jobApplication } from '../../../packages/workloads/jobs/application/definition.ts'
import { ApplicationPayload } from '../../../packages/workloads/jobs/application/payload.ts'
import { readNights } from '../../../packages/workloads/jobs/night/nights.ts'
import { type NightFile, parseNight } from '../../../packages/workloads/jobs/night/table.ts'
import { storedProfile } from '../../../packages/workloads/jobs/profile/index.ts'
import { jobSearch } from '../../../packages/workloads/jobs/search/definition.ts'
import { jobSearchIn } from '../../../packages/workloads/jobs/search/steps.ts'
import { type Answer, type Answers, fakeBoards } from '../../fakes/boards.ts'
import { workshop } from '../../support/workshop.ts'

const example = new URL('../../../profile.example/', import.meta.url)

/** The bundle of the example profile, with another search.yaml. */
export async function profileWith(search: object): Promise<Uint8Array> {
  const resume = await readFile(new URL('resume.json', example), 'utf8')
  const answers = await readFile(new URL('answers.yaml', example), 'utf8')
  const texts = {
    'resume.json': resume,
    'answers.yaml': answers,
    // YAML reads JSON.
    'search.yaml': JSON.stringify(search),
  }
  return Buffer.from(JSON.stringify(texts))
}

/**
 * A database with the search and the applications registered (which never run here), and boards that
 * answer whatever `answers` says at the time. `profile` may be changed between slices.
 */
export async function nightShop(search: object, answers: Answers) {
  const home = await mkdtemp(path.join(tmpdir(), 'countersign-nights-'))
  const files = folderStore(home)
  const boards = await fakeBoards(answers)
  afterAll(async () => {
    await boards.close()
    await rm(home, { recursive: true })
  })
  const world = {
    bundle: await profileWith(search),
    /** Stands before every request: to hold it, or to end the world. */
    onRequest: async (_url: string): Promise<void> => {},
    /** Where the boards are; a test may send the search elsewhere. */
    baseUrl: boards.baseUrl,
  }
  const implementation = jobSearchIn({
    // As from a folder: the search keeps it by itself.
    profile: async (ctx) => {
      const sha256 = await files.put(world.bundle)
      const { profile, bundle } = await storedProfile(ctx.files, sha256)
      return { profile, sha256, bundle }
    },
    connect: () => ({ http: client(world), baseUrl: world.baseUrl }),
  })
  // Registered, so that it can be enqueued; nothing here runs it.
  const never: Implementation = { bind: () => ({ kind: 'unknown', why: 'not in this test' }) }
  const shop = await workshop([
    { definition: jobSearch, implementation },
    { definition: jobApplication, implementation: never },
  ])
  const workloads = [{ definition: jobSearch, load: async () => ({ implementation }) }]
  const worker = shop.db.as(shop.worker)
  const tick: typeof shop.tick = (options = {}) =>
    shop.tick({ withinMs: 300_000, files, workloads, ...options })
  const table = async (sha256: string): Promise<NightFile> => parseNight(await files.get(sha256))
  return {
    ...shop,
    /** The folder of the files. */
    home,
    files,
    boards,
    answers,
    world,
    workloads,
    tick,
    table,
    /** Enqueues the night of a day. */
    begin: async (date: string) => (await enqueue(worker, taskOf(jobSearch, date))).taskId,
    /** A whole night: its task, its table and its entry in the list. */
    night: async (date: string) => {
      const { taskId } = await enqueue(worker, taskOf(jobSearch, date))
      await tick()
      const { status, result } = await shop.task(taskId)
      if (status !== 'completed') throw new Error(`the night of ${date} is ${status}`)
      return { taskId, table: await table(Object(result).table), result: Object(result) }
    },
    /** Loses the bytes of a file. */
    forget: (sha256: string) => rm(path.join(home, sha256.slice(0, 2), sha256)),
    nights: () => readNights(shop.db.as(shop.approverLogin)),
    /** The applications that were enqueued, in order. */
    applications: async () => {
      const rows = await shop.admin.query<Application>(
        `select id, idempotency_key as key, payload, parent_id as night, status, actor
         from countersign.tasks where capability = 'job-application' order by id`,
      )
      return rows.map((row) => ({ ...row, payload: ApplicationPayload.parse(row.payload) }))
    },
  }
}

interface Application extends Record<string, unknown> {
  id: number
  key: string
  payload: unknown
  night: number
  status: string
  actor: string
}

/** Our client without its pauses, and with the test's word before each request. */
function client(world: { onRequest: (url: string) => Promise<void> }): HttpClient {
  const real = httpClient({ allowedHosts: ['localhost'], gapMs: 0, wait: async () => {} })
  return {
    ...real,
    request: async (request) => {
      await world.onRequest(request.url)
      return await real.request(request)
    },
  }
}

/** What a night's table says apart from when it was read. */
export function timeless({ asOf: _, boards, ...table }: NightFile): unknown {
  return { ...table, boards: boards.map(({ readAt: __, ...board }) => board) }
}

/** An answer with the validator that its body has. */
export function tagged(body: unknown): Answer {
  const etag = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)
  return { body, headers: { etag: `"${etag}"` } }
}
