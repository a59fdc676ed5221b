// Invented profiles become documents that pass every check, or fail for a reason that is true.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { inspectPdf, type LatexEngine } from '#clients'
import type { CvInput, LetterInput } from '../../../../packages/workloads/jobs/documents/index.ts'
import {
  DocumentFailed,
  type MadeDocument,
  makeCv,
  makeLetter,
} from '../../../../packages/workloads/jobs/documents/index.ts'
import { textsOf } from '../../../../packages/workloads/jobs/documents/unprintable.ts'
import { anyCv, anyLetter } from '../../../support/document-profiles.ts'
import { assemblyTimeoutMs, testEngine } from '../../../support/tex.ts'

const profiles = 60
const atOnce = 2

let engine: LatexEngine
beforeAll(async () => {
  engine = await testEngine()
}, assemblyTimeoutMs)

/** What happened to one document: made (and how), or why not. */
type Outcome = string

test('CVs and letters pass every check or fail with the exact reason', {
  timeout: 1_800_000,
}, async () => {
  const seed = 20_261_130
  const cvs = fc.sample(anyCv, { numRuns: profiles, seed })
  const letters = fc.sample(anyLetter, { numRuns: profiles, seed })
  const outcomes = new Map<Outcome, number>()
  const seconds: number[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < profiles; index = next++) {
      const started = performance.now()
      for (const outcome of [await judgeCv(cvs[index]), await judgeLetter(letters[index])]) {
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      seconds.push((performance.now() - started) / 1000)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const median = seconds.sort((a, b) => a - b)[profiles / 2] ?? Number.NaN
  process.stdout.write(
    `${JSON.stringify(Object.fromEntries(outcomes))} median ${median.toFixed(2)} s\n`,
  )
  const made = [...outcomes].filter(([outcome]) => outcome.includes('made'))
  expect(made.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(profiles)
})

async function judgeCv(cv: CvInput | undefined): Promise<Outcome> {
  if (cv === undefined) throw new Error('no profile')
  return judge('CV', cv, 2, cv.name, () => makeCv(cv, { engine }))
}

async function judgeLetter(letter: LetterInput | undefined): Promise<Outcome> {
  if (letter === undefined) throw new Error('no profile')
  return judge('letter', letter, 1, letter.sender.name, () => makeLetter(letter, { engine }))
}

async function judge(
  kind: string,
  content: object,
  maxPages: number,
  name: string,
  make: () => Promise<MadeDocument>,
): Promise<Outcome> {
  try {
    const made = await make()
    const { pages } = await inspectPdf(made.pdf)
    expect(pages.length).toBeLessThanOrEqual(maxPages)
    const plain = (text: string) => text.normalize('NFC').replace(/[‘’]/g, "'").replace(/\s+/g, '')
    expect(plain(pages[0]?.text ?? '')).toContain(plain(name))
    return `${kind} made ${made.setting}${made.leftOut.length > 0 ? ', shortened' : ''}`
  } catch (error) {
    if (!(error instanceof DocumentFailed)) throw error
    const reasons = [...new Set(error.problems.map(({ check }) => check))].join(', ')
    const texts = textsOf(content).map(({ text }) => text)
    // The only true reasons in these profiles: too many words, or a word as long as a line.
    if (reasons === 'length') expect(texts.join(' ').length, error.message).toBeGreaterThan(3_000)
    else if (reasons === 'overfull') expect(longestWord(texts), error.message).toBeGreaterThan(50)
    else throw error
    return `${kind} refused: ${reasons}`
  }
}

function longestWord(texts: readonly string[]): number {
  return Math.max(...texts.flatMap((text) => text.split(/\s/)).map((word) => word.length))
}
