// Which LaTeX engine compiles documents: one of the user's own, or the pdfTeX tree and its folder.
import path from 'node:path'
import { localParts } from './local-parts.ts'

/** What `resolveEngine` of #clients needs to know. */
interface LatexSettings {
  /** LATEX_ENGINE: an engine instead of the tree. */
  named?: string
  searchPath: string
  treeFolder: string
  /** False where the tree comes with the deployment and is never assembled. */
  assemble: boolean
}

/**
 * LATEX_ENGINE names an engine; COUNTERSIGN_TEXLIVE is the folder of a tree that came with a deployment.
 * Without either the tree lies in the state folder, `.countersign/texlive` unless `npm start` was told
 * another, and is assembled on first use.
 */
export function latexEngine(): LatexSettings {
  const named = process.env.LATEX_ENGINE ?? ''
  const deployed = process.env.COUNTERSIGN_TEXLIVE ?? ''
  const stateDir = localParts().stateDir ?? '.countersign'
  return {
    ...(named === '' ? {} : { named }),
    searchPath: process.env.PATH ?? '',
    treeFolder: deployed === '' ? path.join(stateDir, 'texlive') : deployed,
    assemble: deployed === '',
  }
}
