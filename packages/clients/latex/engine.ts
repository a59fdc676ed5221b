// Finds the LaTeX engine: the one that the user named, else the relocatable pdfTeX tree.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { loaderArguments } from './tree/assemble.ts'
import { ensureTree, openTree, type Tree, TreeFailed, type TreeProgress } from './tree.ts'

/** How to start an engine. `environment` is everything that it needs to find its own files. */
export interface LatexEngine {
  /** For messages and records: what it is and where from. */
  name: string
  kind: 'pdftex' | 'luatex' | 'tectonic'
  command: string
  arguments: readonly string[]
  environment: Readonly<Record<string, string>>
}

export interface EngineOptions {
  /** Folder of the pdfTeX tree; `.countersign/texlive` on a laptop, the layer's folder on Lambda. */
  treeFolder: string
  /** `LATEX_ENGINE`: `pdflatex`, `lualatex` or `tectonic`, or a path to one of them. */
  named?: string | undefined
  /** `PATH`, where a named engine is looked up. */
  searchPath?: string | undefined
  /** False where nothing can be assembled (Lambda): a missing or damaged tree is then an error. */
  assemble?: boolean
  onProgress?: (progress: TreeProgress) => void
  /** Stops an assembly; what was downloaded is used by the next one. */
  signal?: AbortSignal
}

/** There is no usable engine; the message says what to do. */
export class NoLatexEngine extends Error {
  override name = 'NoLatexEngine'
}

const kinds: Readonly<Record<string, LatexEngine['kind']>> = {
  pdflatex: 'pdftex',
  lualatex: 'luatex',
  tectonic: 'tectonic',
}

/**
 * Resolves the engine. A named engine is used or refused, never replaced silently. Without a name it
 * is the pdfTeX tree, which is assembled on first use (see `ensureTree`).
 *
 * The tree is the safest choice and the one that the character table was measured with. LuaTeX reads
 * files of the host in spite of `openin_any=p`, so it suits only templates that you wrote yourself;
 * Tectonic fetches packages from the network on its first run.
 *
 * @throws NoLatexEngine naming what to install or set.
 */
export async function resolveEngine(options: EngineOptions): Promise<LatexEngine> {
  if (options.named !== undefined && options.named !== '') {
    return namedEngine(options.named, options.searchPath ?? '')
  }
  if (options.assemble === false) {
    const tree = await openTree(options.treeFolder)
    if (tree !== undefined) return treeEngine(tree)
    throw new NoLatexEngine(
      `${options.treeFolder} holds no intact pdfTeX tree of this version. Deploy again, so that the ` +
        'layer is made anew.',
    )
  }
  try {
    return treeEngine(await ensureTree(options.treeFolder, options.onProgress, options.signal))
  } catch (error) {
    if (error instanceof TreeFailed) throw new NoLatexEngine(error.message, { cause: error })
    throw error
  }
}

/** The engine of a verified tree: its own loader, libraries and files, nothing of the host. */
function treeEngine(tree: Tree): LatexEngine {
  return {
    name: `pdfTeX tree ${tree.checksum.slice(0, 12)}`,
    kind: 'pdftex',
    command: join(tree.folder, 'lib', tree.loader),
    arguments: loaderArguments(tree.folder),
    environment: {
      TEXMFCNF: join(tree.folder, 'cnf'),
      COUNTERSIGN_TEX: join(tree.folder, 'tree'),
    },
  }
}

async function namedEngine(named: string, searchPath: string): Promise<LatexEngine> {
  const kind = kinds[basename(named)]
  if (kind === undefined) {
    throw new NoLatexEngine(
      `LATEX_ENGINE is “${named}”, which is none of ${Object.keys(kinds).join(', ')} (or a path to one ` +
        'of them). Set one of these, or unset it to use the pdfTeX tree.',
    )
  }
  const isPath = named.includes('/')
  const folders = searchPath.split(delimiter).filter(Boolean)
  const candidates = isPath ? [resolve(named)] : folders.map((folder) => join(folder, named))
  for (const command of candidates) {
    if (!(await isProgram(command))) continue
    const path = [dirname(command), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
    return { name: command, kind, command, arguments: [], environment: { PATH: path } }
  }
  throw new NoLatexEngine(
    `LATEX_ENGINE is “${named}”, but there is no such program` +
      `${isPath ? '' : ' on PATH'}. Install it (macOS: brew install --cask ` +
      'mactex-no-gui), give its full path, or unset LATEX_ENGINE to use the pdfTeX tree.',
  )
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
