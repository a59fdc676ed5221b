// Invented profiles become documents that pass every check, or fail for a reason that is true.
import { beforeAll, expect, test } from 'vitest'
import type { LatexEngine } from '#clients'
import { documentTrials } from '../../../support/document-trials.ts'
import { assemblyTimeoutMs, testEngine } from '../../../support/tex.ts'

/** A sample; `npm run bench -- documents` takes five times as many. */
const profiles = 60

let engine: LatexEngine
beforeAll(async () => {
  engine = await testEngine()
}, assemblyTimeoutMs)

test('CVs and letters pass every check or fail with the exact reason', {
  timeout: 1_800_000,
}, async () => {
  const { outcomes, made, medianSeconds } = await documentTrials(engine, profiles)
  process.stdout.write(`${JSON.stringify(outcomes)} median ${medianSeconds.toFixed(2)} s\n`)
  expect(made).toBeGreaterThan(profiles)
})
