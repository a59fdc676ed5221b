// `countersign setup` killed at every step, and run again: it ends as if nothing had happened.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { stageSetup } from '../support/stage-setup.ts'

const bin = fileURLToPath(new URL('../../packages/cli/bin.js', import.meta.url))
const s = await stageSetup()
for (const [name, value] of Object.entries(s.environment)) process.env[name] = value
afterAll(() => {
  for (const name of Object.keys(s.environment)) delete process.env[name]
})

/** Runs the command in a process of its own, killed when it has printed so many lines or as `kill` says. */
async function killed({ lines, kill }: { lines?: number; kill?: string }): Promise<boolean> {
  const child = spawn(process.execPath, [bin, 'setup', '--stage', s.stage, '--rotate'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: s.owner,
      ...s.environment,
      ...(kill === undefined ? {} : { FAKE_SST_KILL: kill }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = 0
  createInterface({ input: child.stdout }).on('line', () => {
    printed += 1
    if (printed === lines) child.kill('SIGKILL')
  })
  const signal = await new Promise((resolve) => child.on('close', (_, by) => resolve(by)))
  return signal === 'SIGKILL'
}

async function finish() {
  expect(await cli(s.owner, ['setup', '--stage', s.stage])).toMatchObject({ code: 0, err: '' })
  expect(await cli(s.owner, ['setup', '--stage', s.stage, '--check'])).toMatchObject({ code: 0 })
}

test('killed after each kind of line that it prints', { timeout: 300_000 }, async () => {
  let lines = 1
  // Four of the server, then schema and registry; then one for each login and each secret.
  while (await killed({ lines })) {
    await finish()
    lines += lines >= 4 && lines < 7 ? 1 : 3
    expect(lines).toBeLessThan(60)
  }
  expect(lines).toBeGreaterThan(8)
})

test('killed before and after every call of the secret command', { timeout: 300_000 }, async () => {
  for (const when of ['before', 'after']) {
    let call = 1
    while (await killed({ kill: `${s.calls().length + call} ${when}` })) {
      await finish()
      call += 1
      expect(call).toBeLessThan(30)
    }
    // The list, and one for each of at least four logins.
    expect(call).toBeGreaterThan(5)
  }
})
