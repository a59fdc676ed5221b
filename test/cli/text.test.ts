// Tables and times as a person reads them: aligned, and nothing left out without a mark.
import { expect, it } from 'vitest'
import { clock, lasting, pairs, relative, table, visible } from '../../packages/cli/text.ts'

const output = { out: () => {}, err: () => {} }
const rows = [
  ['1', 'a', 'the quick brown fox jumps over the lazy dog'],
  ['22', 'bbb', 'short'],
]

it('aligns columns, and leaves nothing out where no terminal limits it', () => {
  expect(table(rows, output)).toEqual([
    '1   a    the quick brown fox jumps over the lazy dog',
    '22  bbb  short',
  ])
})

it('on a terminal marks what it shortens and says how long it was, or goes on below', () => {
  expect(table(rows, { ...output, columns: 40 })).toEqual([
    '1   a    the quick brow… (43 characters)',
    '22  bbb  short',
  ])
  expect(table(rows, { ...output, columns: 40 }, { wrap: true })).toEqual([
    '1   a    the quick brown fox jumps over',
    '         the lazy dog',
    '22  bbb  short',
  ])
  const unbroken = table([['x'.repeat(60)]], { ...output, columns: 40 }, { wrap: true })
  expect(unbroken).toEqual(['x'.repeat(40), 'x'.repeat(20)])
})

it('sets pairs side by side and cuts neither', () => {
  const asked: [string, string][] = [
    ['Email', 'ana@example.com'],
    ['Are you legally authorised to work here?', 'yes, as it says in your profile (resume: x)'],
  ]
  expect(pairs(asked, { ...output, columns: 48 })).toEqual([
    'Email             ana@example.com',
    'Are you legally   yes, as it says in your',
    'authorised to     profile (resume: x)',
    'work here?',
  ])
})

it('tells times in whole units, and the date where it is another day', () => {
  const now = new Date(2026, 10, 30, 14, 2, 5)
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  expect([0.4, -3, 58, 89, -100, 5_400, 100_000, 900_000].map((s) => relative(at(s), now))).toEqual(
    ['now', '3 s ago', 'in 58 s', 'in 89 s', '2 min ago', 'in 2 h', 'in 28 h', 'in 10 d'],
  )
  expect(lasting(59_600)).toBe('60 s')
  expect(clock(now, now)).toBe('14:02:05')
  expect(clock(at(86_400), now)).toBe('2026-12-01 14:02:05')
})

it('writes out what can’t be seen', () => {
  expect(visible('a\u0000b\u001b[31m\u202e\u200bc\ud800\nd')).toBe(
    'a\\u{0}b\\u{1b}[31m\\u{202e}\\u{200b}c\\u{d800}⏎d',
  )
  expect(visible('Łódź €')).toBe('Łódź €')
})
