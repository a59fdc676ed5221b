// The table of printable characters is true, alone, in pairs and in every place of a document.
import { beforeAll, expect, test, vi } from 'vitest'
import type { LatexEngine } from '#clients'
import { printableCharacters } from '#clients'
import {
  cvSchema,
  makeCv,
  makeLetter,
} from '../../../../packages/workloads/jobs/documents/index.ts'
import { measureCharacters } from '../../../support/character-table.ts'
import { letterOf } from '../../../support/judged-letter.ts'
import { assemblyTimeoutMs, testEngine } from '../../../support/tex.ts'

vi.setConfig({ testTimeout: 120_000 })

let engine: LatexEngine
beforeAll(async () => {
  engine = await testEngine()
}, assemblyTimeoutMs)

test('the committed table is what the engine prints and PDFium reads back', async () => {
  expect([...printableCharacters].sort()).toEqual((await measureCharacters(engine)).sort())
})

test('every pair of signs, and every sign beside a letter, comes out as written', async () => {
  const signs = [...'-–—,‚\'‘’"“”!?`<>.:;/\\{}[]()*&%$#_^~|=+@…«»‹›'].filter(
    (sign) => sign < '\u0080' || printableCharacters.has(sign),
  )
  const rows = signs.map((first) => signs.map((second) => `x${first}${second}x`).join(' '))
  for (let at = 0; at < rows.length; at += 12) {
    const paragraphs = rows.slice(at, at + 12).map((text) => ({ text }))
    await makeLetter({ ...letterOf(''), paragraphs }, { engine })
  }
})

test('every printable character stands in a name, a heading and a bullet', async () => {
  const all = [...printableCharacters]
  for (let at = 0; at < all.length; at += 40) {
    const text = all
      .slice(at, at + 40)
      .map((character) => `a${character}z`)
      .join(' ')
    const cv = cvSchema.parse({
      ...{ name: text.slice(0, 60).trim(), contact: { email: 'a@example.org' } },
      jobs: [{ title: text.slice(0, 160).trim(), employer: 'Acme', bullets: [text] }],
      headline: text.slice(0, 90).trim(),
    })
    await makeCv(cv, { engine })
  }
})
