// Posting HTML to the lines a reader sees: headings marked, bullets kept, hidden parts taken out
// and reported.

import { decodeHTML } from 'entities'
import { Parser } from 'htmlparser2'
import { pattern } from './pattern.ts'
import { visibleText } from './unicode.ts'

/**
 * Why a posting's text deserves a second look. `text` is what was hidden or said, cut to 200
 * characters.
 */
export interface TextFlag {
  kind: 'hidden-html' | 'invisible-characters' | 'instruction'
  text: string
}

export interface ReadText {
  /** Lines; a heading starts with `## `, a bullet with `- `. */
  text: string
  flags: TextFlag[]
}

const blocks = new Set(
  (
    'address article aside blockquote dd div dl dt fieldset figure footer form header hr main ' +
    'nav ol p pre section table tbody tr ul'
  ).split(' '),
)
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'head',
  'iframe',
  'svg',
])
const voids = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'wbr',
  'area',
  'base',
  'col',
  'embed',
])
const hiddenStyle = pattern('i')`
    display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|
    opacity\s*:\s*0(?:\.0*\d?)?\s*(?:;|$|!)|font-size\s*:\s*(?:0|1px|0\.\d+\w*)\s*(?:px|pt|em|
    rem|%)?\s*(?:;|$|!)|(?:left|top|text-indent)\s*:\s*-\d{3,}|
    clip(?:-path)?\s*:\s*(?:rect\(0|inset\(\s*(?:50|100)%)|(?:^|;)\s*(?:max-)?(?:height|
    width)\s*:\s*[01](?:px)?\s*(?:;|$)
  `
const whiteText = pattern('i')`
    (?:^|;)\s*color\s*:\s*(?:#f{3,8}\b|white\b|rgba?\(\s*255[\s,]+255[\s,]+255|transparent|
    rgba\([^)]*,\s*0\s*\))
  `
const background = /background(?:-color)?\s*:/i

function isHidden(name: string, attributes: Record<string, string>): boolean {
  if ('hidden' in attributes) return true
  const style = attributes.style ?? ''
  if (style !== '' && hiddenStyle.test(style)) return true
  if (whiteText.test(style) && !background.test(style)) return true
  return name === 'font' && /^(?:white|#f{3,6})$/i.test(attributes.color ?? '')
}

interface Reader {
  lines: string[]
  line: string
  heading: boolean
  /** Whether every visible character of the line so far was bold. */
  bold: boolean
  boldDepth: number
  hiddenDepth: number
  hidden: string[]
}

/**
 * Reads HTML into lines. Entities are decoded once; text in elements that a browser would not
 * show (display:none, white on white, zero size, off screen, comments with words) is left out
 * and reported. A paragraph that is one short bold phrase counts as a heading, since boards'
 * editors write them so.
 */
export function readHtml(html: string): ReadText {
  const state: Reader = {
    lines: [],
    line: '',
    heading: false,
    bold: true,
    boldDepth: 0,
    hiddenDepth: 0,
    hidden: [],
  }
  const stack: { name: string; hidden: boolean }[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'br' || name === 'hr') return endLine(state)
        if (voids.has(name)) return
        const hidden = silent.has(name) || isHidden(name, attributes)
        if (hidden && !silent.has(name) && state.hiddenDepth === 0) state.hidden.push('')
        stack.push({ name, hidden })
        if (hidden) state.hiddenDepth++
        opened(state, name)
      },
      ontext(text) {
        if (state.hiddenDepth === 0) return appendText(state, text)
        const inSilent = stack.some((element) => silent.has(element.name))
        if (!inSilent) state.hidden[state.hidden.length - 1] += text
      },
      oncomment(text) {
        if (wordCount(text) >= 4) state.hidden.push(text)
      },
      onclosetag(name) {
        if (voids.has(name)) return
        const element = stack.pop()
        if (element?.hidden) state.hiddenDepth--
        closed(state, name)
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.write(html)
  parser.end()
  endLine(state)
  return finish(state)
}

function opened(state: Reader, name: string): void {
  if (name === 'b' || name === 'strong') state.boldDepth++
  else if (name === 'li') {
    endLine(state)
    state.line = '- '
  } else if (headings.has(name)) {
    endLine(state)
    state.heading = true
  } else if (blocks.has(name) && state.line !== '- ') endLine(state)
}

function closed(state: Reader, name: string): void {
  if (name === 'b' || name === 'strong') state.boldDepth = Math.max(0, state.boldDepth - 1)
  else if (name === 'td' || name === 'th') state.line += ' '
  else if (name === 'li' || headings.has(name) || blocks.has(name)) endLine(state)
}

function appendText(state: Reader, text: string): void {
  if (state.boldDepth === 0 && /[\p{L}\p{N}]/u.test(text)) state.bold = false
  state.line += text.replace(/\s+/g, ' ')
}

function endLine(state: Reader): void {
  const line = state.line.replace(/\s+/g, ' ').trim()
  const heading = state.heading || (state.bold && !line.startsWith('- ') && line.length <= 80)
  if (line !== '' && line !== '-') state.lines.push(heading ? `## ${line}` : line)
  state.line = ''
  state.heading = false
  state.bold = true
}

function finish(state: Reader): ReadText {
  const { text, suspicious } = visibleText(state.lines.join('\n'))
  const flags: TextFlag[] = state.hidden
    .filter((hidden) => wordCount(hidden) > 0)
    .map((hidden) => ({ kind: 'hidden-html', text: cut(hidden) }))
  if (suspicious) flags.push({ kind: 'invisible-characters', text: '' })
  return { text, flags }
}

function wordCount(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0
}

function cut(text: string): string {
  return visibleText(text).text.replace(/\s+/g, ' ').trim().slice(0, 200)
}

/** Reads text that already is plain, by the same rules about invisible characters. */
export function readPlain(raw: string): ReadText {
  const { text, suspicious } = visibleText(raw)
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/^[-*•·▪‣–]\s*(?=\S)/, '- '))
    .filter((line) => line !== '')
  return {
    text: lines.join('\n'),
    flags: suspicious ? [{ kind: 'invisible-characters', text: '' }] : [],
  }
}

/**
 * Decodes entities until nothing changes, three times at most, and reads the result.
 * Greenhouse escapes its HTML once more than HTML needs (`&lt;p&gt;R&amp;amp;D`).
 */
export function readEscapedHtml(escaped: string): ReadText {
  const looksEscaped = /&lt;\/?[a-z][^<]*?&gt;/i.test(escaped) && !/<[a-z][^<>]*>/i.test(escaped)
  return readHtml(looksEscaped ? decodeHTML(escaped) : escaped)
}

/** Plain text of a field that may be encoded once or twice, as titles are ("R&amp;amp;D"). */
export function decodeTwice(raw: string): string {
  return decodeHTML(decodeHTML(raw))
}
