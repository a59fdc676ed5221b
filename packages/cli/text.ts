// Text for a terminal: values made visible, times a person can place, columns that line up.
import type { CliOutput } from './output.ts'

const unseen =
  /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu

/**
 * A value from outside as it may be printed: control, invisible and bidirectional characters are written
 * out, so that it can neither steer the terminal nor look like something else.
 */
export function visible(text: string): string {
  return text.replaceAll(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0
    return character === '\n' ? '⏎' : `\\u{${code.toString(16)}}`
  })
}

/** A value as one line of JSON, made visible. */
export function compact(value: unknown): string {
  return visible(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Text shortened to so many characters; what was left out is marked and counted. */
function shortened(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const mark = `… (${characters.length} characters)`
  return `${characters.slice(0, Math.max(0, most - mark.length)).join('')}${mark}`
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** A length of time in its largest whole unit: `3 min`. */
export function lasting(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000)
  const [name, size] = units.find(([, size]) => seconds >= size * 1.5) ?? ['s', 1]
  return `${Math.round(seconds / size)} ${name}`
}

/** A moment seen from another: `3 min ago`, `in 58 s`. */
export function relative(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  if (Math.abs(ms) < 1_000) return 'now'
  return ms < 0 ? `${lasting(ms)} ago` : `in ${lasting(ms)}`
}

/** A moment in this machine's zone, with its date unless that is today's: `14:02:05`. */
export function clock(at: Date, now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')
  if (at.toDateString() === now.toDateString()) return time
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${time}`
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const
export type Colour = keyof typeof codes

/** Paints text where the output shows colours, and leaves it as it is elsewhere. */
export function painter({ colours }: CliOutput) {
  return (colour: Colour, text: string) =>
    colours ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text
}

/**
 * Rows as lines with aligned columns, two spaces apart. On a terminal the last column is shortened to the
 * width, with a mark, or goes on below itself where `wrap` is set; elsewhere it is left as it is. Cells hold
 * no colours: paint the lines.
 */
export function table(
  rows: readonly (readonly string[])[],
  { columns }: CliOutput,
  { wrap = false } = {},
): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [at, cell] of row.slice(0, -1).entries()) {
      widths[at] = Math.max(widths[at] ?? 0, [...cell].length)
    }
  }
  const before = widths.reduce((sum, width) => sum + width + 2, 0)
  const room = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(24, columns - before)
  return rows.flatMap((row) => {
    const cells = row.slice(0, -1).map((cell, at) => padded(cell, (widths[at] ?? 0) + 2))
    const last = row.at(-1) ?? ''
    const [first = '', ...rest] = wrap ? wrapped(last, room) : [shortened(last, room)]
    return [(cells.join('') + first).trimEnd(), ...rest.map((line) => ' '.repeat(before) + line)]
  })
}

/**
 * Pairs as two columns, both of which go on below themselves where there is no room: nothing is cut. The
 * first takes at most a third of the width.
 */
export function pairs(
  rows: readonly (readonly [string, string])[],
  { columns = 100 }: CliOutput,
): string[] {
  const longest = Math.max(0, ...rows.map(([label]) => [...label].length))
  const width = Math.min(longest, Math.max(16, Math.floor(columns / 3)))
  const room = Math.max(24, columns - width - 2)
  return rows.flatMap(([label, value]) => {
    const left = wrapped(label, width)
    const right = wrapped(value, room)
    const lines = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => at)
    return lines.map((at) => (padded(left[at] ?? '', width + 2) + (right[at] ?? '')).trimEnd())
  })
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - [...cell].length))
}

/** Text in lines of at most so many characters, between words where there are any. */
function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  let left = [...text]
  while (left.length > room) {
    const space = left.slice(0, room + 1).lastIndexOf(' ')
    const cut = space > room / 3 ? space : room
    lines.push(left.slice(0, cut).join(''))
    left = left.slice(space > room / 3 ? cut + 1 : cut)
  }
  return [...lines, left.join('')]
}
