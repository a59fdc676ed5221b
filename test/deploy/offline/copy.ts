// A copy of the project with a few edits, for a deployment that is not this one.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot, run } from './sst.ts'

/** Files by path: new text as a whole, or what is replaced, which must be there exactly once. */
export type Edits = Record<string, string | readonly (readonly [find: string, replace: string])[]>

export interface ProjectCopy {
  root: string
  remove(): void
}

/** Copies whatever git knows or would add; packages and SST's platform are shared with the project. */
export async function copyProject(edits: Edits = {}): Promise<ProjectCopy> {
  const root = mkdtempSync(path.join(tmpdir(), 'countersign-copy-'))
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = (await run('git', args, projectRoot, {}, 20_000)).split('\0').filter(Boolean)
  for (const file of files) {
    if (file.startsWith('test/')) continue
    cpSync(path.join(projectRoot, file), path.join(root, file), { force: true })
  }
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'))
  mkdirSync(path.join(root, '.sst'))
  symlinkSync(path.join(projectRoot, '.sst/platform'), path.join(root, '.sst/platform'))
  for (const [file, edit] of Object.entries(edits)) {
    const at = path.join(root, file)
    const text = typeof edit === 'string' ? edit : edited(readFileSync(at, 'utf8'), file, edit)
    mkdirSync(path.dirname(at), { recursive: true })
    writeFileSync(at, text)
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

function edited(text: string, file: string, edits: readonly (readonly [string, string])[]) {
  let now = text
  for (const [find, replace] of edits) {
    const found = now.split(find).length - 1
    if (found !== 1) throw new Error(`${file} has "${find}" ${found} times, not once`)
    now = now.replace(find, () => replace)
  }
  return now
}
