// Fetches and unpacks Debian packages without root, with package lists and caches of our own.
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunOptions, run } from '../run.ts'

/** One archive as apt describes it. `sha256` is what the signed package list promises. */
export interface Archive {
  package: string
  version: string
  file: string
  bytes: number
  sha256: string
}

/** Programs that any Debian or Ubuntu has. */
const tools = { apt: '/usr/bin/apt-get', dpkg: '/usr/bin/dpkg-deb' }
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * What the tree is made from. Where a line names two, one of them must exist: newer releases renamed
 * the library.
 */
export const wantedPackages: readonly (readonly string[])[] = [
  ['texlive-binaries'],
  ['texlive-base'],
  ['texlive-latex-base'],
  ['texlive-latex-recommended'],
  ['lmodern'],
  ['libkpathsea6'],
  ['libpng16-16', 'libpng16-16t64'],
  ['zlib1g'],
  ['libstdc++6'],
  ['libgcc-s1'],
  ['libc6'],
]

/** A step could not be done; the message says which one, what the program said and what to do. */
export class TreeFailed extends Error {
  override name = 'TreeFailed'
}

/** Whether this system has the two programs that the tree is made with. */
export async function hasDebianTools(): Promise<boolean> {
  const found = await Promise.all(
    Object.values(tools).map((file) => access(file).then(() => true, () => false)), // biome-ignore format: one line
  )
  return found.every(Boolean)
}

/** Reads the distribution's package lists into `folder/apt` and says which archives are wanted. */
export async function listArchives(folder: string, signal?: AbortSignal): Promise<Archive[]> {
  await mkdir(join(folder, 'apt/lists/partial'), { recursive: true })
  await mkdir(join(folder, 'apt/cache/archives/partial'), { recursive: true })
  await mkdir(join(folder, 'debs'), { recursive: true })
  // Hooks of the system (desktop refresh, image clean-up) would fail without root.
  await writeFile(
    join(folder, 'apt/apt.conf'),
    `#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::State::lists "${folder}/apt/lists";
Dir::Cache "${folder}/apt/cache";
Debug::NoLocking "1";
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "30";
`,
  )
  // A third party's broken source must not stop us: what counts is whether the packages are found.
  const update = await apt(folder, ['update', '-q'], { timeoutMs: 180_000, signal })
  const names = wantedPackages.flat()
  const listed = await apt(folder, ['download', '--print-uris', '-q', ...names], {
    timeoutMs: 60_000,
    signal,
  })
  const archives = parseUris(listed.output)
  const missing = wantedPackages.filter(
    (names) => !names.some((name) => archives.some((archive) => archive.package === name)),
  )
  if (missing.length > 0) {
    throw new TreeFailed(
      `apt-get does not find ${missing.map((names) => names[0]).join(', ')}. Check that the ` +
        'distribution’s own package source is configured and reachable, or install a pdfTeX and ' +
        `set LATEX_ENGINE=pdflatex. apt-get said: ${lastLines(update.output + listed.output)}`,
    )
  }
  return archives
}

/** Lines like `'http://…' zlib1g_1%3a1.2_amd64.deb 86684 SHA256:…`. */
function parseUris(output: string): Archive[] {
  const line = /^'[^']+' ([^_\s]+)_([^_\s]+)_[^_\s]+\.deb (\d+) SHA256:([0-9a-f]{64})$/gm
  return [...output.matchAll(line)].map((found) => {
    const [whole = '', name = '', version = '', bytes = '', sha256 = ''] = found
    const file = whole.split(' ')[1] ?? ''
    return { package: name, version: decodeURIComponent(version), file, bytes: +bytes, sha256 }
  })
}

/** Downloads what is not in `folder/debs` yet; each file is held against the promised SHA-256. */
export async function downloadArchives(
  folder: string,
  archives: readonly Archive[],
  onBytes: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const debs = join(folder, 'debs')
  await mkdir(debs, { recursive: true })
  const present = await Promise.all(archives.map((archive) => isWhole(debs, archive)))
  const absent = archives.filter((_, index) => !present[index])
  if (absent.length === 0) return
  const result = await apt(
    folder,
    ['download', '-q', ...absent.map((archive) => archive.package)],
    { timeoutMs: 900_000, signal, onPoll: () => void folderBytes(debs).then(onBytes) },
  )
  for (const archive of absent) {
    if (await isWhole(debs, archive)) continue
    throw new TreeFailed(
      `Downloading ${archive.file} failed or gave other bytes than the package list promises. ` +
        `Check the network and start again. apt-get said: ${lastLines(result.output)}`,
    )
  }
}

/** Moves the whole archives of an interrupted attempt here, so that they are not fetched twice. */
export async function adoptArchives(from: string, folder: string): Promise<void> {
  const debs = join(folder, 'debs')
  await mkdir(debs, { recursive: true })
  for (const name of await readdir(join(from, 'debs')).catch(() => [])) {
    if (name.endsWith('.deb')) await rename(join(from, 'debs', name), join(debs, name))
  }
}

/** Unpacks every archive into `folder/unpacked`, two at a time, and deletes the archives. */
export async function unpackArchives(
  folder: string,
  archives: readonly Archive[],
  signal?: AbortSignal,
): Promise<void> {
  const target = join(folder, 'unpacked')
  await mkdir(target, { recursive: true })
  const queue = [...archives].sort((a, b) => b.bytes - a.bytes)
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const args = ['-x', join(folder, 'debs', next.file), target]
      const result = await run(tools.dpkg, args, {
        cwd: folder,
        environment: { PATH: systemPath, LC_ALL: 'C' },
        timeoutMs: 120_000,
        signal,
      })
      if (result.exitCode === 0) continue
      throw new TreeFailed(
        `Unpacking ${next.file} failed; is the disk full? dpkg-deb said: ${lastLines(result.output)}`,
      )
    }
  }
  await Promise.all([worker(), worker()])
  await rm(join(folder, 'debs'), { recursive: true, force: true })
}

async function apt(
  folder: string,
  args: string[],
  limits: Pick<RunOptions, 'timeoutMs' | 'signal' | 'onPoll'>,
) {
  const result = await run(tools.apt, [`-c=${folder}/apt/apt.conf`, ...args], {
    // apt leaves out of its list what it finds in the working folder, so that one is for downloads only.
    cwd: join(folder, args.includes('--print-uris') ? 'apt' : 'debs'),
    environment: { PATH: systemPath, LC_ALL: 'C', HOME: folder },
    ...limits,
  })
  if (result.ended === 'by itself') return result
  throw new TreeFailed(
    `apt-get ${args[0]} took longer than ${limits.timeoutMs / 1000} s. Check the network and start again.`,
  )
}

/** apt names a file with `%3a` where the package's version has a colon; both forms are met. */
async function isWhole(debs: string, archive: Archive): Promise<boolean> {
  const bytes = await readFile(join(debs, archive.file)).catch(() => undefined)
  return bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === archive.sha256
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) => stat(join(folder, name)).then((entry) => entry.size, () => 0)), // biome-ignore format: one line
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-4).join(' / ').slice(-600)
}
