// Makes the relocatable pdfTeX tree out of unpacked Debian packages: program, libraries, format, files.
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { run } from '../run.ts'
import { corpus, twiceCompiled } from './corpus.ts'
import { TreeFailed } from './debian.ts'
import { bootstrapTexmf, treeTexmf } from './texmf.ts'

/** A line of the loader's list such as `libz.so.1 => …/libz.so.1 (0x…)`; the loader itself has a path. */
const sharedObject = /^\s*([^/\s]+) => (\S+) \(0x/gm
const stepTimeoutMs = 120_000

/** The clock that TeX sees while the tree is made; without it every build has another checksum. */
const frozenClock = { SOURCE_DATE_EPOCH: '1', FORCE_SOURCE_DATE: '1' }

/** The arguments with which the tree's own loader starts its pdfTeX, using nothing of the host. */
export function loaderArguments(tree: string): string[] {
  const program = join(tree, 'bin/pdftex')
  return ['--library-path', join(tree, 'lib'), '--argv0', program, program]
}

/** Copies pdfTeX, the loader and the libraries that it really loads; answers the loader's name. */
export async function copyProgram(
  unpacked: string,
  tree: string,
  signal?: AbortSignal,
): Promise<string> {
  await mkdir(join(tree, 'bin'), { recursive: true })
  await mkdir(join(tree, 'lib'), { recursive: true })
  const folders = await libraryFolders(unpacked)
  const loader = await findLoader(folders)
  const listed = await run(
    loader,
    ['--library-path', folders.join(':'), '--list', join(unpacked, 'usr/bin/pdftex')],
    { cwd: unpacked, environment: {}, timeoutMs: stepTimeoutMs, signal },
  )
  const found = [...listed.output.matchAll(sharedObject)].map((match) => [match[1], match[2]])
  const outside = found.filter(([, path]) => !path?.startsWith(unpacked))
  if (listed.exitCode !== 0 || found.length === 0 || outside.length > 0) {
    throw new TreeFailed(
      'pdfTeX needs libraries that the fetched packages do not hold: ' +
        `${outside.map(([name]) => name).join(', ') || listed.output.slice(-400)}. ` +
        'Install a pdfTeX and set LATEX_ENGINE=pdflatex.',
    )
  }
  for (const [name = '', path = ''] of found) await copyFile(path, join(tree, 'lib', name))
  await copyFile(loader, join(tree, 'lib', basename(loader)))
  await copyFile(join(unpacked, 'usr/bin/pdftex'), join(tree, 'bin/pdftex'))
  await chmod(join(tree, 'lib', basename(loader)), 0o755)
  await chmod(join(tree, 'bin/pdftex'), 0o755)
  return basename(loader)
}

async function libraryFolders(unpacked: string): Promise<string[]> {
  const folders: string[] = []
  for (const parent of [join(unpacked, 'lib'), join(unpacked, 'usr/lib')]) {
    for (const name of await readdir(parent).catch(() => [])) {
      if (/-linux-gnu\w*$/.test(name)) folders.push(join(parent, name))
    }
  }
  return folders
}

async function findLoader(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const name = (await readdir(folder)).find((entry) => /^ld-linux.*\.so\.\d+$/.test(entry))
    if (name !== undefined) return join(folder, name)
  }
  throw new TreeFailed(`No program loader among ${folders.join(', ')}; is libc6 unpacked?`)
}

/** Dumps LaTeX's format, with English hyphenation only, into `folder/format`. */
export async function makeFormat(
  folder: string,
  tree: string,
  loader: string,
  signal?: AbortSignal,
): Promise<void> {
  const unpacked = join(folder, 'unpacked')
  const format = join(folder, 'format')
  await mkdir(format, { recursive: true })
  await writeFile(join(format, 'texmf.cnf'), bootstrapTexmf)
  await writeFile(join(format, 'language.dat'), 'english hyphen.tex\n=usenglish\n')
  // No package holds pdftex.map: Debian makes it when a package is installed.
  const map = join(unpacked, 'usr/share/texmf/fonts/map/dvips/lm/lm.map')
  await copyFile(map, join(format, 'pdftex.map'))
  const made = await run(
    join(tree, 'lib', loader),
    [
      ...loaderArguments(tree),
      ...['-ini', '-etex', '-jobname=pdflatex', '-progname=pdflatex'],
      ...['-translate-file=cp227.tcx', '*pdflatex.ini'],
    ],
    { cwd: format, environment: bootstrapEnvironment(format), timeoutMs: stepTimeoutMs, signal },
  )
  if (made.exitCode === 0) return
  throw new TreeFailed(`Making LaTeX's format failed: ${made.output.slice(-600)}`)
}

function bootstrapEnvironment(format: string): Record<string, string> {
  return { ...frozenClock, TEXMFCNF: format, HOME: format }
}

/** Compiles the corpus with a recorder and copies each file that TeX read into the flat `tree/tree`. */
export async function copyUsedFiles(
  folder: string,
  tree: string,
  loader: string,
  signal?: AbortSignal,
): Promise<void> {
  const flat = join(tree, 'tree')
  await mkdir(flat, { recursive: true })
  const format = join(folder, 'format')
  const names = Object.keys(corpus)
  const read = (
    await Promise.all(
      names.map((name) =>
        readFiles({ work: join(folder, name), name, format, tree, loader, signal }),
      ),
    )
  ).flat()
  const used = [...new Set(read)]
  const byName = new Map(used.map((path) => [basename(path), path]))
  if (byName.size !== used.length) {
    throw new TreeFailed('Two files of the LaTeX packages have the same name; the tree is flat.')
  }
  for (const [name, path] of byName) await cp(path, join(flat, name), { dereference: true })
  await copyFile(join(format, 'pdftex.map'), join(flat, 'pdftex.map'))
  await copyFile(join(format, 'pdflatex.fmt'), join(flat, 'pdflatex.fmt'))
  await mkdir(join(tree, 'cnf'), { recursive: true })
  await writeFile(join(tree, 'cnf/texmf.cnf'), treeTexmf)
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
}

interface CorpusRun {
  work: string
  name: string
  format: string
  tree: string
  loader: string
  signal: AbortSignal | undefined
}

/** The paths that one corpus document made TeX read. One is compiled twice: a second pass reads more. */
async function readFiles({
  work,
  name,
  format,
  tree,
  loader,
  signal,
}: CorpusRun): Promise<string[]> {
  await mkdir(work, { recursive: true })
  await writeFile(join(work, name), corpus[name] ?? '')
  await copyFile(join(format, 'pdflatex.fmt'), join(work, 'pdflatex.fmt'))
  await copyFile(join(format, 'pdftex.map'), join(work, 'pdftex.map'))
  const args = ['-progname=pdflatex', '-fmt=pdflatex', '-interaction=nonstopmode']
  const passes = name === twiceCompiled ? 2 : 1
  for (let pass = 1; pass <= passes; pass += 1) {
    const compiled = await run(
      join(tree, 'lib', loader),
      [...loaderArguments(tree), ...args, '-halt-on-error', '-recorder', name],
      { cwd: work, environment: bootstrapEnvironment(format), timeoutMs: stepTimeoutMs, signal },
    )
    if (compiled.exitCode === 0) continue
    throw new TreeFailed(`Compiling ${name} failed: ${compiled.output.slice(-600)}`)
  }
  const recorded = await readFile(join(work, name.replace(/\.tex$/, '.fls')), 'utf8')
  return recorded
    .split('\n')
    .filter((line) => line.startsWith('INPUT ../unpacked/'))
    .map((line) => join(work, line.slice('INPUT '.length)))
}
