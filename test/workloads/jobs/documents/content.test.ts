// Content is checked at the edge, unprintable text is named with a remedy, pieces are cut in order.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPeriod } from '../../../../packages/workloads/jobs/documents/dates.ts'
import { sourceOf } from '../../../../packages/workloads/jobs/documents/escape.ts'
import {
  cvSchema,
  findUnprintable,
  letterSchema,
} from '../../../../packages/workloads/jobs/documents/index.ts'
import {
  cvCuts,
  fewestCuts,
  letterCuts,
  without,
} from '../../../../packages/workloads/jobs/documents/trimming.ts'
import {
  applySpellings,
  asciiName,
} from '../../../../packages/workloads/jobs/documents/unprintable.ts'
import { fillCv, fillLetter } from '../../../../packages/workloads/jobs/documents/user-template.ts'

const contact = { email: 'a@example.org' }
const job = (employer: string, bullets: string[]) => ({ title: 't', employer, bullets })
const cv = (extra: object = {}) => cvSchema.parse({ name: 'Ada', contact, ...extra })
const letter = (extra: object = {}) =>
  letterSchema.parse({
    ...{ sender: { name: 'Ada', contact }, date: 'today', recipient: { company: 'Acme' } },
    ...{ salutation: 'Dear all,', paragraphs: [{ text: 'Text.' }], closing: 'Yours,' },
    ...extra,
  })

describe('content', () => {
  test.each([
    [{ contact: { email: 'no address' } }, 'contact.email'],
    [{ links: [{ url: 'javascript:alert(1)' }] }, 'links.0.url'],
    [{ links: [{ url: 'https://a.example/ö' }] }, 'links.0.url'],
    [{ links: [{ url: 'https://a.example/%zz' }] }, 'links.0.url'],
    [{ jobs: [{ title: 't', employer: 'e', start: '2019-19' }] }, 'jobs.0.start'],
    [{ jobs: [{ title: 't', employer: '  ' }] }, 'jobs.0.employer'],
    [{ latex: '\\input{x}' }, ''],
  ])('%j is refused with its place', (extra, place) => {
    const parsed = cvSchema.safeParse({ name: 'Ada', contact, ...extra })
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([place])
  })

  test.each([
    [{ start: '2019-03', end: null }, 'Mar 2019 – Present'],
    [{ start: '2019', end: '2021-12-31' }, '2019 – Dec 2021'],
    [{ start: '2020-05', end: '2020-05' }, 'May 2020'],
    [{ start: '2022' }, '2022'],
    [{}, ''],
  ])('the period %j is printed as %j', (period, text) => {
    expect(formatPeriod(period)).toBe(text)
  })
})

test.each([
  ['Jördis Kowalczyk', 'Jordis_Kowalczyk'],
  ['Þórður  Ægisson-Łukasz', 'Thordur_Aegisson-Lukasz'],
  ['李雷', 'LiLei'],
  ['../../etc/passwd', 'etc_passwd'],
  ['…', 'Applicant'],
  ['a'.repeat(300), 'a'.repeat(80)],
])('the name %j becomes %j in a file’s', async (name, expected) => {
  expect(await asciiName(name)).toBe(expected)
})

describe('text that can’t be printed', () => {
  test('is named with place, code points and a spelling that can be approved', async () => {
    const content = cv({ name: '李雷', jobs: [job('Завод', ['Ŵ ≥ 3 ✓ and fine'])] })
    expect(await findUnprintable(content)).toMatchObject([
      { place: 'name', text: '李雷', codePoints: 'U+674E U+96F7', proposal: 'Li Lei' },
      { place: 'jobs[0].employer', text: 'Завод', proposal: 'Zavod' },
      { place: 'jobs[0].bullets[0]', text: 'Ŵ', codePoints: 'U+0174', proposal: 'W' },
      { place: 'jobs[0].bullets[0]', text: '✓', codePoints: 'U+2713' },
    ])
    const [first] = await findUnprintable(content)
    expect(first?.message).toBe(
      '“李雷” (U+674E U+96F7) can’t be printed: the fonts of the documents don’t have it. ' +
        'Write it in other letters, or approve the spelling “Li Lei” under countersign.spellings in ' +
        'resume.json.',
    )
  })

  test('includes invisible characters, which may be left out', async () => {
    const found = await findUnprintable(cv({ headline: 'a\u0000b\u200bc\u00add' }))
    expect(found.map(({ codePoints, proposal }) => [codePoints, proposal])).toEqual([
      ['U+0000', ''],
      ['U+200B', ''],
      ['U+00AD', ''],
    ])
    expect(found[0]?.message).toMatch(/^an invisible character \(U\+0000\).*Remove it/)
  })

  test('excludes what the fonts do have, decomposed or not', async () => {
    const names = ['Zoë Müller-Łukasiewicz', 'Þórður Ægisson', 'Nguyễn Thị', 'Ștefan Țepeș']
    const all = [...names, ...names.map((name) => name.normalize('NFD')), 'Žydrūnas “x” … € → ≤']
    expect(await findUnprintable(cv({ certificates: all }))).toEqual([])
  })

  test('is respelled only where that was approved, and links never', () => {
    const content = cv({ name: '李雷', headline: 'Жук', links: [{ url: 'https://a.example/a' }] })
    const spelled = applySpellings(content, { 李雷: 'Li Lei', 李: 'no', a: 'b' })
    expect(spelled).toMatchObject({ name: 'Li Lei', headline: 'Жук' })
    expect(spelled.links).toEqual(content.links)
    expect(content.name).toBe('李雷')
  })
})

