// Hostile values are printed as they are; every check notices what it is for, and unescaped values.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { LatexEngine } from '#clients'
import type { CheckName } from '../../../../packages/workloads/jobs/documents/document-checks.ts'
import { sourceOf } from '../../../../packages/workloads/jobs/documents/escape.ts'
import { letterSchema, makeLetter } from '../../../../packages/workloads/jobs/documents/index.ts'
import { letterSource } from '../../../../packages/workloads/jobs/documents/letter-template.ts'
import { settings } from '../../../../packages/workloads/jobs/documents/preamble.ts'
import { letterOf, problemsOf } from '../../../support/judged-letter.ts'
import { assemblyTimeoutMs, testEngine } from '../../../support/tex.ts'

vi.setConfig({ testTimeout: 120_000 })

let engine: LatexEngine
beforeAll(async () => {
  engine = await testEngine()
}, assemblyTimeoutMs)

const hostile = [
  '\\input{/etc/passwd}',
  '\\write18{touch pwned}',
  '\\immediate\\openout5=x',
  '\\loop\\iftrue\\repeat',
  '\\def\\x{\\x}\\x',
  '^^5cinput ^^7b',
  '\\csname end\\endcsname',
  '\\expandafter\\end\\csname document\\endcsname',
  '\\catcode`\\%=12 %',
  '}}}\\end{document}',
  '\\\\[99cm]',
  '\\par\\newpage\\vspace{99cm}',
  '#1 ##2 &&& $x$ $$y$$',
  '\\special{x}\\pdfliteral{0 g}',
]

describe('hostile values', () => {
  test.each(hostile)('%s is printed as it is, nothing more', async (value) => {
    const made = await makeLetter(letterOf(`before ${value} after`), { engine })
    const printed = made.text.replace(/\s+/g, ' ')
    expect(printed).toContain(`before ${value} after`)
  })

  test.each(hostile)('%s would be noticed if it were not escaped', async (value) => {
    const letter = letterSchema.parse(letterOf(`before ${value} after`))
    const marked = letterSchema.parse(letterOf('before MARK after'))
    const source = sourceOf(letterSource(marked, settings[0])).replace('MARK', () => value)
    expect(await problemsOf(engine, source, letter)).not.toEqual([])
  })
})

describe('every check notices what it is for', () => {
  const letter = letterOf('The office is in Łódź; see the “note”.', {
    sender: {
      name: 'Ada Example',
      contact: { email: 'ada@example.org' },
      links: [{ url: 'https://ada.example/x' }],
    },
  })
  const good = () => sourceOf(letterSource(letterSchema.parse(letter), settings[0]))

  test('and passes the letter as it should be', async () => {
    expect(await problemsOf(engine, good(), letter)).toEqual([])
  })

  test.each<[CheckName, string, string, string]>([
    ['text', 'a lost word', 'office is in', 'office is'],
    ['glyphs', 'a letter too many', 'The office', 'The office x'],
    ['fonts', 'a font without a map to Unicode', '\\pdfgentounicode=1', '\\pdfgentounicode=0'],
    ['overfull', 'a word past the margin', 'The office', '\\mbox{\\hskip 175mm}The office'],
    [
      'links',
      'a link that leads elsewhere',
      '68747470733A2F2F6164612E',
      '68747470733A2F2F6264612E',
    ],
    ['length', 'a second page', '\\finished\n\\end{', '\\newpage .\\finished\n\\end{'],
    ['paper', 'the wrong paper', 'a4paper', 'a5paper'],
  ])('%s: %s', async (check, _what, from, to) => {
    const source = good()
    expect(source).toContain(from)
    expect(await problemsOf(engine, source.replace(from, to), letter)).toContain(check)
  })
})
