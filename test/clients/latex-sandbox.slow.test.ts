// The real engine in its sandbox: hostile documents get nothing, limits hold, bytes repeat.
import { access, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compile, inspectPdf, type LatexEngine, LatexFailed, resolveEngine } from '#clients'
import { run } from '../../packages/clients/latex/run.ts'
import { assemblyTimeoutMs, plainDocument, testEngine, treeFolder } from '../support/tex.ts'

vi.setConfig({ testTimeout: 60_000 })

let engine: LatexEngine
let outside: string
beforeAll(async () => {
  engine = await testEngine()
  outside = await mkdtemp(join(tmpdir(), 'latex-outside-'))
  await writeFile(join(outside, 'secret.tex'), 'TOPSECRET')
}, assemblyTimeoutMs)
afterAll(() => rm(outside, { recursive: true }))

const compileText = (source: string, options = {}) =>
  compile({ engine, main: 'main.tex', files: { 'main.tex': source }, ...options })

test('the same input gives the same bytes, another date other bytes', async () => {
  const source = plainDocument('Hello \\today')
  const [first, second, later] = await Promise.all([
    compileText(source, { epochSeconds: 1_700_000_000 }),
    compileText(source, { epochSeconds: 1_700_000_000 }),
    compileText(source, { epochSeconds: 1_800_000_000 }),
  ])
  expect(Buffer.from(first.pdf).equals(second.pdf)).toBe(true)
  expect(Buffer.from(first.pdf).equals(later.pdf)).toBe(false)
  expect((await inspectPdf(first.pdf)).pages[0]?.text).toContain('Hello November 14, 2023')
})

test('an error names line and reason', async () => {
  const failed = compileText(plainDocument('\\undefinedcommand'))
  await expect(failed).rejects.toThrow('TeX stopped at line 4: Undefined control sequence.')
  await expect(failed).rejects.toThrow(LatexFailed)
})

test.each([
  ['\\input{FILE}', 'File `'],
  ['\\input{../../../../../..FILE}', 'File `'],
  ['\\openin5=FILE \\ifeof5 X\\else\\read5 to\\x\\x\\fi', undefined],
  ['X\\pdffiledump offset 0 length 99{FILE}', undefined],
  ['X\\pdfmdfivesum file{FILE}', undefined],
  ['X\\pdffilesize{FILE}', undefined],
  ['X\\immediate\\pdfobj stream file{FILE}\\pdfrefobj\\pdflastobj', 'cannot open'],
  ['X\\immediate\\write18{touch OUT}', undefined],
  ['\\input{|"touch OUT"}', 'File `'],
  ['\\openin5="|touch OUT" \\ifeof5 X\\fi', undefined],
  ['X\\immediate\\openout5=OUT \\immediate\\write5{x}\\immediate\\closeout5', 'can’t write'],
])('a document reads, starts and writes nothing outside: %s', async (body, error) => {
  const secret = join(outside, 'secret.tex')
  const made = join(outside, 'made')
  const source = plainDocument(body.replaceAll('FILE', secret).replaceAll('OUT', made))
  const outcome = await compileText(source).catch((failure: unknown) => failure)
  if (outcome instanceof LatexFailed) expect(error, outcome.message).toBeDefined()
  else {
    const { pdf, log } = outcome as Awaited<ReturnType<typeof compileText>>
    expect(log).not.toContain('TOPSECRET')
    const [page] = (await inspectPdf(pdf)).pages
    expect(page?.text.split('\r\n')[0]).toBe('X')
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('TOPSECRET')
  }
  await expect(access(made)).rejects.toThrow('ENOENT')
})

test('the document that reads nothing here would read the file without the guard', async () => {
  const work = await mkdtemp(join(outside, 'unguarded-'))
  await writeFile(join(work, 'main.tex'), plainDocument(`\\input{${join(outside, 'secret.tex')}}`))
  const flags = ['-progname=pdflatex', '-fmt=pdflatex', '-interaction=nonstopmode', 'main.tex']
  await run(engine.command, [...engine.arguments, ...flags], {
    cwd: work,
    environment: { ...engine.environment, openin_any: 'a' },
    timeoutMs: 20_000,
  })
  const pdf = new Uint8Array(await readFile(join(work, 'main.pdf')))
  expect((await inspectPdf(pdf)).pages[0]?.text).toContain('TOPSECRET')
})

test('an endless template is stopped at the time limit and leaves nothing behind', async () => {
  vi.stubEnv('TMPDIR', outside)
  const started = performance.now()
  const looping = compileText(plainDocument('\\def\\x{\\x}\\x'), { timeoutMs: 1_000 })
  await expect(looping).rejects.toMatchObject({ reason: 'time limit' })
  vi.unstubAllEnvs()
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(await processesIn(join(outside, 'countersign-tex-'))).toEqual([])
  expect((await readdir(outside)).filter((name) => name.startsWith('countersign-tex-'))).toEqual([])
})

test('a template that writes without end is stopped at the size limit', async () => {
  const body =
    '\\immediate\\openout5=x.txt \\loop\\immediate\\write5{xxxxxxxxxxxxxxxxxxxx}\\iftrue\\repeat'
  const writing = compileText(plainDocument(body), { maxOutputBytes: 1_000_000 })
  await expect(writing).rejects.toMatchObject({ reason: 'size limit' })
})

test('an engine named by LATEX_ENGINE compiles in the same sandbox', async () => {
  const program = join(outside, 'pdflatex')
  const settings = Object.entries(engine.environment).map(([key, value]) => `${key}='${value}'`)
  const words = [engine.command, ...engine.arguments].map((word) => `'${word}'`)
  const script = `#!/bin/sh\n${settings.join(' ')} exec ${words.join(' ')} "$@"\n`
  await writeFile(program, script, { mode: 0o755 })
  const named = await resolveEngine({ treeFolder, named: 'pdflatex', searchPath: outside })
  const files = { 'main.tex': plainDocument('named') }
  const { pdf } = await compile({ engine: named, main: 'main.tex', files })
  expect((await inspectPdf(pdf)).pages[0]?.text).toContain('named')
})

/** Processes whose working folder begins like this. */
async function processesIn(mark: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(ids.map((id) => readlink(`/proc/${id}/cwd`).catch(() => '')))
  return folders.filter((folder) => folder.startsWith(mark))
}
