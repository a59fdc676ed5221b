// What must hold of a finished PDF before anybody sees it; each breach names its place and reason.
import { inspectPdf, type PdfInspection, readLog } from '#clients'
import type { Paper } from './content.ts'
import type { Planned } from './expected.ts'
import { placeOfLine } from './preamble.ts'

export type CheckName =
  | 'active'
  | 'characters'
  | 'content'
  | 'fonts'
  | 'glyphs'
  | 'length'
  | 'links'
  | 'overfull'
  | 'paper'
  | 'template'
  | 'text'

export interface DocumentProblem {
  check: CheckName
  /** Path in the content, where one is to blame. */
  place?: string
  message: string
}

/** What the document was meant to be. */
export interface Expected extends Planned {
  maxPages: number
  paper: Paper
}

export interface Compiled {
  source: string
  pdf: Uint8Array
  log: string
}

const maxOverfullPoints = 1
const maxPdfBytes = 2_000_000
const paperSizes: Readonly<Record<Paper, readonly [number, number]>> = {
  a4: [595.28, 841.89],
  letter: [612, 792],
}

/** Runs every check; an empty list means that the document may be shown and sent. */
export async function checkDocument(
  compiled: Compiled,
  expected: Expected,
): Promise<{ problems: DocumentProblem[]; text: string; pages: number }> {
  const inspection = await inspectPdf(compiled.pdf)
  const text = inspection.pages.map((page) => page.text).join('\n')
  const problems = [
    ...checkPages(inspection, expected, compiled.pdf.length),
    ...checkLog(compiled),
    ...checkFonts(inspection),
    ...checkText(text, expected),
    ...checkLetterCounts(text, expected.everything?.(inspection.pages.length)),
    ...checkLinks(inspection, expected.links),
    ...checkActive(inspection),
    ...checkLeftovers(text, expected.written),
  ]
  return { problems, text, pages: inspection.pages.length }
}

function checkPages(
  { pages }: PdfInspection,
  expected: Expected,
  bytes: number,
): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  if (pages.length > expected.maxPages) {
    const message = `${pages.length} pages, at most ${expected.maxPages} are allowed`
    problems.push({ check: 'length', message })
  }
  if (bytes > maxPdfBytes) {
    problems.push({
      check: 'length',
      message: `${bytes} bytes, at most ${maxPdfBytes} are allowed`,
    })
  }
  const [width, height] = paperSizes[expected.paper]
  for (const [index, page] of pages.entries()) {
    if (Math.abs(page.width - width) <= 1 && Math.abs(page.height - height) <= 1) continue
    const message = `page ${index + 1} is ${page.width} × ${page.height} points, not ${expected.paper}`
    problems.push({ check: 'paper', message })
  }
  return problems
}

function checkLog({ log, source }: Compiled): DocumentProblem[] {
  const reading = readLog(log)
  const missing = reading.missingGlyphs.map((line) => {
    return { check: 'glyphs' as const, message: `a glyph was dropped: ${line}` }
  })
  const overfull = reading.overfull
    .filter(({ points }) => points > maxOverfullPoints)
    .map(({ points, direction, line }) => {
      const place = line === undefined ? undefined : placeOfLine(source, line)
      const message =
        `text sticks out by ${points.toFixed(1)} pt ` +
        (direction === 'horizontal'
          ? 'beyond the margin: a word is too long for the line; shorten or divide it'
          : 'below the page')
      return { check: 'overfull' as const, ...(place === undefined ? {} : { place }), message }
    })
  return [...missing, ...overfull]
}

function checkFonts({ fonts }: PdfInspection): DocumentProblem[] {
  return fonts.flatMap(({ name, type, embedded, toUnicode }) => {
    const faults = [
      ...(embedded ? [] : ['not embedded']),
      ...(toUnicode ? [] : ['no map to Unicode']),
      ...(type === 'Type3' ? ['drawn as Type 3'] : []),
    ]
    return faults.map((fault) => ({ check: 'fonts' as const, message: `font ${name}: ${fault}` }))
  })
}

function checkText(text: string, expected: Expected): DocumentProblem[] {
  const plain = comparable(text)
  const lost = expected.texts
    .filter((planned) => !asPattern(planned.text).test(plain))
    .map(({ place, text: planned }) => {
      const message = `“${shorten(planned)}” is not found in the text of the PDF`
      return { check: 'text' as const, place, message }
    })
  const strange = [...new Set(text.match(/[\ufb00-\ufb06\ufffd-\uffff\u0000\p{Co}]/gu) ?? [])].map(
    (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      return { check: 'glyphs' as const, message: `the text of the PDF contains U+${code}` }
    },
  )
  return [...lost, ...strange]
}

/** Each letter and digit must be there as often as it was planned. */
function checkLetterCounts(
  text: string,
  everything: readonly string[] | undefined,
): DocumentProblem[] {
  if (everything === undefined) return []
  const planned = countLetters(everything.join(' '))
  const printed = countLetters(text)
  return [...new Set([...planned.keys(), ...printed.keys()])].flatMap((letter) => {
    const difference = (printed.get(letter) ?? 0) - (planned.get(letter) ?? 0)
    if (difference === 0) return []
    const amount = `${Math.abs(difference)} × “${letter}” ${difference > 0 ? 'more' : 'less'}`
    return [{ check: 'glyphs' as const, message: `the PDF has ${amount} than was written` }]
  })
}

function countLetters(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const letter of comparable(text).match(/[\p{L}\p{N}]/gu) ?? []) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  return counts
}

function checkLinks(
  { links }: PdfInspection,
  planned: readonly string[] | undefined,
): DocumentProblem[] {
  if (planned === undefined) return []
  const found = new Set(links.map(({ uri }) => uri))
  const wanted = new Set(planned)
  const lost = [...wanted].filter((uri) => !found.has(uri))
  const foreign = [...found].filter((uri) => !wanted.has(uri))
  return [
    ...lost.map((uri) => ({ check: 'links' as const, message: `no link leads to ${uri}` })),
    ...foreign.map((uri) => ({ check: 'links' as const, message: `a link leads to ${uri}` })),
  ]
}

function checkActive({ active }: PdfInspection): DocumentProblem[] {
  return active.map((name) => {
    const message = `the PDF holds ${name}: readers of applications refuse what does more than be read`
    return { check: 'active' as const, message }
  })
}

/** What a template shows that was forgotten, and no text of a person's. */
const leftovers =
  /\{\{|<<|<%|\[object Object\]|\bTODO\b|Lorem ipsum|\[(?:Company|Name|Title|Date)\]/gi

function checkLeftovers(text: string, written: readonly string[] | undefined): DocumentProblem[] {
  if (written === undefined) return []
  const all = comparable(written.join('\n')).toLowerCase()
  return [...new Set(comparable(text).match(leftovers) ?? [])]
    .filter((mark) => !all.includes(mark.toLowerCase()))
    .map((mark) => ({
      check: 'text' as const,
      message: `“${mark}” is left over from the template`,
    }))
}

/** Quotation marks are compared as the straight ones, since the templates curl them. */
function comparable(text: string): string {
  return text.normalize('NFC').replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ')
}

/** White space must be where it was planned; after a sign inside a word a line may end. */
function asPattern(planned: string): RegExp {
  const words = comparable(planned).trim().split(' ')
  const patterns = words.map((word) =>
    word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\\?[-–—/.?&=_:;+@](?=.)/g, '$&\\s?'),
  )
  return new RegExp(patterns.join('\\s'), 'u')
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`
}
