#!/usr/bin/env node
// The countersign command. Plain JavaScript, so that an older Node can still say what is missing.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const neededMajor = 24
const root = fileURLToPath(new URL('../../', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  await run()
} else {
  handOver()
}

// tsx reads tsconfig.json from the working directory unless it is told which one.
async function run() {
  const { register } = await import('tsx/esm/api')
  register({ tsconfig: `${root}tsconfig.json` })
  await import('./main.ts')
}

// Called by its path, this file runs on the machine's own Node; the project brings the right one.
function handOver() {
  const own = `${root}node_modules/.bin/node`
  if (!existsSync(own) || realpathSync(own) === realpathSync(process.execPath)) {
    console.error(
      `countersign needs Node ${neededMajor} and this is ${process.version}: ` +
        'run "npm ci" in the project without --omit=optional, which brings it, or install it',
    )
    process.exitCode = 1
    return
  }
  const child = spawn(own, process.argv.slice(1), { stdio: 'inherit' })
  // Ctrl-C may reach the child twice, from the terminal and from here: that changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
