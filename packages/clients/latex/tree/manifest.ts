// The record of a pdfTeX tree: where it came from and the SHA-256 of every file in it.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { corpus } from './corpus.ts'
import { type Archive, wantedPackages } from './debian.ts'
import { treeTexmf } from './texmf.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.strictObject({
  /** Digest of everything in this code that shapes the tree; another one means: make it anew. */
  recipe: sha256,
  /** Digest over the names and digests of all files. */
  checksum: sha256,
  /** File name of the program loader in `lib`. */
  loader: z.string().regex(/^ld-linux[\w.-]+$/),
  packages: z.array(z.strictObject({ name: z.string(), version: z.string(), sha256 })),
  /** Path inside the tree to the file's SHA-256. */
  files: z.record(z.string(), sha256),
})

export type TreeManifest = z.infer<typeof manifestSchema>

const manifestName = 'tree.json'

/** Digest of the packages wanted, the corpus and the configuration. */
function recipeDigest(): string {
  return digest(JSON.stringify([wantedPackages, corpus, treeTexmf]))
}

/** Hashes a finished tree and writes its manifest beside the files. */
export async function writeManifest(
  tree: string,
  loader: string,
  archives: readonly Archive[],
): Promise<TreeManifest> {
  const files = await hashFiles(tree)
  const packages = archives
    .map((archive) => ({
      name: archive.package,
      version: archive.version,
      sha256: archive.sha256,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const manifest = { recipe: recipeDigest(), checksum: checksum(files), loader, packages, files }
  await writeFile(join(tree, manifestName), `${JSON.stringify(manifest, null, 1)}\n`)
  return manifest
}

/**
 * Reads the manifest of a tree and hashes all of its files (14 to 17 MB, about 30 ms). Answers
 * `undefined` when there is no tree, when it was made by another recipe, or when any file is
 * missing, changed or added.
 */
export async function verifyTree(tree: string): Promise<TreeManifest | undefined> {
  const text = await readFile(join(tree, manifestName), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const parsed = manifestSchema.safeParse(parseJson(text))
  if (!parsed.success || parsed.data.recipe !== recipeDigest()) return undefined
  const files = await hashFiles(tree)
  return checksum(files) === parsed.data.checksum ? parsed.data : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function hashFiles(tree: string): Promise<Record<string, string>> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1))
    .filter((path) => path !== manifestName)
    .sort()
  const files: Record<string, string> = {}
  for (const path of paths) files[path] = digest(await readFile(join(tree, path)))
  return files
}

function checksum(files: Readonly<Record<string, string>>): string {
  return digest(JSON.stringify(Object.entries(files)))
}

function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
