// The programs that a night's documents and forms need, made ready before its work begins: LaTeX and a browser.
import * as path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBrowser, resolveEngine } from '#clients'
import { browserConfig, latexEngine } from '#config'
import { shown } from './database-parts.ts'
import type { Ground, Part } from './part.ts'

/** A tree that is there is found and verified sooner; one that isn't takes many times as long. */
const foundWithinMs = 2_000

/**
 * The LaTeX engine: the one that LATEX_ENGINE names, or the pdfTeX tree. On the first start that is assembled while
 * everything else already runs; only the ticks that need it wait (`ground.prepared`). Nothing where no nights are
 * wanted. Throws NoLatexEngine with the remedy, or tells it by `failed`.
 */
export async function latex(ground: Ground): Promise<Part | undefined> {
  if (!ground.nights) return undefined
  const settings = latexEngine()
  const beganMs = performance.now()
  const stop = new AbortController()
  let last = ''
  const found = resolveEngine({
    ...settings,
    signal: stop.signal,
    onProgress({ message, doneBytes = 0, totalBytes = 0 }) {
      const quarter = totalBytes === 0 ? 0 : Math.floor((4 * doneBytes) / totalBytes)
      const line = quarter === 0 ? message : `${message}: ${quarter * 25} %`
      if (line !== last) ground.say(`  LaTeX      ${line}`)
      last = line
    },
  })
  const folder = shown(path.resolve(settings.treeFolder))
  const engine = await within(foundWithinMs, found)
  if (engine !== undefined) {
    const from = settings.named === undefined ? `in ${folder}` : '(LATEX_ENGINE)'
    return { name: 'LaTeX', about: `${engine.name} ${from}` }
  }
  ground.prepared = found.then(() => {
    if (last === '') return
    ground.took.latexMs = performance.now() - beganMs
    ground.say(`  LaTeX      ready after ${(ground.took.latexMs / 1_000).toFixed(1)} s`)
  })
  const failed = new Promise<string>((resolve) => {
    ground.prepared.catch((error: unknown) => {
      if (!stop.signal.aborted) resolve(error instanceof Error ? error.message : String(error))
    })
  })
  // One that is there is only read through, which a busy machine takes its time for.
  const doing = last === '' ? 'checked' : 'assembled'
  return {
    name: 'LaTeX',
    about: `pdfTeX is being ${doing} in ${folder}: documents wait for it, nothing else does`,
    failed,
    async stop() {
      stop.abort()
      await found.catch(() => undefined)
    },
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  const limit = new AbortController()
  const over = pause(limitMs, undefined, { signal: limit.signal }).catch(() => undefined)
  return await Promise.race([work, over]).finally(() => limit.abort())
}

/** The browser that fills forms, unpacked on the first start. Throws NoBrowser with the remedy. */
export async function browser({ nights }: Ground): Promise<Part | undefined> {
  if (!nights) return undefined
  const { executable, pack } = await findBrowser(browserConfig())
  const about = pack === null ? executable : `Chromium ${pack.version} from npm`
  return { name: 'browser', about }
}
