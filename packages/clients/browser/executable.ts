// Finds the browser: the one the user named, the one from npm, or an installed Chrome.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type Pack, unpack } from './pack.ts'

/** How to start a browser. `pack` is set for the one from npm, which brings its own libraries. */
export interface BrowserProgram {
  executable: string
  pack: Pack | null
}

/** There is no usable browser; the message says what to do. */
export class NoBrowser extends Error {
  override name = 'NoBrowser'
}

export interface WhereToLook {
  /** CHROME_PATH: used or refused, never replaced silently. */
  chromePath?: string | undefined
  /** PATH, where an installed browser is looked up. */
  searchPath?: string | undefined
  /** Where the browser from npm is unpacked; a folder of this user's in the temp folder if left out. */
  unpackInto?: string | undefined
}

const installed: Readonly<Record<string, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  linux: ['/opt/google/chrome/chrome'],
}
const commands = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']

/**
 * CHROME_PATH, else on Linux x64 the Chromium from npm, else an installed Chrome or Chromium.
 *
 * @throws NoBrowser naming what to install or set.
 */
export async function findBrowser(where: WhereToLook = {}): Promise<BrowserProgram> {
  const { chromePath, searchPath = '' } = where
  if (chromePath !== undefined && chromePath !== '') {
    if (await isProgram(chromePath)) return { executable: chromePath, pack: null }
    throw new NoBrowser(
      `CHROME_PATH is “${chromePath}”, which is no program. Set it to the full path of a Chrome or ` +
        'Chromium, or unset it.',
    )
  }
  let why = `npm carries no Chromium for ${process.platform} ${process.arch}`
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      const pack = await unpack(where.unpackInto)
      return { executable: pack.executable, pack }
    } catch (error) {
      why = error instanceof Error ? error.message : String(error)
    }
  }
  const folders = searchPath.split(delimiter).filter(Boolean)
  const candidates = [
    ...(installed[process.platform] ?? []),
    ...folders.flatMap((folder) => commands.map((command) => join(folder, command))),
  ]
  for (const executable of candidates) {
    if (await isProgram(executable)) return { executable, pack: null }
  }
  throw new NoBrowser(
    `There is no browser (${why}). Install Google Chrome or Chromium, or set CHROME_PATH to one.`,
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
