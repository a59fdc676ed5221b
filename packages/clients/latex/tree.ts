// Provides the relocatable pdfTeX tree: verifies the one that is there, or assembles it once.
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { copyProgram, copyUsedFiles, makeFormat } from './tree/assemble.ts'
import {
  adoptArchives,
  downloadArchives,
  hasDebianTools,
  listArchives,
  TreeFailed,
  unpackArchives,
} from './tree/debian.ts'
import { type TreeManifest, verifyTree, writeManifest } from './tree/manifest.ts'

export { treePackages } from './tree/corpus.ts'
export { TreeFailed }

/** What `ensureTree` is doing. Bytes are given while archives are downloaded. */
export interface TreeProgress {
  stage: 'lists' | 'download' | 'unpack' | 'format' | 'files' | 'done'
  message: string
  doneBytes?: number
  totalBytes?: number
}

export interface Tree extends TreeManifest {
  /** Absolute path of the folder. */
  folder: string
}

const verified = new Map<string, Tree>()
const renameTries = 5

/**
 * Answers the pdfTeX tree in `folder`, which is verified by the checksums of all its files once per
 * process. If it is missing, damaged or made by another version of this code, it is assembled from
 * Debian's packages beside it and renamed into place: without root, about 53 MB of downloads, 10 s.
 * Two processes at once each assemble; one result stays. What a killed attempt had downloaded is
 * used again; so it may be stopped by the signal at any time.
 *
 * The folder holds program, loader, libraries and files, so it runs from any path, also read-only
 * (it is what the Lambda layer carries), on the processor architecture it was made on.
 *
 * @throws TreeFailed naming the step and the remedy.
 */
export async function ensureTree(
  folder: string,
  onProgress: (progress: TreeProgress) => void = () => {},
  signal?: AbortSignal,
): Promise<Tree> {
  const target = resolve(folder)
  const known = verified.get(target)
  if (known !== undefined && (await isThere(known))) return known
  const tree = (await openTree(target)) ?? (await assemble(target, onProgress, signal))
  verified.set(target, tree)
  return tree
}

/** Whether the folder is still there, in a process that lives for days. */
function isThere(tree: Tree): Promise<boolean> {
  return access(join(tree.folder, 'lib', tree.loader)).then(
    () => true,
    () => false,
  )
}

/** The verified tree in `folder`, or `undefined`; assembles nothing. */
export async function openTree(folder: string): Promise<Tree | undefined> {
  const target = resolve(folder)
  const manifest = await verifyTree(target)
  return manifest && { ...manifest, folder: target }
}

async function assemble(
  target: string,
  report: (progress: TreeProgress) => void,
  signal?: AbortSignal,
): Promise<Tree> {
  if (!(await hasDebianTools())) throw new TreeFailed(whatToInstall)
  await mkdir(dirname(target), { recursive: true })
  const building = `${basename(target)}.building-${process.pid}-`
  const work = await mkdtemp(join(dirname(target), building))
  try {
    await takeOverAbandoned(target, work)
    report({ stage: 'lists', message: 'Reading the distribution’s package lists' })
    const archives = await listArchives(work, signal)
    const totalBytes = archives.reduce((sum, archive) => sum + archive.bytes, 0)
    const megabytes = Math.round(totalBytes / 1e6)
    const download = `Downloading ${archives.length} packages (${megabytes} MB)`
    report({ stage: 'download', message: download, doneBytes: 0, totalBytes })
    const onBytes = (doneBytes: number) =>
      report({ stage: 'download', message: download, doneBytes, totalBytes })
    await downloadArchives(work, archives, onBytes, signal)
    report({ stage: 'unpack', message: 'Unpacking' })
    await unpackArchives(work, archives, signal)
    const tree = join(work, 'tree')
    const loader = await copyProgram(join(work, 'unpacked'), tree, signal)
    report({ stage: 'format', message: 'Making LaTeX’s format' })
    await makeFormat(work, tree, loader, signal)
    report({ stage: 'files', message: 'Collecting the files that documents use' })
    await copyUsedFiles(work, tree, loader, signal)
    await writeManifest(tree, loader, archives)
    const placed = await place(tree, target)
    report({ stage: 'done', message: `pdfTeX is ready in ${target}` })
    return placed
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Renames the new tree into place; if another process was first and its tree is good, that one stays. */
async function place(tree: string, target: string): Promise<Tree> {
  for (let attempt = 1; attempt <= renameTries; attempt += 1) {
    try {
      await rename(tree, target)
    } catch {
      const other = await openTree(target)
      if (other !== undefined) return other
      await rename(target, `${tree}-replaced-${attempt}`).catch(() => {})
      continue
    }
    const placed = await openTree(target)
    if (placed !== undefined) return placed
  }
  throw new TreeFailed(`${target} can’t be replaced; delete it and start again.`)
}

/** Takes the downloads of attempts whose process is gone, and deletes what else they left. */
async function takeOverAbandoned(target: string, work: string): Promise<void> {
  const mark = `${basename(target)}.building-`
  for (const name of await readdir(dirname(target))) {
    const folder = join(dirname(target), name)
    if (!name.startsWith(mark) || folder === work) continue
    if (isAlive(Number(name.slice(mark.length).split('-')[0]))) continue
    await adoptArchives(folder, work)
    // What the killed process had started may still write there; then the next attempt clears it.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(
      () => {},
    )
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Said where no tree can be assembled. */
const whatToInstall =
  'No LaTeX engine. Countersign assembles its own pdfTeX on Debian and Ubuntu (it needs apt-get and ' +
  'dpkg-deb). Elsewhere install one and name it: on macOS `brew install --cask mactex-no-gui`, on ' +
  'Fedora `dnf install texlive-scheme-medium`, on Arch `pacman -S texlive-latexrecommended ' +
  'texlive-fontsrecommended`; then set LATEX_ENGINE=pdflatex.'
