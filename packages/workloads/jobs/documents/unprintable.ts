// Finds text that the fonts can't print, proposes another spelling, and applies approved ones.
import { printableCharacters } from '#clients'

/** A run of characters that the fonts lack, where it stands and how it could be written. */
export interface UnprintableText {
  /** Path in the content, such as `jobs[2].bullets[0]`. */
  place: string
  /** The run itself, such as `李雷`. */
  text: string
  /** `U+674E U+96F7`. */
  codePoints: string
  /** A spelling in printable characters; empty for invisible ones. Applied only once approved. */
  proposal: string
  message: string
}

/** Approved spellings: what stands in the profile to what is printed instead. */
export type Spellings = Readonly<Record<string, string>>

/** A text of the content with its path. */
export interface PlacedText {
  place: string
  text: string
}

/** All texts in a piece of content, in order; `paper` and addresses of links are no texts. */
export function textsOf(content: unknown, place = ''): PlacedText[] {
  if (typeof content === 'string') return [{ place, text: content }]
  if (Array.isArray(content)) {
    return content.flatMap((item: unknown, index) => textsOf(item, `${place}[${index}]`))
  }
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, value]) =>
    notText.has(key) ? [] : textsOf(value, place === '' ? key : `${place}.${key}`),
  )
}

const notText = new Set(['paper', 'url', 'start', 'end'])

/** Whether the templates' fonts print the character; white space is always set as a space. */
function isPrintable(character: string): boolean {
  return /^[\x20-\x7e]$|^\s$/.test(character) || printableCharacters.has(character)
}

/**
 * Lists each run of characters that can't be printed. A proposal keeps what it can: letters lose
 * only the marks that the fonts lack (Ŵ becomes W), other scripts are written in Latin letters as
 * the library any-ascii does it, invisible characters are dropped.
 */
export async function findUnprintable(content: unknown): Promise<UnprintableText[]> {
  const found: UnprintableText[] = []
  for (const { place, text } of textsOf(content)) {
    for (const run of unprintableRuns(text.normalize('NFC'))) {
      const proposal = await proposeSpelling(run)
      const codePoints = [...run].map(codePointName).join(' ')
      found.push({
        place,
        text: run,
        codePoints,
        proposal,
        message: explain(run, codePoints, proposal),
      })
    }
  }
  return found
}

function unprintableRuns(text: string): string[] {
  const runs: string[] = []
  let open = false
  for (const character of text) {
    const printable = isPrintable(character)
    if (!printable) runs.push(open ? (runs.pop() ?? '') + character : character)
    open = !printable
  }
  return [...new Set(runs)]
}

async function proposeSpelling(run: string): Promise<string> {
  const { default: anyAscii } = await import('any-ascii')
  const parts = [...run].map((character) => {
    if (/^[\p{C}\p{M}]$/u.test(character)) return ''
    const plainer = withFewerMarks(character)
    if (plainer !== undefined) return plainer
    const spelled = anyAscii(character).replace(/[^\x20-\x7e]/g, '')
    return /^\p{Script=Han}$/u.test(character) ? ` ${spelled} ` : spelled
  })
  return parts.join('').replace(/\s+/g, ' ').trim()
}

/** A person's name as part of a file's: `Jordis_Kowalczyk`. Letters, digits, hyphens and underscores. */
export async function asciiName(name: string): Promise<string> {
  const { default: anyAscii } = await import('any-ascii')
  const plain = anyAscii(name)
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '')
  return plain === '' ? 'Applicant' : plain.slice(0, 80)
}

/** The character without its last marks, as soon as that is printable. */
function withFewerMarks(character: string): string | undefined {
  const parts = [...character.normalize('NFD')]
  for (let length = parts.length - 1; length >= 1; length -= 1) {
    const shorter = parts.slice(0, length).join('').normalize('NFC')
    if ([...shorter].every(isPrintable)) return shorter
  }
  return undefined
}

function codePointName(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return `U+${code.padStart(4, '0')}`
}

function explain(run: string, codePoints: string, proposal: string): string {
  const shown = /^\p{C}+$/u.test(run) ? 'an invisible character' : `“${run}”`
  const remedy =
    proposal === ''
      ? 'Remove it, or approve leaving it out'
      : `Write it in other letters, or approve the spelling “${proposal}”`
  const where = 'under countersign.spellings in resume.json'
  return `${shown} (${codePoints}) can’t be printed: the fonts of the documents don’t have it. ${remedy} ${where}.`
}

/** Replaces what was approved, longest first, in all texts; the content itself is not changed. */
export function applySpellings<T>(content: T, spellings: Spellings): T {
  const pairs = Object.entries(spellings)
    .map(([from, to]) => [from.normalize('NFC'), to] as const)
    .filter(([from]) => from !== '')
    .sort(([a], [b]) => b.length - a.length)
  if (pairs.length === 0) return content
  const respell = (text: string) =>
    pairs.reduce((done, [from, to]) => done.replaceAll(from, to), text.normalize('NFC'))
  return mapTexts(content, respell)
}

function mapTexts<T>(content: T, change: (text: string) => string): T
function mapTexts(content: unknown, change: (text: string) => string): unknown {
  if (typeof content === 'string') return change(content)
  if (Array.isArray(content)) return content.map((item: unknown) => mapTexts(item, change))
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [
      key,
      notText.has(key) ? value : mapTexts(value, change),
    ]),
  )
}
