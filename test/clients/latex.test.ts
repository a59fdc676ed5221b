// What the LaTeX client does before any engine runs: names, refusals, logs, limits on programs.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile, NoLatexEngine, readLog, resolveEngine } from '#clients'
import { run } from '../../packages/clients/latex/run.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latex-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const engine = {
  name: 'none',
  kind: 'pdftex' as const,
  command: '/nonexistent',
  arguments: [],
  environment: {},
}

test.each(['../x.tex', '/etc/x.tex', '.hidden', 'a b.tex', ''])(
  'a file can’t be placed outside the working folder: %j',
  async (name) => {
    const compiling = compile({ engine, main: name, files: { [name]: '' } })
    await expect(compiling).rejects.toThrow('no plain file name')
  },
)

test('an engine that can’t be started is an error, not a failed document', async () => {
  await expect(compile({ engine, main: 'a.tex', files: { 'a.tex': '' } })).rejects.toThrow(
    '/nonexistent can’t be started',
  )
})

test('LATEX_ENGINE names a program that must be one of three', async () => {
  const wrong = resolveEngine({ treeFolder: folder, named: 'word', searchPath: '/bin' })
  await expect(wrong).rejects.toThrow(NoLatexEngine)
  await expect(wrong).rejects.toThrow(/“word”.*pdflatex, lualatex, tectonic/)
})

test('LATEX_ENGINE that is not on PATH says what to do, and nothing takes its place', async () => {
  const missing = resolveEngine({ treeFolder: folder, named: 'pdflatex', searchPath: folder })
  await expect(missing).rejects.toThrow(/no such program on PATH.*unset LATEX_ENGINE/)
})

test('LATEX_ENGINE is looked up on PATH, and only an executable file counts', async () => {
  const program = join(folder, 'pdflatex')
  await writeFile(program, '#!/bin/sh\n')
  const options = { treeFolder: folder, named: 'pdflatex', searchPath: `/nonexistent:${folder}` }
  await expect(resolveEngine(options)).rejects.toThrow(NoLatexEngine)
  await chmod(program, 0o755)
  expect(await resolveEngine(options)).toMatchObject({ command: program, kind: 'pdftex' })
})

test('where nothing can be assembled, a missing tree is an error that names the folder', async () => {
  const opening = resolveEngine({ treeFolder: join(folder, 'texlive'), assemble: false })
  await expect(opening).rejects.toThrow(/texlive holds no intact pdfTeX tree/)
})

test('a log tells errors with lines, undefined characters, dropped glyphs, wide boxes', () => {
  const log = `This is pdfTeX
Overfull \\hbox (37.25pt too wide) in paragraph at lines 12--14
Overfull \\vbox (2.0pt too high) has occurred while \\output is active []
Missing character: There is no X in font lmr10!
! LaTeX Error: Unicode character ễ (U+1EC5)
               not set up for use with LaTeX.

l.21 Nguyễ
          n
LaTeX Warning: Label(s) may have changed. Rerun to get cross-references right.
`
  expect(readLog(log)).toEqual({
    errors: [{ message: 'LaTeX Error: Unicode character ễ (U+1EC5)', line: 21 }],
    undefinedCharacters: [{ codePoint: 0x1ec5, line: 21 }],
    missingGlyphs: ['Missing character: There is no X in font lmr10!'],
    overfull: [
      { direction: 'horizontal', points: 37.25, line: 12 },
      { direction: 'vertical', points: 2 },
    ],
    wantsAnotherPass: true,
  })
})

test('at the time limit the program dies with all that it started', async () => {
  const script = 'sleep 300 & echo $! > child; wait'
  const started = performance.now()
  const result = await run('/bin/sh', ['-c', script], {
    cwd: folder,
    environment: { PATH: '/usr/bin:/bin' },
    timeoutMs: 500,
  })
  expect(result.ended).toBe('time limit')
  expect(performance.now() - started).toBeLessThan(5_000)
  const child = Number(await readFile(join(folder, 'child'), 'utf8'))
  await expect.poll(() => isRunning(child), { timeout: 5_000 }).toBe(false)
})

test('a program inherits nothing of our environment', async () => {
  const result = await run('/usr/bin/env', [], {
    cwd: folder,
    environment: { ONLY: 'this' },
    timeoutMs: 10_000,
  })
  expect(result.output).toContain('ONLY=this')
  const names = result.output
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0])
  // A shell may set these three itself.
  expect(names.filter((name) => !['ONLY', 'PWD', 'SHLVL', '_'].includes(name ?? ''))).toEqual([])
})

/** A killed process without a parent that waits for it stays listed as a zombie. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (status !== undefined) return !/\) Z /.test(status)
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
