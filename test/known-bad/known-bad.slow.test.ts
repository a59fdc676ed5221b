// Each guard of the protocol is needed: without it, its test fails.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('no guard can be taken out without its test noticing', { timeout: 900_000 }, async () => {
  const run = promisify(execFile)(process.execPath, ['test/known-bad/run.ts'], {
    timeout: 880_000,
    maxBuffer: 16 * 1024 * 1024,
  })
  const { stdout } = await run.catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? String(error),
  }))
  expect(stdout).toMatch(/ 0 missed\n$/)
})
