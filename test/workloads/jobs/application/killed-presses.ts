// Applications whose worker dies around the press, on a form made up for it that counts what arrives.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { folderStore } from '#clients'
import type { Database } from '#database'
import { jobApplication } from '../../../../packages/workloads/jobs/application/definition.ts'
import { ApplicationState } from '../../../../packages/workloads/jobs/application/state.ts'
import { applicationsIn } from '../../../../packages/workloads/jobs/application/steps.ts'
import type {
  FormReading,
  OpenForm,
  Pressed,
} from '../../../../packages/workloads/jobs/forms/index.ts'
import { age } from '../../../support/age.ts'
import { exampleProfile } from '../../../support/invented-profiles.ts'
import { type Mortal, mortal, touched } from '../../../support/mortal.ts'
import { workshop } from '../../../support/workshop.ts'
import { jobAndPayload, madeUpWorld } from './made-up-world.ts'

const field = (key: string, label: string, kind: 'text' | 'email' | 'file') => ({
  ...{ key, label, kind, required: true, description: null, options: [], links: [] },
  ...{ section: 'main' as const, accepts: [], maxLength: null },
})
const fields = [
  field('name', 'Full name', 'text'),
  field('email', 'Email', 'email'),
  field('cv', 'Resume', 'file'),
]

/** What the employer has, by posting, and what the board says to the press. */
export interface Counting {
  received: Map<string, number>
  answer: Pick<Pressed, 'outcome' | 'saw'>
  fields: typeof fields
}

export async function killedPresses() {
  const home = await mkdtemp(path.join(tmpdir(), 'countersign-presses-'))
  const files = folderStore(home)
  const noTex = () => Promise.reject(new Error('nothing is made here'))
  const made = await madeUpWorld(await exampleProfile(), noTex)
  afterAll(async () => {
    await made.boards.close()
    await rm(home, { recursive: true })
  })
  const board: Counting = {
    received: new Map(),
    answer: { outcome: 'confirmed', saw: 'confirmation' },
    fields,
  }
  let process: Mortal = mortal(Number.POSITIVE_INFINITY)
  made.world.form = async (place, _ctx, work) => {
    process.touch()
    return await work(countingForm(board, place.externalId, () => process.touch()))
  }
  const definition = { ...jobApplication, caps: { leaseSeconds: 60 } }
  const s = await workshop([{ definition, implementation: applicationsIn(made.world) }])
  const document = async (name: string) => {
    const bytes = Buffer.from(`%PDF of ${name}`)
    const sha256 = await files.put(bytes)
    return { name, sha256, bytes: bytes.byteLength, pages: [], leftOut: [] }
  }
  const documents = { cv: await document('CV.pdf'), letter: await document('Letter.pdf') }

  let id = 700
  const tick = (options = {}) => s.tick({ withinMs: 300_000, files, ...options })
  return {
    ...s,
    board,
    world: made,
    tick,
    /** A new application that waits at the gate `submit`; answers the task and the posting's id. */
    async asked() {
      id += 1
      const { job, payload } = jobAndPayload(id)
      made.says(id, { body: job })
      const task = await s.enqueue('job-application', payload)
      await tick()
      const state = ApplicationState.parse((await s.task(task)).state)
      await s.admin.query(
        `update countersign.tasks
         set step = 'fill', state = $2, status = 'pending', run_at = now() - interval '1 hour', attempts = 0
         where id = $1`,
        [task, JSON.stringify({ ...state, documents })],
      )
      await tick()
      return { task, posting: String(id) }
    },
    /** A tick that dies at a moment. Answers how many it had. */
    async tickUntil(moments: number): Promise<number> {
      process = mortal(moments)
      const database: Database = touched(s.db.as(s.worker), process, true)
      await tick({ database, files: touched(files, process) }).catch((error: unknown) => {
        if (!process.dead()) throw error
      })
      const lived = process.lived()
      process = mortal(Number.POSITIVE_INFINITY)
      return lived
    },
    /** Time passes: the lease of the dead lapses, the window of what it began, every delay. */
    async later(task: number) {
      const { status } = await s.task(task)
      if (status === 'running') await age(s.admin, 'tasks', task, { lease_expires_at: '1 hour' })
      else if (status === 'pending' || status === 'approved')
        await age(s.admin, 'tasks', task, { run_at: '1 day' })
      for (const { id: effect } of await s.admin.query<{ id: number }>(
        'select id from countersign.effects where task_id = $1 and settled_at is null',
        [task],
      )) {
        await age(s.admin, 'effects', effect, { acts_until: '1 hour' })
      }
    },
  }
}

/** A form that takes what is put in, and hands it to the employer when it is sent. */
function countingForm(board: Counting, posting: string, touch: () => void): OpenForm {
  const reading: FormReading = {
    kind: 'form',
    schema: {
      ...{ board: 'greenhouse', variant: 'current', title: 'Apply' },
      url: `https://boards.example.com/${posting}`,
      fields: board.fields,
    },
  }
  return {
    reading,
    refused: [],
    async fill(values) {
      touch()
      const held = values.map(({ key, value }) => ({ key, label: key, text: String(value) }))
      return { fields: board.fields, differences: [], held, tiles: [], undrawable: [] }
    },
    async submit() {
      touch()
      board.received.set(posting, (board.received.get(posting) ?? 0) + 1)
      touch()
      const at = new Date().toISOString()
      const evidence = { pressedAt: at, seenAt: at, url: 'https://boards.example.com', text: '' }
      return {
        ...board.answer,
        detail: 'Thank you',
        evidence: { ...evidence, tiles: [], sent: [] },
      }
    },
  }
}
