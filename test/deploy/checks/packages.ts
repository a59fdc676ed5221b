// What lies in the packages that would be uploaded: the secrets of their function, what is installed, and little else.
import { execFileSync } from 'node:child_process'
import { createDecipheriv } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { functionOf } from '../lambda/package.ts'
import type { Synthesis } from '../offline/sst.ts'
import { expected } from './expected.ts'
import { type Check, differences } from './world.ts'

/** Read from the package itself: what was planned and what was linked are two things. */
export const linkedSecrets: Check = (synthesis) =>
  expected().flatMap(({ name, secrets }) => {
    const wanted = secrets.map((secret) => [
      secret,
      { value: `secret of ${secret}`, type: 'sst.sst.Secret' },
    ])
    const linked = Object.entries(linkedValues(synthesis, name))
    return differences(
      name,
      { secrets: Object.fromEntries(linked) },
      { secrets: Object.fromEntries(wanted) },
    )
  })

/** As the function reads them: encrypted in its package, under a key in its environment. */
function linkedValues(synthesis: Synthesis, name: string): Record<string, unknown> {
  const bytes = fileOf(synthesis, name, 'resource.enc')
  const { SST_KEY = '' } = functionOf(synthesis, name).environment.variables
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(SST_KEY, 'base64'), Buffer.alloc(12))
  decipher.setAuthTag(bytes.subarray(-16))
  const text = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
  return JSON.parse(text.toString('utf8'))
}

const { dependencies } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

/** What can't be bundled is installed where it is used, in the very version that was tested. */
export const installedPackages: Check = (synthesis) =>
  expected().flatMap(({ name, installed }) => {
    const wanted = Object.fromEntries(installed.map((one) => [one, dependencies[one]]))
    const files = listOf(synthesis, name)
    const found = files.includes('package.json')
      ? JSON.parse(fileOf(synthesis, name, 'package.json').toString('utf8')).dependencies
      : {}
    return differences(`the package of ${name}`, { installed: found }, { installed: wanted })
  })

const megabyte = 1024 * 1024

/** AWS unpacks 250 MB at most, layers among them: the LaTeX tree, which is a tenth of that, has room. */
export const unpackedPackages: Check = (synthesis) =>
  expected().flatMap(({ name }) => {
    const total = /(\d+) bytes uncompressed/.exec(unzip(['-Zt', zipOf(synthesis, name)]))
    const bytes = Number(total?.[1] ?? Number.NaN)
    return bytes < 200 * megabyte ? [] : [`${name} has ${bytes} bytes once it is unpacked`]
  })

/** What is started often must be small; a browser is 80 MB. */
export const smallPackages: Check = (synthesis) =>
  expected().flatMap(({ name, installed }) => {
    if (installed.length > 0) return []
    const { size } = statSync(zipOf(synthesis, name))
    return size > 2 * megabyte ? [`the package of ${name} has ${size} bytes`] : []
  })

function zipOf({ artifacts }: Synthesis, name: string): string {
  return path.join(artifacts, name, 'code.zip')
}

function fileOf(synthesis: Synthesis, name: string, file: string): Buffer {
  return execFileSync('unzip', ['-p', zipOf(synthesis, name), file], { timeout: 20_000 })
}

function listOf(synthesis: Synthesis, name: string): string[] {
  return unzip(['-Z1', zipOf(synthesis, name)]).split('\n')
}

function unzip(args: readonly string[]): string {
  const options = { encoding: 'utf8', timeout: 20_000, maxBuffer: 16 * megabyte } as const
  return execFileSync('unzip', args, options)
}
