// Invented CVs and letters for property tests: T1's letters, LaTeX's special signs, all lengths.
import fc from 'fast-check'
import { printableCharacters } from '../../packages/clients/index.ts'
import type { CvInput, LetterInput } from '../../packages/workloads/jobs/documents/index.ts'

const letters = [...printableCharacters].filter((character) => /\p{L}/u.test(character))
const signs = [...printableCharacters].filter((character) => /[\p{P}\p{S}\p{N}]/u.test(character))
const ascii = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
const latin = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

/** Pieces that would do something in LaTeX if they weren't escaped. */
const dangerous = [
  ...['\\', '\\\\', '\\\\[3em]', '[', ']', '*', '--', '---', "''", '``', ',,', '<<', '>>', '^^41'],
  ...['{', '}', '}}', '$', '$$', '&', '#', '#1', '%', '~', '_', '^', '|', '"', '"a', '?`', '!`'],
  ...[
    '\\input{/etc/passwd}',
    '\\write18{touch x}',
    '\\end{document}',
    '\\csname',
    '\\par',
    'ff',
    'ffi',
  ],
]

const word = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.string({ unit: fc.constantFrom(...latin), minLength: 1, maxLength: 12 }),
  },
  {
    weight: 4,
    arbitrary: fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 9 }),
  },
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom(...ascii), minLength: 1, maxLength: 8 }),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 3 }),
  },
  { weight: 2, arbitrary: fc.constantFrom(...dangerous) },
)

const words = (minLength: number, maxLength: number) =>
  fc
    .array(word, { minLength, maxLength, size: 'max' })
    .map((list) => list.join(' ').slice(0, 1_900).trim())

const short = words(1, 6).map((text) => text.slice(0, 60).trim())
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const name = fc
  .array(
    fc.string({
      unit: fc.constantFrom(...letters, ...latin, "'", '-'),
      minLength: 1,
      maxLength: 14,
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(' '))

const email = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9_+]{0,12}[a-z0-9]$/), fc.stringMatching(/^[a-z]{1,12}$/))
  .map(([user, host]) => `${user}@${host}.example`)

const url = fc
  .tuple(
    fc.stringMatching(/^[a-z]{1,12}$/),
    fc.stringMatching(/^([A-Za-z0-9\-._~!$&'()*+,;=:@/?#[\]]|%[0-9A-F]{2}){0,25}$/),
  )
  .map(([host, rest]) => `https://${host}.example/${rest}`)

const yearMonth = fc
  .tuple(fc.integer({ min: 1970, max: 2026 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)

const period = { start: optional(yearMonth), end: fc.option(yearMonth, { nil: null }) }
const links = fc.array(fc.record({ label: optional(short), url }).map(stripped), { maxLength: 4 })
const contact = fc
  .record({
    email,
    phone: optional(fc.constantFrom('+48 555 010 020', '0555/010')),
    location: optional(short),
  })
  .map(stripped)
const paper = fc.constantFrom('a4' as const, 'letter' as const)

const job = fc
  .record({
    title: short,
    employer: short,
    location: optional(short),
    ...period,
    summary: optional(words(3, 30)),
    bullets: fc.array(words(2, 28), { minLength: 1, maxLength: 40, size: 'max' }),
  })
  .map(stripped)

const project = fc
  .record({
    name: short,
    url: optional(url),
    ...period,
    bullets: fc.array(words(2, 20), { maxLength: 4 }),
  })
  .map(stripped)

const school = fc
  .record({ degree: short, institution: short, ...period, note: optional(words(2, 15)) })
  .map(stripped)

/** CVs with 1 to 9 jobs of 1 to 40 bullets each. */
export const anyCv: fc.Arbitrary<CvInput> = fc
  .record({
    ...{ paper, name, contact, links },
    headline: optional(short),
    summary: optional(words(5, 60)),
    jobs: fc.array(job, { minLength: 1, maxLength: 9, size: 'max' }),
    projects: fc.array(project, { maxLength: 3 }),
    skills: fc.array(
      fc.record({ group: short, items: fc.array(short, { minLength: 1, maxLength: 12 }) }),
      { maxLength: 4 },
    ),
    education: fc.array(school, { maxLength: 3 }),
    certificates: fc.array(short, { maxLength: 3 }),
    languages: fc.array(fc.record({ language: short, level: optional(short) }).map(stripped), {
      maxLength: 4,
    }),
  })
  .map(stripped)

/** Letters of up to about 900 words, some of whose paragraphs may be left out. */
export const anyLetter: fc.Arbitrary<LetterInput> = fc
  .record({
    paper,
    sender: fc.record({ name, contact, links }),
    date: fc.constantFrom('14 November 2026', '2026-11-14'),
    recipient: fc
      .record({ person: optional(short), company: short, lines: fc.array(short, { maxLength: 3 }) })
      .map(stripped),
    subject: optional(short),
    salutation: short,
    paragraphs: fc.array(fc.record({ text: words(10, 130), optional: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
      size: 'max',
    }),
    closing: short,
  })
  .map(stripped)

/** Leaves out keys without a value, as the strict schemas want it. */
function stripped<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(record).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> }
}
