// Makes documents of invented profiles and says of each what became of it: made, or refused and why.
import fc from 'fast-check'
import { inspectPdf, type LatexEngine } from '#clients'
import {
  DocumentFailed,
  type MadeDocument,
  makeCv,
  makeLetter,
} from '../../packages/workloads/jobs/documents/index.ts'
import { textsOf } from '../../packages/workloads/jobs/documents/unprintable.ts'
import { anyCv, anyLetter } from './document-profiles.ts'

export interface DocumentTrials {
  /** How often each thing happened, such as `CV made compact, shortened` or `letter refused: length`. */
  outcomes: Record<string, number>
  made: number
  /** Wall-clock seconds of a CV and its letter. */
  medianSeconds: number
}

const atOnce = 2

/**
 * A CV and a letter for each of so many invented profiles, the same ones each time.
 *
 * @throws what `makeCv` and `makeLetter` throw for any other reason than a true one, and of a made document
 *   that has too many pages or lacks its name.
 */
export async function documentTrials(
  engine: LatexEngine,
  profiles: number,
): Promise<DocumentTrials> {
  const seed = 20_261_130
  const letters = fc.sample(anyLetter, { numRuns: profiles, seed })
  const pairs = fc.sample(anyCv, { numRuns: profiles, seed }).flatMap((cv, index) => {
    const letter = letters[index]
    return letter === undefined ? [] : [{ cv, letter }]
  })
  const all: string[] = []
  const seconds: number[] = []
  const worker = async () => {
    for (let pair = pairs.shift(); pair !== undefined; pair = pairs.shift()) {
      const { cv, letter } = pair
      const started = performance.now()
      all.push(await judge('CV', cv, 2, cv.name, () => makeCv(cv, { engine })))
      all.push(
        await judge('letter', letter, 1, letter.sender.name, () => makeLetter(letter, { engine })),
      )
      seconds.push((performance.now() - started) / 1000)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const outcomes: Record<string, number> = {}
  for (const outcome of all.sort()) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  return {
    outcomes,
    made: all.filter((outcome) => outcome.includes(' made ')).length,
    medianSeconds: seconds.sort((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? Number.NaN,
  }
}

async function judge(
  kind: string,
  content: object,
  maxPages: number,
  name: string,
  make: () => Promise<MadeDocument>,
): Promise<string> {
  try {
    const made = await make()
    const { pages } = await inspectPdf(made.pdf)
    if (pages.length > maxPages) throw new Error(`a ${kind} of ${pages.length} pages`)
    const plain = (text: string) => text.normalize('NFC').replace(/[‘’]/g, "'").replace(/\s+/g, '')
    if (!plain(pages[0]?.text ?? '').includes(plain(name)))
      throw new Error(`a ${kind} without ${name}`)
    return `${kind} made ${made.setting}${made.leftOut.length > 0 ? ', shortened' : ''}`
  } catch (error) {
    if (!(error instanceof DocumentFailed)) throw error
    const reasons = [...new Set(error.problems.map(({ check }) => check))].join(', ')
    const texts = textsOf(content).map(({ text }) => text)
    // The only true reasons in these profiles: too many words, or a word as long as a line.
    const isTrue =
      (reasons === 'length' && texts.join(' ').length > 3_000) ||
      (reasons === 'overfull' && longestWord(texts) > 50)
    if (!isTrue) throw error
    return `${kind} refused: ${reasons}`
  }
}

function longestWord(texts: readonly string[]): number {
  return Math.max(...texts.flatMap((text) => text.split(/\s/)).map((word) => word.length))
}
