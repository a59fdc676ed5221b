// Measures which characters the PDF templates' fonts print and give back; run it to renew the table.
import { writeFile } from 'node:fs/promises'
import { fontPreamble } from '../../packages/clients/latex/fonts.ts'
import {
  compile,
  type LatexEngine,
  LatexFailed,
  resolveEngine,
} from '../../packages/clients/latex.ts'
import { inspectPdf } from '../../packages/clients/pdf.ts'

/** The faces that our templates use; a character counts only if it is right in each. */
const faces = ['\\rmfamily', '\\bfseries', '\\itshape', '\\sffamily', '\\sffamily\\bfseries']
const maxAttempts = 60
const perLine = 40

const preamble = String.raw`\documentclass[a4paper]{article}
${fontPreamble}\usepackage[margin=10mm]{geometry}\pagestyle{empty}\setlength{\parindent}{0pt}`

/**
 * All characters beyond ASCII, in order, that compile and that a PDF reader extracts as themselves in
 * every face. Spaces and controls never count: the escaping treats them apart.
 */
export async function measureCharacters(engine: LatexEngine): Promise<string[]> {
  let candidates = await definedCharacters(engine)
  for (const face of faces) {
    candidates = await survivors(engine, face, candidates)
  }
  return candidates
}

/** Asks LaTeX which code points of the basic plane its input encoding knows. */
async function definedCharacters(engine: LatexEngine): Promise<string[]> {
  const all: string[] = []
  for (let code = 0xa1; code <= 0xffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (isCandidate(character)) all.push(character)
  }
  const question = (character: string) =>
    `\\expandafter\\ifx\\csname u8:\\detokenize{${character}}\\endcsname\\relax\\else` +
    `\\typeout{<${hex(character)}>}\\fi`
  const source = `${preamble}\n\\begin{document}\n${all.map(question).join('\n')}\nx\\end{document}\n`
  const { log } = await compile({ engine, main: 'main.tex', files: { 'main.tex': source } })
  return [...log.matchAll(/^<([0-9A-F]+)>$/gm)].map((found) =>
    String.fromCodePoint(Number.parseInt(found[1] ?? '', 16)),
  )
}

/** Accents standing alone print beside or over their neighbours, so they don't count. */
function isCandidate(character: string): boolean {
  const kind = /^(?![\p{Sk}\p{Lm}])[\p{L}\p{N}\p{P}\p{S}]$/u
  return kind.test(character) && character === character.normalize('NFC')
}

async function survivors(
  engine: LatexEngine,
  face: string,
  characters: readonly string[],
): Promise<string[]> {
  let left = [...characters]
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const lines = left.map((character) => `${hex(character)}: nn${character}nn\\par`)
    const head = `${preamble}\n\\begin{document}${face}\n`
    const source = `${head}${lines.join('\n')}\n\\end{document}\n`
    try {
      const { pdf } = await compile({ engine, main: 'main.tex', files: { 'main.tex': source } })
      const text = (await inspectPdf(pdf)).pages.map((page) => page.text).join('\n')
      return left.filter((character) => text.includes(`${hex(character)}: nn${character}nn`))
    } catch (error) {
      if (!(error instanceof LatexFailed)) throw error
      const line = error.reading.errors[0]?.line
      if (line === undefined) throw error
      left = left.filter((_, index) => index !== line - head.split('\n').length)
    }
  }
  throw new Error(`more than ${maxAttempts} characters stop LaTeX`)
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}

/** The text of the committed table. */
function tableSource(characters: readonly string[], engine: LatexEngine): string {
  const rows: string[] = []
  for (let at = 0; at < characters.length; at += perLine) {
    rows.push(`  ${JSON.stringify(characters.slice(at, at + perLine).join(''))},`)
  }
  return `// The characters beyond ASCII that the templates' fonts print: measured, not written by hand.

/**
 * T1 and TS1 in Latin Modern as set by ${engine.name}: each compiles and is
 * extracted by PDFium as itself in every face that the templates use. Renew it with
 * \`node test/support/character-table.ts packages/clients/latex/characters.ts\`;
 * a slow test holds it against the engine.
 */
export const printableCharacters: ReadonlySet<string> = new Set(
  [
${rows.join('\n')}
  ].flatMap((row) => [...row]),
)
`
}

const target = process.argv[2]
if (import.meta.main && target !== undefined) {
  const engine = await resolveEngine({ treeFolder: '.countersign/texlive' })
  await writeFile(target, tableSource(await measureCharacters(engine), engine))
}
