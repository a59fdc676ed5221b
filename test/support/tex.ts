// The pdfTeX tree that the tests share, and small looks at what TeX made.
import { fileURLToPath } from 'node:url'
import { type LatexEngine, resolveEngine } from '#clients'

/** Below `.countersign`, so that it is assembled once for all runs. */
export const treeFolder = fileURLToPath(new URL('../../.countersign/texlive', import.meta.url))

/** Longer than the assembly takes on a busy machine. */
export const assemblyTimeoutMs = 180_000

export function testEngine(): Promise<LatexEngine> {
  return resolveEngine({ treeFolder })
}

/** A small document with the font set-up that all of ours have. */
export function plainDocument(body: string, preamble = ''): string {
  const fonts = '\\usepackage[T1]{fontenc}\\usepackage{lmodern}'
  return `\\documentclass{article}\n${fonts}${preamble}\n\\begin{document}\n${body}\n\\end{document}\n`
}
