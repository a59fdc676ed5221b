// operators.json: the public keys that a deployed worker accepts, as the owner commits them.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { ConfigError } from '#config'
import { noPins, type Pins, pins } from '#queue'

/** The pinned keys; none where there is no such file. Throws ConfigError where it is not of this form. */
export async function readPins(file: string): Promise<Pins> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return noPins
    throw new ConfigError(`${file} can't be read: check its rights`)
  }
  try {
    return pins.parse(JSON.parse(text))
  } catch {
    throw new ConfigError(
      `${file} is not a list of operators and keys: "countersign operator pin" writes one`,
    )
  }
}

/** Writes the file whole or not at all. */
export async function writePins(file: string, pinned: Pins): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(pins.parse(pinned), null, 2)}\n`)
  await rename(`${file}.new`, file)
}