describe('leaving out', () => {
  const content = cv({
    jobs: [
      job('new', ['n0', 'n1', 'n2', 'n3']),
      job('mid', ['m0', 'm1', 'm2']),
      job('old', ['o0', 'o1', 'o2']),
    ],
    projects: [{ name: 'p', bullets: ['p0'], summary: 'ps' }],
    certificates: ['c0', 'c1'],
    skills: ['a', 'b', 'c', 'd'].map((group) => ({ group, items: ['x'] })),
  })

  test('a CV loses its pieces in the documented order, the same every time', () => {
    expect(cvCuts(content).map(({ text }) => text)).toEqual([
      ...['o2', 'm2', 'n3', 'n2', 'o1', 'm1', 'n1', 'p0', 'ps', 'c1', 'c0', 'p', 'd'],
    ])
  })

  test('only whole pieces go, the rest stays as it was', () => {
    const cuts = cvCuts(content).slice(0, 3)
    const kept = without(content, cuts)
    expect(kept.jobs.map(({ bullets }) => bullets)).toEqual([
      ['n0', 'n1', 'n2'],
      ['m0', 'm1'],
      ['o0', 'o1'],
    ])
    expect(kept.projects).toEqual(content.projects)
    expect(content.jobs[2]?.bullets).toHaveLength(3)
  })

  test('a letter loses its optional paragraphs, the last first', () => {
    const paragraphs = ['a', 'b', 'c'].map((text) => ({ text, optional: text !== 'b' }))
    expect(letterCuts(letter({ paragraphs })).map(({ text }) => text)).toEqual(['c', 'a'])
  })

  test('as few as possible go, and few documents are measured to find that out', async () => {
    const cases = fc.record({
      heights: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 360 }),
      fixed: fc.integer({ min: 0, max: 150 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ heights, fixed }) => {
        const lengthOf = (cuts: number) =>
          (fixed + heights.slice(cuts).reduce((sum, height) => sum + height, 0)) / 60
        const measured: number[] = []
        const measure = async (cuts: number) => {
          measured.push(cuts)
          return { length: lengthOf(cuts), pages: Math.ceil(lengthOf(cuts)) }
        }
        const uncut = { length: lengthOf(0), pages: Math.ceil(lengthOf(0)) }
        if (uncut.pages <= 2) return
        const cuts = heights.map((height, index) => {
          return { place: String(index), text: 'x'.repeat(height * 60) }
        })
        const count = await fewestCuts(cuts, 2, uncut, measure)
        const fits = [...heights.keys()]
          .map((index) => index + 1)
          .find((cuts) => lengthOf(cuts) <= 2)
        expect(count).toBe(fits)
        expect(measured.length).toBeLessThanOrEqual(28)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a template of the user’s own', () => {
  test('gets its values escaped, its lists repeated, its missing parts left out', () => {
    const content = cv({ jobs: [{ ...job('A & B', ['50 %']), start: '2020' }] })
    const template = `<<name>><<#headline>>H<</headline>>
<<#jobs>>
\\job{<<employer>>}{<<period>>}[<<location>>]
<<#bullets>>
\\item <<.>>
<</bullets>>
<</jobs>>`
    expect(sourceOf(fillCv(template, content))).toBe(
      '{Ada}\n\\job{{A \\& B}}{{2020}}[]\n\\item {50 \\%}\n',
    )
  })

  test('gets link targets as \\href wants them, and the font set-up', () => {
    const content = cv({ links: [{ url: 'https://a.example/%20_x#y&z' }] })
    const source = sourceOf(
      fillCv('<<#links>>\\href{<<url>>}{<<label>>}<</links>><<fonts>>', content),
    )
    expect(source).toContain(
      '\\href{https://a.example/\\%20\\_x\\#y\\&z}{{a.example/\\%20\\_x\\#y\\&z}}',
    )
    expect(source).toContain('\\usepackage{textcomp,lmodern}')
  })

  test.each([
    ['a\n<<nmae>>', /line 2: there is no placeholder <<nmae>>; there are .*name/],
    ['<<&name>>', /line 1: <<&name>> is not allowed; write <<name>>/],
    ['<<{name}>>', /is not allowed/],
    ['<<>name>>', /is not allowed/],
    ['<<=[ ]=>>[name]', /is not allowed/],
    ['<<#jobs>>', /not closed/],
    ['<<#jobs>><<employr>><</jobs>>', /no placeholder <<employr>>/],
  ])('%j is refused with line and remedy', (template, message) => {
    expect(() => fillCv(template, cv())).toThrow(message)
  })

  test('of a letter knows the letter’s names', () => {
    const source = sourceOf(
      fillLetter('<<company>>: <<#paragraphs>><<.>><</paragraphs>>', letter()),
    )
    expect(source).toBe('{Acme}: {Text.}')
  })
})
