// The text that is signed: vectors of our own for RFC 8785, and a second implementation that must agree.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonical, digestOf, type Json, NotCanonical, parseCanonical } from '#queue'

/**
 * RFC 8785 once more, by another way: characters one by one instead of JSON.stringify, keys compared as
 * big-endian UTF-16 bytes instead of by JavaScript's sort.
 */
function second(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(second).join(',')}]`
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return `${value}`
  const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()
  const keys = Object.keys(value).toSorted((a, b) => Buffer.compare(utf16(a), utf16(b)))
  return `{${keys.map((key) => `${quoted(key)}:${second(value[key] ?? null)}`).join(',')}}`
}

function quoted(text: string): string {
  const short: Record<number, string> = {
    8: '\\b',
    9: '\\t',
    10: '\\n',
    12: '\\f',
    13: '\\r',
    34: '\\"',
    92: '\\\\',
  }
  let out = '"'
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    out += short[unit] ?? (unit < 32 ? `\\u${unit.toString(16).padStart(4, '0')}` : text[at])
  }
  return `${out}"`
}

it.each([
  ['what holds nothing', {}, '{}'],
  ['the literals', [true, false, null], '[true,false,null]'],
  ['keys that came in another order', { b: 1, a: 2, B: 3, '': 4 }, '{"":4,"B":3,"a":2,"b":1}'],
  ['keys that look like numbers', { 10: 'a', 9: 'b', '1e3': 'c' }, '{"10":"a","1e3":"c","9":"b"}'],
  [
    'objects in objects, each sorted',
    { z: { y: 1, x: [{ w: 2, v: 3 }] } },
    '{"z":{"x":[{"v":3,"w":2}],"y":1}}',
  ],
  [
    'an astral key before one of the upper plane, by UTF-16 units and not by code point',
    { '\uFB33': 1, '\u{1F600}': 2, '\u20AC': 3, '\u00F6': 4, '\r': 5, '1': 6, '\u0080': 7 },
    '{"\\r":5,"1":6,"\u0080":7,"\u00F6":4,"\u20AC":3,"\u{1F600}":2,"\uFB33":1}',
  ],
  ['the short escapes', '\b\t\n\f\r"\\', '"\\b\\t\\n\\f\\r\\"\\\\"'],
  ['other controls in lower case', '\u0000\u000B\u001F', '"\\u0000\\u000b\\u001f"'],
  [
    'what needs no escape: slash, DEL, C1, line separators',
    '/\u007F\u0085\u2028\u2029',
    '"/\u007F\u0085\u2028\u2029"',
  ],
  ['letters as they are, composed or not', 'ö|o\u0308|Å|😀', '"ö|o\u0308|Å|😀"'],
  ['a key that must be escaped', { 'a"\n': 'b' }, '{"a\\"\\n":"b"}'],
  [
    'the largest and smallest safe integers',
    [9007199254740991, -9007199254740991, 0, -1],
    '[9007199254740991,-9007199254740991,0,-1]',
  ],
  ['integers that were written otherwise', [1e3, 1.0, 0x10], '[1000,1,16]'],
  [
    'a key named like a prototype',
    JSON.parse('{"__proto__":1,"constructor":2}'),
    '{"__proto__":1,"constructor":2}',
  ],
] as [string, Json, string][])('writes %s', (_, value, text) => {
  expect(canonical(value)).toBe(text)
  expect(second(value)).toBe(text)
  expect(parseCanonical(text)).toEqual(value)
})

it.each([
  ['a fraction', 0.5],
  ['negative zero', -0],
  ['an integer that is not safe', 2 ** 53],
  ['a large negative one', -(2 ** 53)],
  ['no number', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['a lone high surrogate', '\uD83D'],
  ['a lone low surrogate', 'a\uDE00b'],
  ['surrogates in the wrong order', '\uDE00\uD83D'],
  ['a key with a lone surrogate', { '\uD83D': 1 }],
] as [string, Json][])('refuses %s, and names its place', (_, value) => {
  expect(() => canonical(value)).toThrow(NotCanonical)
  expect(() => canonical({ action: [value] })).toThrow('/action/0')
})

it.each([
  ['white space', '{"a": 1}'],
  ['a newline at the end', '{"a":1}\n'],
  ['keys out of order', '{"b":1,"a":2}'],
  ['a doubled key', '{"a":1,"a":1}'],
  ['another spelling of a number', '[1.0]'],
  ['an exponent', '[1e3]'],
  ['negative zero', '[-0]'],
  ['an escape that is not needed', '"\\u0061"'],
  ['an escaped slash', '"\\/"'],
  ['an upper-case escape', '"\\u001F"'],
  ['a lone surrogate in an escape', '"\\ud83d"'],
  ['an astral character as two escapes', '"\\ud83d\\ude00"'],
  ['an integer that loses its last figure', '[9007199254740993]'],
  ['a byte order mark', '\uFEFF{}'],
  ['two values', '{}{}'],
  ['nothing', ''],
])('reads no text with %s', (_, text) => {
  expect(() => parseCanonical(text)).toThrow(NotCanonical)
})

it('goes sixteen levels deep and no deeper', () => {
  const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)])
  expect(canonical(nested(16))).toBe(`${'['.repeat(16)}1${']'.repeat(16)}`)
  expect(() => canonical(nested(17))).toThrow('deeper than 16 levels')
  expect(() => parseCanonical(`${'['.repeat(17)}1${']'.repeat(17)}`)).toThrow(NotCanonical)
})

it('holds 256 KiB of UTF-8 and not a byte more', () => {
  const most = 256 * 1024
  expect(Buffer.byteLength(canonical('x'.repeat(most - 2)))).toBe(most)
  expect(() => canonical('x'.repeat(most - 1))).toThrow('larger than 262144 bytes')
  // Two bytes a letter: what counts is the text as it is hashed.
  expect(canonical('ö'.repeat(most / 2 - 1))).toHaveLength(most / 2 + 1)
  expect(() => canonical('ö'.repeat(most / 2))).toThrow(NotCanonical)
})

it('hashes the UTF-8 of a text', () => {
  const text = canonical({ to: 'Łódź 😀' })
  const bytes = Buffer.from('{"to":"Łódź 😀"}', 'utf8')
  expect(digestOf(text)).toBe(createHash('sha256').update(bytes).digest('hex'))
})

it('agrees with the second implementation on anything, and reads back what it wrote', () => {
  const text = fc.string({ unit: 'binary' }).filter((made) => made.isWellFormed())
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      fc.maxSafeInteger().map((number) => number + 0),
      text,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(value, (made) => {
      fc.pre(depthOf(made) <= 16)
      const written = canonical(made)
      expect(written).toBe(second(made))
      expect(canonical(parseCanonical(written))).toBe(written)
    }),
    { numRuns: 500 },
  )
})

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
