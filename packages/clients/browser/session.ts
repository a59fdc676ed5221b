// A browser's own folder: profile, home and temp files; gone with it, or swept up by the next one.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'countersign-browser-session-'

/** Makes the folder; its name carries our process id, so that a later one can tell it's orphaned. */
export async function openSession(): Promise<string> {
  await sweep(tmpdir(), prefix)
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  for (const name of ['home', 'profile', 'files']) await mkdir(join(folder, name))
  return folder
}

export async function closeSession(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

/**
 * Removes folders named `<prefix><process id>-…` of processes that are gone: one that was killed
 * couldn't do so itself. Its browser ended with the pipe between them.
 */
export async function sweep(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length).split('-')[0])
    if (Number.isInteger(pid) && pid > 0 && !alive(pid)) {
      await closeSession(join(parent, name)).catch(() => undefined)
    }
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
