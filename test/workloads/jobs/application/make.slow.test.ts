// The whole of an application's documents by the real runner and the real TeX: files kept, reasons given.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { folderStore, inspectPdf, type LatexEngine } from '#clients'
import { jobApplication } from '../../../../packages/workloads/jobs/application/definition.ts'
import { ApplicationState } from '../../../../packages/workloads/jobs/application/state.ts'
import { applicationsIn } from '../../../../packages/workloads/jobs/application/steps.ts'
import type { Profile } from '../../../../packages/workloads/jobs/profile/index.ts'
import { exampleProfile } from '../../../support/invented-profiles.ts'
import { assemblyTimeoutMs, testEngine } from '../../../support/tex.ts'
import { workshop } from '../../../support/workshop.ts'
import { jobAndPayload, madeUpWorld } from './made-up-world.ts'

vi.setConfig({ testTimeout: 120_000 })

const example = await exampleProfile()
let engine: LatexEngine
beforeAll(async () => {
  engine = await testEngine()
}, assemblyTimeoutMs)

const home = await mkdtemp(path.join(tmpdir(), 'countersign-application-'))
const files = folderStore(home)
const made = await madeUpWorld(example, async () => engine)
const w = await workshop([
  { definition: jobApplication, implementation: applicationsIn(made.world) },
])
afterAll(async () => {
  await made.boards.close()
  await rm(home, { recursive: true })
})
afterEach(() => {
  made.settings.profile = example
})
const tick = (options = {}) => w.tick({ withinMs: 300_000, files, ...options })

let id = 200
async function application(more: Record<string, unknown> = {}) {
  id += 1
  const { job, payload } = jobAndPayload(id, more)
  made.says(id, { body: job })
  return await w.enqueue('job-application', payload)
}
const withResume = (change: Partial<Profile['resume']>): Profile => ({
  ...example,
  resume: { ...example.resume, ...change },
})

test('an application goes on to its form with its documents, which are kept', async () => {
  const task = await application()
  await tick()
  const { status, step, state } = await w.task(task)
  expect({ status, step }).toEqual({ status: 'needs_approval', step: 'handover' })
  const { documents } = ApplicationState.parse(state)
  expect(documents).toMatchObject({
    cv: { name: 'Jordis_Kowalczyk_CV.pdf' },
    letter: { name: 'Jordis_Kowalczyk_Letter.pdf' },
  })
  const cv = await files.get(documents?.cv.sha256 ?? '')
  expect(cv.byteLength).toBe(documents?.cv.bytes)
  const { pages } = await inspectPdf(cv)
  expect(pages.map(({ text }) => text).join()).toContain('Hafenlicht Logistik GmbH')
  expect(documents?.cv.pages).toHaveLength(pages.length)
  const [image = ''] = documents?.letter.pages ?? []
  expect(Buffer.from(await files.get(image)).toString('latin1', 8, 12)).toBe('WEBP')
  const kept = await w.admin.query(
    'select name from countersign.artifacts where task_id = $1 order by name',
    [task],
  )
  expect(kept.map(({ name }) => name)).toEqual([
    'Jordis_Kowalczyk_CV.pdf',
    ...pages.map((_, at) => `Jordis_Kowalczyk_CV_${at + 1}.webp`),
    'Jordis_Kowalczyk_Letter.pdf',
    'Jordis_Kowalczyk_Letter_1.webp',
  ])
})

test('what is private is in no document', async () => {
  const task = await application()
  await tick()
  const { documents } = ApplicationState.parse((await w.task(task)).state)
  for (const kept of [documents?.cv, documents?.letter]) {
    const { pages } = await inspectPdf(await files.get(kept?.sha256 ?? ''))
    const text = pages.map((page) => page.text).join()
    for (const value of ['5550142', 'Musterweg', '10999', 'on-call rotation', 'wheel building']) {
      expect(text).not.toContain(value)
    }
  }
})

test('a worker that dies before it records the documents makes the same bytes again', async () => {
  const task = await application()
  const made: string[] = []
  const dying = {
    ...files,
    put: async (bytes: Uint8Array) => {
      const sha256 = await files.put(bytes)
      made.push(sha256)
      if (made.length === 3) throw new Error('the disk is gone')
      return sha256
    },
  }
  await tick({ files: dying })
  expect(await w.task(task)).toMatchObject({ status: 'pending', step: 'make', attempts: 1 })
  await w.due(task)
  await tick()
  const { documents } = ApplicationState.parse((await w.task(task)).state)
  expect([documents?.cv.sha256, ...(documents?.cv.pages ?? [])].slice(0, 3)).toEqual(made)
})

test('a character that the fonts lack ends the task with its place and remedy; the remedy works', async () => {
  made.settings.profile = withResume({ basics: { ...example.resume.basics, name: '李雷' } })
  const task = await application()
  await tick()
  const failed = await w.task(task)
  expect(failed).toMatchObject({ status: 'failed', reason: 'unprintable_characters' })
  expect(JSON.stringify(failed.error)).toContain(
    'approve the spelling “Li Lei” under countersign.spellings in resume.json',
  )
  const countersign = { ...example.resume.countersign, spellings: { 李雷: 'Li Lei' } }
  made.settings.profile = withResume({
    basics: { ...example.resume.basics, name: '李雷' },
    countersign,
  })
  await w.approver.requeue(task, 'ana')
  await tick()
  const { step, state } = await w.task(task)
  expect(step).toBe('handover')
  const { documents } = ApplicationState.parse(state)
  expect(documents?.cv.name).toBe('LiLei_CV.pdf')
  const { pages } = await inspectPdf(await files.get(documents?.letter.sha256 ?? ''))
  expect(pages[0]?.text).toContain('Li Lei')
})

test('a profile of more than two pages is told how much is too much', async () => {
  // Jobs and schools are never left out.
  const job = { name: 'Endless Works', position: 'Builder of Parts', startDate: '2000-01' }
  const school = { institution: 'University of Everything '.repeat(6), studyType: 'Studies' }
  made.settings.profile = withResume({
    work: Array.from({ length: 40 }, (_, at) => ({ ...job, name: `${job.name} ${at}` })),
    education: Array.from({ length: 20 }, () => school),
  })
  const task = await application()
  await tick()
  expect(await w.task(task)).toMatchObject({
    status: 'failed',
    reason: 'document_failed',
    error: {
      problems: [
        { check: 'length', message: expect.stringMatching(/Shorten the text by about \d+ %/) },
      ],
    },
  })
})

test('a tick that has to stop takes TeX with it, and the task goes on later', async () => {
  made.settings.profile = { ...example, templates: { cv: '\\loop\\iftrue\\repeat', letter: null } }
  const task = await application()
  const stop = new AbortController()
  const beganMs = performance.now()
  const ticking = tick({ abort: stop.signal })
  setTimeout(() => stop.abort(), 3_000)
  await ticking
  expect(performance.now() - beganMs).toBeLessThan(10_000)
  expect(await w.task(task)).toMatchObject({ status: 'pending', step: 'make', attempts: 0 })
  made.settings.profile = example
  await w.due(task)
  await tick()
  // The profile changed, so it was drafted anew before it was made.
  expect(await w.task(task)).toMatchObject({ status: 'needs_approval', step: 'handover' })
})
