// Runs one outside program within limits of time and output; its whole process group dies with it.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What a program may use. `environment` is all it gets: nothing of ours is inherited. */
export interface RunOptions {
  cwd: string
  environment: Readonly<Record<string, string>>
  timeoutMs: number
  /** Bytes that the working folder may hold before the program is killed; unlimited if left out. */
  maxFolderBytes?: number
  /** Called about every 250 ms while the program runs. */
  onPoll?: () => void
  /** Kills it; `run` then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** How a program ended. `output` holds the last 64 kB of stdout and stderr together. */
export interface RunResult {
  exitCode: number | null
  output: string
  ended: 'by itself' | 'time limit' | 'size limit'
}

const maxOutputCharacters = 65_536
const pollMs = 250

/** Should this process be killed itself, the program still ends when it has used up its time. */
const limited = 'ulimit -t "$0" && exec "$@"'
const notStarted = [126, 127]

/** The program isn't there or can't be executed. */
class NotStarted extends Error {
  override name = 'NotStarted'
}

/**
 * Starts `command` in a process group of its own and waits for it. At a limit the whole group gets
 * SIGKILL, so nothing that the program started outlives it.
 *
 * @throws NotStarted, and the signal's reason
 */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  options.signal?.throwIfAborted()
  const cpuSeconds = String(Math.ceil(options.timeoutMs / 1000) + 1)
  const child = spawn('/bin/sh', ['-c', limited, cpuSeconds, command, ...args], {
    cwd: options.cwd,
    env: { ...options.environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let ended: RunResult['ended'] = 'by itself'
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-maxOutputCharacters)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const stop = (why: RunResult['ended']) => {
    ended = why
    killGroup(child)
  }
  const onAbort = () => killGroup(child)
  options.signal?.addEventListener('abort', onAbort)
  const deadline = setTimeout(() => stop('time limit'), options.timeoutMs)
  const poll = setInterval(() => {
    options.onPoll?.()
    void overLimit(options).then((over) => over && stop('size limit'))
  }, pollMs)
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    options.signal?.throwIfAborted()
    if (ended === 'by itself' && (await overLimit(options))) ended = 'size limit'
    if (exitCode !== null && notStarted.includes(exitCode)) {
      throw new NotStarted(`${command} can’t be started: ${output.trim()}`)
    }
    return { exitCode, output, ended }
  } finally {
    clearTimeout(deadline)
    clearInterval(poll)
    options.signal?.removeEventListener('abort', onAbort)
    killGroup(child)
  }
}

/** Kills the child and whatever it started; nothing to do when the group is gone already. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // ESRCH: every process of the group has ended.
  }
}

async function overLimit(options: RunOptions): Promise<boolean> {
  if (options.maxFolderBytes === undefined) return false
  let bytes = 0
  for (const name of await readdir(options.cwd).catch(() => [])) {
    bytes += await stat(join(options.cwd, name)).then(
      (entry) => entry.size,
      () => 0,
    )
  }
  return bytes > options.maxFolderBytes
}
