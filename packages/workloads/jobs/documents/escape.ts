// Turns values into LaTeX in a single pass, so that no value can ever be read as a command.

const source = Symbol('LaTeX source')

/** LaTeX that is safe to compile. It carries a symbol, so no JSON value can pass for it. */
export interface Latex {
  readonly [source]: string
}

export type LatexValue = string | number | Latex | readonly Latex[]

/**
 * The template tag: what is written in the template stands as it is, every plain value is escaped,
 * and pieces made by this tag go in unchanged.
 */
export function latex(parts: TemplateStringsArray, ...values: readonly LatexValue[]): Latex {
  return { [source]: String.raw(parts, ...values.map(sourceOf)) }
}

/** The text of a value as it goes into the document. */
export function sourceOf(value: LatexValue): string {
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'number') return String(value)
  if (source in value) return value[source]
  return value.map((piece) => piece[source]).join('')
}

export function isLatex(value: unknown): value is Latex {
  return typeof value === 'object' && value !== null && source in value
}

/** LaTeX that this program itself wrote, such as the font set-up; never for a value. */
export function ownSource(text: string): Latex {
  return { [source]: text }
}

const commands: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '`': '\\textasciigrave{}',
  '"': '\\textquotedbl{}',
}

const noBreakSpaces = /^[\u00a0\u2007\u202f]$/
const openingQuote = /(?<=^|[\s([{–—/])(?:"(?=\S)|'(?=\p{L}))/u
const closingQuote = /(?<=[\p{L}\p{P}])"(?=$|[\s)\],.;:!?])/u
/**
 * Signs that the fonts may join with the next one: two hyphens into a dash, two commas into „. At the
 * end of a value the next one is the template's.
 */
const joining = /[-–—'‘’,‚](?=[-–—'‘’,‚"]|$)|[!?](?=[‘']|$)/u
const special = /[\\{}$&#%_^~<>|`"]|\s+/u
const anySpecial = new RegExp(
  [openingQuote, closingQuote, joining, special].map((part) => part.source).join('|'),
  'gu',
)

/** A word longer than this gets places where it may be broken, after signs and with no hyphen. */
const longWord = /\S{36,}/gu
const breakable = /(?<=[/.?&=_:;+@-])(?=[\p{L}\p{N}])/gu
const breakMark = '\u0000'

/**
 * Escapes one value. Characters that the fonts lack are the business of `findUnprintable`; here they
 * go through and stop the compilation. Documented changes, all of them typographic: Unicode NFC,
 * any run of white space becomes one space (a no-break space stays one), straight quotes around
 * words become curly, an apostrophe is printed as ’.
 */
export function escapeText(value: string): string {
  const marked = value
    .normalize('NFC')
    .replaceAll(breakMark, '\ufffd')
    .replace(longWord, (word) => word.replace(breakable, breakMark))
  return marked
    .split(breakMark)
    .map((piece) => piece.replace(anySpecial, (found, at: number) => replacement(found, at, piece)))
    .join('\\wordbreak{}')
}

function replacement(found: string, at: number, text: string): string {
  if (/^\s/.test(found)) return noBreakSpaces.test(found) ? '~' : ' '
  const before = text.slice(Math.max(0, at - 1), at)
  const after = text.slice(at + 1, at + 2)
  if (found === '"' || found === "'") {
    if (/^[\s([{–—/]?$/.test(before) && (found === '"' ? /\S/u : /\p{L}/u).test(after)) {
      return found === '"' ? '“' : '‘'
    }
    if (found === '"' && /[\p{L}\p{P}]/u.test(before) && /^[\s)\],.;:!?]?$/.test(after)) return '”'
  }
  return commands[found] ?? `${found}{}`
}

/** Bytes of a link target for a PDF string in hexadecimal: nothing in it can end the string. */
export function hexadecimal(ascii: string): Latex {
  return ownSource(Buffer.from(ascii, 'latin1').toString('hex').toUpperCase())
}

/** Text for the PDF's title and author: UTF-16 in hexadecimal, as PDF wants it. */
export function hexadecimalUtf16(text: string): Latex {
  const bigEndian = Buffer.from(`\ufeff${text.normalize('NFC')}`, 'utf16le').swap16()
  return ownSource(bigEndian.toString('hex').toUpperCase())
}
