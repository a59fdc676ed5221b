// Chromium from npm for Linux x64: unpacked once, with the libraries and fonts it needs beside it.
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { sweep } from './session.ts'

export interface Pack {
  /** The headless shell itself. */
  executable: string
  libraries: string
  fonts: string
  version: string
}

const unpackMs = 120_000

/**
 * Runs in a thread of its own: the package unpacks into the temp folder and looks at the environment
 * as it is imported, so it gets an environment of its own.
 */
const unpacker = `
const { workerData: { chromium, bin } } = require('node:worker_threads')
import(chromium).then(async ({ default: pack, inflate }) => {
  await pack.executablePath(bin)
  await inflate(bin + '/al2023.tar.br')
})`

/**
 * Unpacks @sparticuz/chromium below `folder` (211 MB), or answers what is there already. It appears
 * in one rename, so that a process that was killed, or two at once, leave no half of it.
 */
export async function unpack(folder?: string): Promise<Pack> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const root = join(dirname(entry), '..')
  const version = versionIn(await readFile(join(root, 'package.json'), 'utf8'))
  const parent = folder ?? (await ownFolder())
  const home = join(parent, `chromium-${version}`)
  if (!(await exists(join(home, 'chromium')))) {
    await mkdir(parent, { recursive: true, mode: 0o700 })
    await sweep(parent, 'unpacking-')
    const staging = await mkdtemp(join(parent, `unpacking-${process.pid}-`))
    try {
      await runUnpacker(pathToFileURL(entry).href, join(root, 'bin'), staging)
      // Two may have unpacked at once: the first rename wins, the other copy goes.
      await rename(staging, home).catch(async (error: unknown) => {
        if (!(await exists(join(home, 'chromium')))) throw error
      })
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  }
  return {
    executable: join(home, 'chromium'),
    libraries: join(home, 'al2023', 'lib'),
    fonts: join(home, 'fonts'),
    version,
  }
}

/** A folder in the temp folder that is this user's and nobody else's, since programs run from it. */
async function ownFolder(): Promise<string> {
  const { uid, username } = userInfo()
  const folder = join(tmpdir(), `countersign-browser-of-${uid}`)
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined)
  const found = await stat(folder)
  if (found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new Error(`${folder} belongs to somebody else than ${username}; remove it`)
  }
  return folder
}

async function runUnpacker(chromium: string, bin: string, into: string): Promise<void> {
  const worker = new Worker(unpacker, {
    eval: true,
    env: { TMPDIR: into },
    workerData: { chromium, bin },
  })
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
  const late = setTimeout(() => void worker.terminate(), unpackMs)
  try {
    await ended
  } finally {
    clearTimeout(late)
  }
  if (!(await exists(join(into, 'al2023')))) {
    throw new Error(`Chromium wasn't unpacked into ${dirname(into)} within ${unpackMs / 1000} s`)
  }
}

/**
 * Where fonts are looked for: those of the pack (Open Sans: Latin, Greek, Cyrillic, Vietnamese),
 * those installed on the machine, and those of a Lambda layer or bundle.
 */
export async function fontSettings(pack: Pack, session: string): Promise<string> {
  const folders = [
    pack.fonts,
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    '/opt/fonts',
    '/var/task/fonts',
  ]
  const file = join(session, 'fonts.conf')
  const dirs = folders.map((folder) => `<dir>${folder}</dir>`).join('')
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">` +
      `<fontconfig>${dirs}<cachedir>${join(session, 'font-cache')}</cachedir></fontconfig>`,
  )
  return file
}

function versionIn(json: string): string {
  const found: unknown = JSON.parse(json)
  return typeof found === 'object' && found !== null && 'version' in found
    ? String(found.version)
    : 'unknown'
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
