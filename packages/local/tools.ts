// The programs that a night's documents and forms need, made ready before its work begins: LaTeX and a browser.
import * as path from 'node:path'
import { findBrowser, resolveEngine } from '#clients'
import { browserConfig, latexEngine } from '#config'
import { shown } from './database-parts.ts'
import type { Ground, Part } from './part.ts'

/**
 * The LaTeX engine: the one that LATEX_ENGINE names, or the pdfTeX tree, which is assembled on the first start.
 * Nothing where no nights are wanted. Throws NoLatexEngine with the remedy.
 */
export async function latex({ nights, say, took }: Ground): Promise<Part | undefined> {
  if (!nights) return undefined
  const settings = latexEngine()
  const beganMs = performance.now()
  let last = ''
  const engine = await resolveEngine({
    ...settings,
    onProgress({ message, doneBytes = 0, totalBytes = 0 }) {
      const quarter = totalBytes === 0 ? 0 : Math.floor((4 * doneBytes) / totalBytes)
      const line = quarter === 0 ? message : `${message}: ${quarter * 25} %`
      if (line !== last) say(`  LaTeX      ${line}`)
      last = line
    },
  })
  if (settings.named !== undefined) return { name: 'LaTeX', about: `${engine.name} (LATEX_ENGINE)` }
  const folder = shown(path.resolve(settings.treeFolder))
  if (last === '') return { name: 'LaTeX', about: `${engine.name} in ${folder}` }
  took.latexMs = performance.now() - beganMs
  const seconds = (took.latexMs / 1_000).toFixed(1)
  return { name: 'LaTeX', about: `${engine.name} in ${folder}, assembled in ${seconds} s` }
}

/** The browser that fills forms, unpacked on the first start. Throws NoBrowser with the remedy. */
export async function browser({ nights }: Ground): Promise<Part | undefined> {
  if (!nights) return undefined
  const { executable, pack } = await findBrowser(browserConfig())
  const about = pack === null ? executable : `Chromium ${pack.version} from npm`
  return { name: 'browser', about }
}
