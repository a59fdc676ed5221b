// What a deployment would create, as this run's setup found it.
import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import type { Synthesis } from './offline/sst.ts'
import type {} from './setup.ts'

export function readSynthesis(): Synthesis {
  return JSON.parse(readFileSync(inject('synthesis'), 'utf8'))
}
