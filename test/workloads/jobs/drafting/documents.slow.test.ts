// CV and letter of unlike people for unlike postings, drafted and made by the real TeX: checked, and left
// in test/out to be looked at.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test, vi } from 'vitest'
import { type LatexEngine, renderPages } from '#clients'
import { makeCv, makeLetter } from '../../../../packages/workloads/jobs/documents/index.ts'
import { documentsOf, drafting } from '../../../../packages/workloads/jobs/drafting/index.ts'
import * as postings from '../../../support/invented-postings.ts'
import * as people from '../../../support/invented-profiles.ts'
import { assemblyTimeoutMs, testEngine } from '../../../support/tex.ts'

vi.setConfig({ testTimeout: 120_000 })
const out = fileURLToPath(new URL('../../../out/applications/', import.meta.url))

let engine: LatexEngine
beforeAll(async () => {
  engine = await testEngine()
  await mkdir(out, { recursive: true })
}, assemblyTimeoutMs)

const { dataEngineer, beginner, veteran, librarian } = people
const example = await people.exampleProfile()
const pairs = [
  ['example-platform', example, postings.platform],
  ['example-ledger', example, postings.ledger],
  ['example-german', example, postings.german],
  ['data-warehouse', dataEngineer, postings.warehouse],
  ['beginner-junior', beginner, postings.junior],
  ['veteran-manager', veteran, postings.manager],
  ['librarian-maps', librarian, postings.maps],
] as const

test.each(pairs)(
  '%s: two pages and one at most, each employer named, nothing lost',
  async (name, profile, posting) => {
    const { cv, letter } = documentsOf(drafting(profile, posting, '2026-11-30'))
    const made = { cv: await makeCv(cv, { engine }), letter: await makeLetter(letter, { engine }) }
    expect(made.cv.pages).toBeLessThanOrEqual(2)
    expect(made.letter.pages).toBe(1)
    expect(made.letter.leftOut).toEqual([])
    for (const { employer } of cv.jobs ?? []) expect(made.cv.text).toContain(employer)
    for (const [kind, { pdf }] of Object.entries(made)) {
      await writeFile(`${out}${name}-${kind}.pdf`, pdf)
      for (const { page, bytes } of await renderPages(pdf, { format: 'png' })) {
        await writeFile(`${out}${name}-${kind}-${page}.png`, bytes)
      }
    }
  },
)
