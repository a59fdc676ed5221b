// LATEX_ENGINE: a LaTeX engine of the user's own, instead of the pdfTeX tree.

/** What `resolveEngine` of #clients needs to know: the name given, if any, and where to look. */
export function latexEngine(): { named?: string; searchPath: string } {
  const named = process.env.LATEX_ENGINE
  const searchPath = process.env.PATH ?? ''
  return named === undefined || named === '' ? { searchPath } : { named, searchPath }
}
