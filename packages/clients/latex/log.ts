// Reads what TeX wrote into its log: errors, glyphs that a font lacks, boxes that stick out.

/** A box that is wider or higher than its place. `line` is that of the source, where TeX names it. */
interface OverfullBox {
  direction: 'horizontal' | 'vertical'
  points: number
  line?: number
}

/** An error message of TeX with the source line where it stopped. */
interface LatexError {
  message: string
  line?: number
}

/** A character that LaTeX has no definition for, such as `ễ` (U+1EC5). */
interface UndefinedCharacter {
  codePoint: number
  line?: number
}

export interface LatexLog {
  errors: LatexError[]
  undefinedCharacters: UndefinedCharacter[]
  /** Each `Missing character: …` line: a glyph that was dropped from the page. */
  missingGlyphs: string[]
  overfull: OverfullBox[]
  /** True when another pass would change the document. */
  wantsAnotherPass: boolean
}

const overfullLine =
  /^Overfull \\([hv])box \((\d+(?:\.\d+)?)pt too (?:wide|high)\)(?:.*?lines? (\d+))?/gm
const undefinedCharacter = /Unicode character .{0,20}?\(U\+([0-9A-Fa-f]{2,6})\)/

/** Reads a log that was written with `max_print_line` large enough to keep each message on a line. */
export function readLog(log: string): LatexLog {
  const errors: LatexError[] = []
  const undefinedCharacters: UndefinedCharacter[] = []
  for (const { 0: whole, 1: text = '', index } of log.matchAll(/^! ?(.*)$/gm)) {
    const after = log.slice(index + whole.length, index + whole.length + 2000)
    const line = /^l\.(\d+)/m.exec(after)?.[1]
    const place = line === undefined ? {} : { line: Number(line) }
    errors.push({ message: text, ...place })
    const code = undefinedCharacter.exec(text)?.[1]
    if (code !== undefined) undefinedCharacters.push({ codePoint: parseInt(code, 16), ...place })
  }
  const overfull = [...log.matchAll(overfullLine)].map(([, direction, points, line]) => ({
    direction: direction === 'h' ? ('horizontal' as const) : ('vertical' as const),
    points: Number(points),
    ...(line === undefined ? {} : { line: Number(line) }),
  }))
  return {
    errors,
    undefinedCharacters,
    missingGlyphs: log.match(/^Missing character: .*$/gm) ?? [],
    overfull,
    wantsAnotherPass: /Rerun to get|Label\(s\) may have changed|Rerun LaTeX/.test(log),
  }
}
