// Values become LaTeX text in one pass: nothing in them is ever a command.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  escapeText,
  hexadecimal,
  hexadecimalUtf16,
  latex,
  sourceOf,
} from '../../../../packages/workloads/jobs/documents/escape.ts'

test.each([
  ['\\input{/etc/passwd}', '\\textbackslash{}input\\{/etc/passwd\\}'],
  ['\\write18{rm}', '\\textbackslash{}write18\\{rm\\}'],
  ['100 % of $5 & #1', '100 \\% of \\$5 \\& \\#1'],
  ['a_b^c~d', 'a\\_b\\textasciicircum{}c\\textasciitilde{}d'],
  ['<b>|x|`', '\\textless{}b\\textgreater{}\\textbar{}x\\textbar{}\\textasciigrave{}'],
  ['--flag -- x', '-{}-flag -{}- x'],
  ['a,,b', 'a,{},b'],
  ['ends with,', 'ends with,{}'],
  ["don't", "don't"],
  ['a "quoted" word', 'a “quoted” word'],
  ['27" screen', '27\\textquotedbl{} screen'],
  ["the 'best' one", "the ‘best' one"],
  ['a\u00a0b', 'a~b'],
  [' a \n\n b\t', ' a b '],
  ['e\u0301', 'é'],
])('%j is set as %j', (value, expected) => {
  expect(escapeText(value)).toBe(expected)
})

test('no backslash, brace or other special sign of a value survives bare', () => {
  const allowed = /\\(?:text[a-z]+\{\}|[{}$&#%_]|wordbreak\{\})|~|[^\\{}$&#%^_~<>|`"]|\{\}/gu
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (value) => {
      expect(escapeText(value).replace(allowed, '')).toBe('')
    }),
    { numRuns: 2_000 },
  )
})

test('a long word may be broken after a sign, a short one never', () => {
  expect(escapeText('kubernetes/terraform')).not.toContain('wordbreak')
  const long = 'https://example.org/a-very-long-path/that/goes/on'
  expect(escapeText(long)).toContain('/\\wordbreak{}a-{}\\wordbreak{}very')
})

test('the tag escapes plain values and takes its own pieces as they are', () => {
  const piece = latex`\textbf{${'50 %'}}`
  expect(sourceOf(latex`\item ${'a & b'}, ${piece}, ${[piece, piece]}, ${7}`)).toBe(
    '\\item a \\& b, \\textbf{50 \\%}, \\textbf{50 \\%}\\textbf{50 \\%}, 7',
  )
})

test('an object from JSON that looks like LaTeX is not taken for it', () => {
  const fake = JSON.parse('{"source":"\\\\input{x}","tex":"\\\\input{x}"}')
  expect(() => sourceOf(fake)).toThrow()
})

test('link targets and titles go in as hexadecimal, so that nothing in them is read', () => {
  expect(sourceOf(hexadecimal('a)>%'))).toBe('61293E25')
  expect(sourceOf(hexadecimalUtf16('Łe\u0301'))).toBe('FEFF014100E9')
})
