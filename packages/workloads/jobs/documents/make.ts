// Makes CV and letter: checks the content, fits it to its pages, compiles, and checks the PDF.

import type { z } from 'zod'
import { compile, inspectPdf, type LatexEngine, LatexFailed } from '#clients'
import {
  type CvContent,
  type CvInput,
  cvSchema,
  type LetterContent,
  type LetterInput,
  letterSchema,
} from './content.ts'
import { cvSource } from './cv-template.ts'
import { type Compiled, checkDocument, type DocumentProblem } from './document-checks.ts'
import { type Latex, sourceOf } from './escape.ts'
import { type Planned, plannedCv, plannedLetter } from './expected.ts'
import { letterSource } from './letter-template.ts'
import { placeOfLine, type Setting, settings } from './preamble.ts'
import { type Cut, cvCuts, fewestCuts, letterCuts, type Measured, without } from './trimming.ts'
import { applySpellings, findUnprintable, type Spellings } from './unprintable.ts'
import { fillCv, fillLetter, TemplateFailed } from './user-template.ts'

export interface MakeOptions {
  engine: LatexEngine
  /** The moment that the PDF says it was made at, in seconds since 1970. */
  epochSeconds?: number
  /** The user's own template (see `user-template.ts`) instead of ours. */
  template?: string
  /** Spellings that the person approved for text that the fonts can't print. */
  spellings?: Spellings
  /** Limit for one run of the engine; default 20,000. */
  timeoutMs?: number
  /** Gives up at once, with its reason. */
  signal?: AbortSignal
}

export interface MadeDocument {
  pdf: Uint8Array
  /** The text as a reader or an applicant tracking system extracts it. */
  text: string
  pages: number
  /** The LaTeX that it was compiled from. */
  source: string
  /** How tightly it is set; `template` with the user's own. */
  setting: Setting['name'] | 'template'
  /** What was left out to fit the pages, in the order of leaving out. */
  leftOut: Cut[]
}

/** The document can't be made; `problems` say why, each with its place. */
export class DocumentFailed extends Error {
  override name = 'DocumentFailed'
  readonly problems: readonly DocumentProblem[]

  constructor(kind: string, problems: readonly DocumentProblem[], cause?: unknown) {
    const lines = problems.map(({ place, message }) => {
      const line = place ? `${place}: ${message}` : message
      return /[.?!]$/.test(line) ? line : `${line}.`
    })
    super(`The ${kind} can’t be made. ${lines.join(' ')}`, { cause })
    this.problems = problems
  }
}

/** What differs between a CV and a letter. */
interface Kind<C extends { paper: CvContent['paper'] }> {
  name: 'CV' | 'letter'
  maxPages: 1 | 2
  source(content: C, setting: Setting): Latex
  fill(template: string, content: C): Latex
  cuts(content: C): Cut[]
  planned(content: C, ownTemplate: boolean): Planned
}

const cvKind: Kind<CvContent> = {
  name: 'CV',
  maxPages: 2,
  source: cvSource,
  fill: fillCv,
  cuts: cvCuts,
  planned: plannedCv,
}

const letterKind: Kind<LetterContent> = {
  name: 'letter',
  maxPages: 1,
  source: letterSource,
  fill: fillLetter,
  cuts: letterCuts,
  planned: plannedLetter,
}

/**
 * Makes a CV of at most two pages that passes every check of `checkDocument`. If it is too long it is
 * set more tightly, then whole pieces are left out in the order of `cvCuts`; `leftOut` lists them.
 * The same content and options give the same bytes.
 *
 * @throws DocumentFailed naming every problem with its place and remedy.
 */
export async function makeCv(content: CvInput, options: MakeOptions): Promise<MadeDocument> {
  return make(cvKind, cvContent(content), options)
}

/** Makes a letter of one page; see `makeCv` and `letterCuts`. @throws DocumentFailed */
export async function makeLetter(
  content: LetterInput,
  options: MakeOptions,
): Promise<MadeDocument> {
  return make(letterKind, letterContent(content), options)
}

/** The content of a CV, checked. @throws DocumentFailed */
export function cvContent(content: CvInput): CvContent {
  return parse(cvKind.name, cvSchema, content)
}

/** The content of a letter, checked. @throws DocumentFailed */
export function letterContent(content: LetterInput): LetterContent {
  return parse(letterKind.name, letterSchema, content)
}

function parse<S extends z.ZodType>(kind: string, schema: S, content: unknown): z.output<S> {
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => {
    const place = path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
      .join('')
      .replace(/^\./, '')
    return { check: 'content' as const, place, message }
  })
  throw new DocumentFailed(kind, problems)
}

async function make<C extends { paper: CvContent['paper'] }>(
  kind: Kind<C>,
  original: C,
  options: MakeOptions,
): Promise<MadeDocument> {
  const content = applySpellings(original, options.spellings ?? {})
  const unprintable = await findUnprintable(content)
  if (unprintable.length > 0) {
    const problems = unprintable.map(({ place, message }) => {
      return { check: 'characters' as const, place, message }
    })
    throw new DocumentFailed(kind.name, problems)
  }
  const fitted = await fitToPages(kind, content, options)
  const planned = kind.planned(fitted.content, options.template === undefined)
  const { paper } = fitted.content
  const expected = { ...planned, maxPages: kind.maxPages, paper }
  const { problems, text, pages } = await checkDocument(fitted.compiled, expected)
  if (problems.length > 0) throw new DocumentFailed(kind.name, problems)
  const { source, pdf } = fitted.compiled
  return { pdf, text, pages, source, setting: fitted.setting, leftOut: fitted.leftOut }
}

