// Compiles LaTeX to PDF inside a sandbox: no shell, no files of the host, limits on time and size.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LatexEngine } from './latex/engine.ts'
import { type LatexLog, readLog } from './latex/log.ts'
import { type RunResult, run } from './latex/run.ts'

export { type LatexEngine, NoLatexEngine, resolveEngine } from './latex/engine.ts'
export { readLog } from './latex/log.ts'
export { ensureTree } from './latex/tree.ts'

export interface CompileOptions {
  engine: LatexEngine
  /** Name of the main file, one of `files`. */
  main: string
  /** Flat file names and contents; all that the document can read besides the engine's own files. */
  files: Readonly<Record<string, string | Uint8Array>>
  /** The moment that the document says it was made at, in seconds since 1970; default 2000-01-01. */
  epochSeconds?: number
  /** Wall-clock limit over all passes; default 20,000. */
  timeoutMs?: number
  /** Limit for everything written; default 20 MB. */
  maxOutputBytes?: number
  /** Upper limit of passes; a further one runs only while LaTeX asks for it. Default 1. */
  maxPasses?: number
  /** Ends it at once: `compile` then rejects with the signal's reason. */
  signal?: AbortSignal
}

export interface CompileResult {
  pdf: Uint8Array
  log: string
  passes: number
}

/** Why no PDF came out. `log` is what TeX wrote, `reading` what it says. */
export class LatexFailed extends Error {
  override name = 'LatexFailed'
  readonly reason: 'source' | 'time limit' | 'size limit'
  readonly log: string
  readonly reading: LatexLog

  constructor(message: string, reason: LatexFailed['reason'], log: string) {
    super(message)
    this.reason = reason
    this.log = log
    this.reading = readLog(log)
  }
}

const defaults = { timeoutMs: 20_000, maxOutputBytes: 20_000_000, maxPasses: 1 }
const defaultEpochSeconds = 946_684_800
const flatName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/

/**
 * Compiles `main` in a temporary folder that holds nothing but `files`. The engine gets an empty
 * environment besides its own variables, may start no program and may read and write below that
 * folder only; at a limit its whole process group is killed. The same input and `epochSeconds` give
 * the same bytes.
 *
 * @throws LatexFailed for an error in the source or a limit reached.
 */
export async function compile(options: CompileOptions): Promise<CompileResult> {
  for (const name of Object.keys(options.files)) {
    if (!flatName.test(name)) throw new RangeError(`“${name}” is no plain file name`)
  }
  if (!(options.main in options.files)) throw new RangeError(`“${options.main}” is not among files`)
  const folder = await mkdtemp(join(tmpdir(), 'countersign-tex-'))
  try {
    for (const [name, content] of Object.entries(options.files)) {
      await writeFile(join(folder, name), content)
    }
    return await runPasses(folder, options)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function runPasses(folder: string, options: CompileOptions): Promise<CompileResult> {
  const { timeoutMs, maxOutputBytes, maxPasses } = { ...defaults, ...options }
  const base = options.main.replace(/\.tex$/, '')
  const until = performance.now() + timeoutMs
  for (let passes = 1; ; passes += 1) {
    const result = await run(
      options.engine.command,
      [...options.engine.arguments, ...engineArguments(options.engine.kind, options.main)],
      {
        cwd: folder,
        environment: environmentOf(options, folder),
        timeoutMs: Math.max(1, until - performance.now()),
        maxFolderBytes: maxOutputBytes,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
    )
    const log = await readFile(join(folder, `${base}.log`), 'utf8').catch(() => result.output)
    const pdf = await readFile(join(folder, `${base}.pdf`)).catch(() => undefined)
    if (result.ended !== 'by itself' || result.exitCode !== 0 || pdf === undefined) {
      throw failure(result, log, { timeoutMs, maxOutputBytes })
    }
    if (passes >= maxPasses || !readLog(log).wantsAnotherPass) {
      return { pdf: new Uint8Array(pdf), log, passes }
    }
  }
}

function engineArguments(kind: LatexEngine['kind'], main: string): string[] {
  if (kind === 'tectonic') return ['-X', 'compile', '--untrusted', '--keep-logs', main]
  const flags = ['-no-shell-escape', '-halt-on-error', '-interaction=nonstopmode', main]
  return kind === 'luatex' ? flags : ['-progname=pdflatex', '-fmt=pdflatex', ...flags]
}

function environmentOf(options: CompileOptions, folder: string): Record<string, string> {
  return {
    ...options.engine.environment,
    HOME: folder,
    TEXMFHOME: folder,
    TEXMFVAR: folder,
    TEXMFCACHE: folder,
    shell_escape: 'f',
    openin_any: 'p',
    openout_any: 'p',
    max_print_line: '1000',
    SOURCE_DATE_EPOCH: String(options.epochSeconds ?? defaultEpochSeconds),
    FORCE_SOURCE_DATE: '1',
  }
}

function failure(
  result: RunResult,
  log: string,
  limits: { timeoutMs: number; maxOutputBytes: number },
): LatexFailed {
  if (result.ended === 'time limit') {
    const message = `TeX was stopped after ${limits.timeoutMs / 1000} s; does the template loop?`
    return new LatexFailed(message, 'time limit', log)
  }
  if (result.ended === 'size limit') {
    const message = `TeX was stopped after writing ${limits.maxOutputBytes} bytes; does the template loop?`
    return new LatexFailed(message, 'size limit', log)
  }
  const first = readLog(log).errors[0]
  const where = first?.line === undefined ? '' : ` at line ${first.line}`
  const what = first?.message ?? (result.output.trim().slice(-300) || 'no PDF was written')
  return new LatexFailed(`TeX stopped${where}: ${what}`, 'source', log)
}
