// The pdfTeX tree: made without root, by one or by two, after a kill; moved anywhere it works.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ensureTree, inspectPdf, resolveEngine } from '#clients'
import { run } from '../../packages/clients/latex/run.ts'
import { openTree, type TreeProgress, treePackages } from '../../packages/clients/latex/tree.ts'
import { assemblyTimeoutMs, plainDocument, treeFolder } from '../support/tex.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
vi.setConfig({ testTimeout: assemblyTimeoutMs })

let folder: string

// An ordinary user may not be able to read this checkout, so they get a copy of what they run.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latex-tree-'))
  await chmod(folder, 0o777)
  await cp(process.execPath, join(folder, 'node'))
  const needed = ['package.json', 'packages/clients/latex', 'packages/clients/latex.ts']
  for (const path of [...needed, 'node_modules/zod']) {
    await cp(join(root, path), join(folder, 'project', path), { recursive: true })
  }
  await writeFile(
    join(folder, 'project/make.ts'),
    `import { ensureTree } from './packages/clients/latex/tree.ts'
const tell = (value: unknown) => process.stdout.write(JSON.stringify(value) + '\\n')
tell({ tree: await ensureTree(process.argv[2] ?? '', tell) })
`,
  )
}, assemblyTimeoutMs)
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Assembly {
  process: ChildProcess
  steps: TreeProgress[]
  /** The checksum, or undefined when it was killed. */
  checksum: Promise<string | undefined>
}

/** Runs the assembly as an ordinary user in a process of its own, with an empty environment. */
function assemble(target: string, onStep?: (step: TreeProgress) => void): Assembly {
  const child = spawn(join(folder, 'node'), [join(folder, 'project/make.ts'), target], {
    ...{ env: {}, cwd: folder, ...nobody },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const steps: TreeProgress[] = []
  let rest = ''
  let checksum: string | undefined
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const said = JSON.parse(line)
      if ('tree' in said) checksum = said.tree.checksum
      else steps.push(said)
      if (!('tree' in said)) onStep?.(said)
    }
  })
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('close', () => resolve(checksum))
  })
  return { process: child, steps, checksum: ended }
}

test(
  'an ordinary user makes the tree with progress; killed halfway it goes on; two at once agree',
  async () => {
    const home = join(folder, 'home')
    await mkdir(home)
    await chmod(home, 0o777)
    const target = join(home, 'texlive')

    const killed = assemble(target, ({ stage }) => {
      if (stage === 'unpack') killed.process.kill('SIGKILL')
    })
    expect(await killed.checksum).toBeUndefined()
    expect(await readdir(home)).toEqual([expect.stringMatching(/^texlive\.building-/)])
    const started = performance.now()
    const again = assemble(target)
    const checksum = await again.checksum
    const seconds = (performance.now() - started) / 1000
    process.stdout.write(`the pdfTeX tree took ${seconds.toFixed(1)} s\n`)
    expect(checksum).toMatch(/^[0-9a-f]{64}$/)
    expect(again.steps.map(({ stage }) => stage)).toEqual(
      expect.arrayContaining(['lists', 'download', 'unpack', 'format', 'files', 'done']),
    )
    // All archives were there when the first was killed.
    expect(again.steps.filter(({ doneBytes = 0 }) => doneBytes > 0)).toEqual([])
    expect(await readdir(home)).toEqual(['texlive'])

    await rm(target, { recursive: true })
    const both = [assemble(target), assemble(target)]
    expect(await Promise.all(both.map((one) => one.checksum))).toEqual([checksum, checksum])
    expect(await readdir(home)).toEqual(['texlive'])

    const ours = await ensureTree(treeFolder)
    expect(ours.checksum).toBe(checksum)
  },
  4 * assemblyTimeoutMs,
)

test(
  'a damaged, missing or foreign file is noticed, and the tree is made anew',
  async () => {
    const { folder: good } = await ensureTree(treeFolder)
    const copy = join(folder, 'damaged')
    await cp(good, copy, { recursive: true })
    expect(await openTree(copy)).toBeDefined()
    await writeFile(join(copy, 'tree/article.cls'), '% nothing')
    expect(await openTree(copy)).toBeUndefined()
    await cp(join(good, 'tree/article.cls'), join(copy, 'tree/article.cls'))
    await writeFile(join(copy, 'tree/foreign.sty'), '')
    expect(await openTree(copy)).toBeUndefined()
    const layer = resolveEngine({ treeFolder: copy, assemble: false })
    await expect(layer).rejects.toThrow('no intact pdfTeX tree')
  },
  assemblyTimeoutMs,
)

test('every package that a template may load is there', async () => {
  const { folder: tree } = await ensureTree(treeFolder)
  const files = await readdir(join(tree, 'tree'))
  expect(treePackages.filter((name) => !files.includes(`${name}.sty`))).toEqual([])
})

test('moved elsewhere it compiles in an empty root, where nothing of the host is', async () => {
  const empty = join(folder, 'empty')
  const { folder: tree, loader } = await ensureTree(treeFolder)
  await cp(tree, join(empty, 'opt/texlive'), { recursive: true })
  await mkdir(join(empty, 'work'))
  await chmod(join(empty, 'work'), 0o777)
  await writeFile(join(empty, 'work/main.tex'), plainDocument('anywhere'))
  const enter =
    process.getuid?.() === 0
      ? ['chroot', '--userspec=65534:65534', empty]
      : ['unshare', '--user', '--map-root-user', 'chroot', empty]
  const inside = '/opt/texlive'
  const engine = [
    ...[`${inside}/lib/${loader}`, '--library-path', `${inside}/lib`, `${inside}/bin/pdftex`],
    ...['-progname=pdflatex', '-fmt=pdflatex', '-interaction=nonstopmode'],
    ...['-output-directory=/work', '/work/main.tex'],
  ]
  const result = await run('/usr/bin/env', [...enter, ...engine], {
    cwd: '/',
    environment: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      TEXMFCNF: `${inside}/cnf`,
      COUNTERSIGN_TEX: `${inside}/tree`,
      openin_any: 'a',
      openout_any: 'a',
    },
    timeoutMs: 20_000,
  })
  expect(result.exitCode, result.output).toBe(0)
  const pdf = new Uint8Array(await readFile(join(empty, 'work/main.pdf')))
  expect((await inspectPdf(pdf)).pages[0]?.text).toContain('anywhere')
})