/** The document as it came out in one setting with some pieces left out. */
interface Trial<C> {
  content: C
  compiled: Compiled
  setting: MadeDocument['setting']
  leftOut: Cut[]
  measured: Measured
}

/** A last page that is filled less than this looks like an accident. */
const leastFilled = 0.2

/**
 * Takes the most generous setting that fits, preferring one whose last page is not nearly empty; if
 * none fits, the tightest with as few pieces left out as possible.
 */
async function fitToPages<C extends { paper: CvContent['paper'] }>(
  kind: Kind<C>,
  content: C,
  options: MakeOptions,
): Promise<Trial<C>> {
  const choices = options.template === undefined ? settings : [undefined]
  let fitting: Trial<C> | undefined
  let tightest: Trial<C> | undefined
  let roomyLength = 0
  for (const setting of choices) {
    if (setting !== undefined && roomyLength * setting.share > kind.maxPages * 1.1) continue
    const trial = await attempt(kind, content, setting, [], options)
    roomyLength ||= trial.measured.length
    if (setting === choices.at(-1)) tightest = trial
    if (trial.measured.pages > kind.maxPages) continue
    const lastPage = trial.measured.length - (trial.measured.pages - 1)
    if (trial.measured.pages === 1 || lastPage >= leastFilled) return trial
    fitting ??= trial
  }
  if (fitting !== undefined) return fitting
  const last = choices.at(-1)
  return cutDown(kind, tightest ?? (await attempt(kind, content, last, [], options)), last, options)
}

async function cutDown<C extends { paper: CvContent['paper'] }>(
  kind: Kind<C>,
  uncut: Trial<C>,
  setting: Setting | undefined,
  options: MakeOptions,
): Promise<Trial<C>> {
  const { content } = uncut
  const cuts = kind.cuts(content)
  if (uncut.measured.pages <= kind.maxPages) return uncut
  const trials = new Map([[0, uncut]])
  const count = await fewestCuts(cuts, kind.maxPages, uncut.measured, async (size) => {
    const trial = await attempt(kind, content, setting, cuts.slice(0, size), options)
    trials.set(size, trial)
    return trial.measured
  })
  const best = count === undefined ? undefined : trials.get(count)
  if (best !== undefined) return best
  const shortest = (trials.get(cuts.length) ?? uncut).measured
  const left = cuts.length === 0 ? '' : ` even without ${cuts.length} pieces that may be left out`
  const over = Math.ceil((shortest.length / kind.maxPages - 1) * 100)
  throw new DocumentFailed(kind.name, [
    {
      check: 'length',
      message:
        `It needs ${shortest.pages} pages of at most ${kind.maxPages}${left}, set as small as ` +
        `allowed. Shorten the text by about ${Math.max(over, 1)} %` +
        (kind.name === 'letter' ? ', or mark paragraphs as optional.' : '.'),
    },
  ])
}

async function attempt<C extends { paper: CvContent['paper'] }>(
  kind: Kind<C>,
  content: C,
  setting: Setting | undefined,
  cuts: readonly Cut[],
  options: MakeOptions,
): Promise<Trial<C>> {
  const kept = without(content, cuts)
  const source = sourceFor(kind, kept, setting, options.template)
  const { pdf, log } = await compileSource(kind.name, source, options)
  const pages = (await inspectPdf(pdf)).pages.length
  return {
    content: kept,
    compiled: { source, pdf, log },
    setting: setting?.name ?? 'template',
    leftOut: [...cuts],
    measured: { pages, length: lengthIn(log) ?? pages },
  }
}

/** Our templates write where they end: on which page, and how far down it. */
function lengthIn(log: string): number | undefined {
  const end = /ends-on-page (\d+) at (\d+(?:\.\d+)?)pt of (\d+(?:\.\d+)?)pt/.exec(log)
  return end === null ? undefined : Number(end[1]) - 1 + Number(end[2]) / Number(end[3])
}

function sourceFor<C extends { paper: CvContent['paper'] }>(
  kind: Kind<C>,
  content: C,
  setting: Setting | undefined,
  template: string | undefined,
): string {
  if (setting !== undefined) return sourceOf(kind.source(content, setting))
  try {
    return sourceOf(kind.fill(template ?? '', content))
  } catch (error) {
    if (!(error instanceof TemplateFailed)) throw error
    const message = `Your template, ${error.message}.`
    throw new DocumentFailed(kind.name, [{ check: 'template', message }], error)
  }
}

async function compileSource(kind: string, source: string, options: MakeOptions) {
  try {
    return await compile({
      engine: options.engine,
      main: 'main.tex',
      files: { 'main.tex': source },
      maxPasses: options.template === undefined ? 1 : 3,
      ...(options.epochSeconds === undefined ? {} : { epochSeconds: options.epochSeconds }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
  } catch (error) {
    if (!(error instanceof LatexFailed)) throw error
    const line = error.reading.errors[0]?.line
    const place = line === undefined ? undefined : placeOfLine(source, line)
    const text = line === undefined ? '' : ` There it says: ${source.split('\n')[line - 1]?.trim()}`
    const problem = { check: 'template' as const, message: `${error.message}.${text}` }
    throw new DocumentFailed(kind, [place === undefined ? problem : { ...problem, place }], error)
  }
}
