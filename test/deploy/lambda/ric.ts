// AWS's own runtime client, from a folder and a lockfile of its own: it compiles when it is installed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../offline/sst.ts'

const folder = fileURLToPath(new URL('../ric/', import.meta.url))

/** Its program. */
export function ric(): string {
  return path.join(folder, 'node_modules/aws-lambda-ric/index.mjs')
}

/** Installs it on first use: a minute, and the compilers that .ci/apt-packages names. */
export function installRic(): void {
  const built = path.join(folder, 'node_modules/aws-lambda-ric/rapid-client.node')
  if (existsSync(built)) return
  // The headers of the very Node that will run it, which its package brings along.
  const nodedir = path.join(projectRoot, 'node_modules', `node-linux-${process.arch}`)
  const env = { ...process.env, npm_config_nodedir: nodedir }
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  })
  if (!existsSync(built)) throw new Error(`${built} was not built: npm ran no install scripts`)
}
