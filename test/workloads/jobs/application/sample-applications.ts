// Applications to the sample boards by the real runner and a real browser, in one process.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { folderStore, httpClient } from '#clients'
import { enqueue, parseBody, type RequestBody, type TickOptions } from '#queue'
import { jobApplication } from '../../../../packages/workloads/jobs/application/definition.ts'
import type { ApplicationPayload } from '../../../../packages/workloads/jobs/application/payload.ts'
import { ApplicationState } from '../../../../packages/workloads/jobs/application/state.ts'
import { applicationsIn } from '../../../../packages/workloads/jobs/application/steps.ts'
import { openedForm, type World } from '../../../../packages/workloads/jobs/application/world.ts'
import { postingKey } from '../../../../packages/workloads/jobs/boards/index.ts'
import { age } from '../../../support/age.ts'
import { exampleProfile } from '../../../support/invented-profiles.ts'
import { type SampleForms, sampleForms } from '../../../support/sample-forms.ts'
import { testEngine } from '../../../support/tex.ts'
import { workshop } from '../../../support/workshop.ts'

export type Sample = SampleForms['boards']['postings'][number]

/** A database, the sample boards, and a store of files; documents are made once, by real TeX. */
export async function sampleApplications() {
  const forms = await sampleForms()
  const home = await mkdtemp(path.join(tmpdir(), 'countersign-applications-'))
  const files = folderStore(home)
  const example = await exampleProfile()
  const bundle = Buffer.from(JSON.stringify(example))
  const sha256 = createHash('sha256').update(bundle).digest('hex')
  const connect = () => ({
    http: httpClient({ allowedHosts: ['localhost'], gapMs: 0 }),
    baseUrl: forms.boards.origin,
  })
  const world: World = {
    profile: async () => ({ profile: example, sha256, bundle }),
    connect,
    engine: testEngine,
    form: (place, ctx, work) => openedForm(connect(), place, ctx, work),
    model: () => null,
  }
  // Without caps, so that a test may leave tasks waiting.
  const definition = { ...jobApplication, caps: { leaseSeconds: 60 } }
  const shop = await workshop([{ definition, implementation: applicationsIn(world) }])
  let made: Pick<ApplicationState, 'draft' | 'documents' | 'profileSha256'> | undefined
  const stateOf = async (id: number) => ApplicationState.parse((await shop.task(id)).state)

  const take = async (sample: Sample) => {
    const posting = await forms.posting(sample)
    const night = { date: '2026-11-30', score: 41.5, parts: [], unclear: [], flags: [] }
    const payload: ApplicationPayload = { posting, night }
    const task = { capability: 'job-application', payload, key: postingKey(posting) }
    return (await enqueue(shop.db.as(shop.worker), task)).taskId
  }
  return {
    ...shop,
    forms,
    world,
    files,
    stateOf,
    tick: (options: Partial<TickOptions> = {}) =>
      shop.tick({ withinMs: 300_000, files, ...options }),
    /** The first sample posting whose title holds this. */
    titled(part: string): Sample {
      const found = forms.boards.postings.find(({ title }) => title.includes(part))
      if (!found) throw new Error(`no sample posting is called ${part}`)
      return found
    },
    /** A new application whose documents are those of the first one, at its form. */
    async atForm(sample: Sample, more: Partial<ApplicationState> = {}): Promise<number> {
      const id = await take(sample)
      if (!made) {
        await shop.tick({ withinMs: 300_000, files })
        const { draft, documents, profileSha256 } = await stateOf(id)
        made = { draft, documents, profileSha256 }
        return id
      }
      await shop.admin.query(
        `update countersign.tasks set step = 'fill', state = $2 where id = $1`,
        [id, JSON.stringify({ ...made, ...more })],
      )
      await shop.tick({ withinMs: 300_000, files })
      return id
    },
    async body(id: number): Promise<RequestBody> {
      return parseBody(String((await shop.request(id)).body))
    },
    /** Answers the open request at a gate that asks. */
    async answer(id: number, answers: Record<string, string | number | boolean | string[] | null>) {
      const { seen } = await shop.request(id)
      await shop.approver.answer(seen, { answers, by: 'ana', level: 'session' })
    },
    /** Lets the window of a begun effect pass. */
    async windowPasses(id: number) {
      for (const { id: effect } of await shop.admin.query<{ id: number }>(
        'select id from countersign.effects where task_id = $1',
        [id],
      )) {
        await age(shop.admin, 'effects', effect, { acts_until: '1 hour' })
      }
    },
    async stop() {
      await forms.stop()
      await rm(home, { recursive: true })
    },
  }
}
