// Every phrasing gets the right verdict for both applicants.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { judge, prepareJob } from '../../../packages/workloads/jobs/requirements/index.ts'
import { inAustin, inBerlin } from './applicants.ts'
import { posting, postingIn, verdictOn } from './judging.ts'
import { morePhrasings } from './more-phrasings.ts'
import { naives, rowsOf } from './naive.ts'
import { type Judged, phrasings } from './phrasings.ts'
import { sharedRows } from './shared-facts.ts'

// Hundreds of postings are judged in one property; a busy machine may need its time.
vi.setConfig({ testTimeout: 60_000 })

const lists = [...Object.entries(phrasings), ...Object.entries(morePhrasings)]

for (const [of, rows] of lists) {
  describe(`${of}: a person would read it the same way`, () => {
    test.each(rows.map((row) => [row[0], row] as const))('%s', (says, [, a, b, where]) => {
      const job = postingIn(where ?? 'nowhere', says)
      const judged = of as Judged
      expect([verdictOn(judged, job, inBerlin), verdictOn(judged, job, inAustin)]).toEqual([a, b])
    })
  })
}

describe('the phrasings of the shared facts, when that folder is there, and our own when not', () => {
  const shared = sharedRows()
  const own = phrasings.pay.map(([says, a, b, where]) => ({
    says,
    of: 'pay' as const,
    a,
    b,
    where: where ?? ('nowhere' as const),
  }))
  test.each(shared.length > 0 ? shared : own)('$of: $says', ({ says, of, a, b, where }) => {
    const job = postingIn(where, says)
    expect([verdictOn(of, job, inBerlin), verdictOn(of, job, inAustin)]).toEqual([a, b])
  })
})

describe('the lists catch naive readings', () => {
  test.each(naives)('$mistake', ({ of, judge: naive }) => {
    const wrong = rowsOf(of).filter(([says, a, b, where]) => {
      const job = postingIn(where ?? 'nowhere', says)
      return naive(job, inBerlin) !== a || naive(job, inAustin) !== b
    })
    expect(wrong.length).toBeGreaterThan(0)
  })
})

const everyRow = lists.flatMap(([of, rows]) =>
  rows.map(([says, a, b, where]) => ({
    of: of as Judged,
    says,
    a,
    b,
    where: where ?? ('nowhere' as const),
  })),
)

describe('what changes no meaning changes no verdict', () => {
  const changes: Record<string, (says: string) => string> = {
    'typographic quotes': (says) => says.replace(/'/g, '’'),
    'long dashes': (says) => says.replace(/ - /g, ' – '),
    'no-break spaces': (says) => says.replace(/ (?=years|%|days|hours)/g, '\u00a0'),
    'a bullet': (says) => `- ${says}`,
    'said twice': (says) => `${says}\n${says}`,
    'sentences around it': (says) =>
      `We build instruments.\n${says}\nYour colleagues are friendly.`,
    'equal-opportunity text behind it': (says) =>
      `${says}\n## Equal opportunity\nWe consider everyone regardless of citizenship, origin, religion, age or disability.`,
  }
  test.each(Object.entries(changes))('%s', (_, change) => {
    const wrong = everyRow.filter(({ of, says, a, b, where }) => {
      const job = postingIn(where, change(says).replace(/\u00a0/g, ' '))
      return verdictOn(of, job, inBerlin) !== a || verdictOn(of, job, inAustin) !== b
    })
    expect(wrong.map((row) => row.says)).toEqual([])
  })

  test('every quote is the posting’s own words', () => {
    for (const { says, where } of everyRow) {
      const job = postingIn(where, `We build instruments. ${says} Your colleagues are friendly.`)
      const { dimensions } = judge(prepareJob(job), inBerlin)
      for (const { quote } of Object.values(dimensions)) {
        if (
          quote === null ||
          /^(?:Location|Title|Employment|Company|Language of the posting): /.test(quote)
        )
          continue
        expect(job.text).toContain(quote)
      }
    }
  })
})

describe('properties', () => {
  const forms = [
    (n: number) => `${n}+ years of software engineering`,
    (n: number) => `At least ${n} years of experience`,
    (n: number) => `Minimum ${n} yrs of backend development`,
    (n: number) => `You have ${n} or more years of professional experience.`,
    (n: number) => `${n}-${n + 3} years in a similar role`,
    (n: number) => `Mindestens ${n} Jahre Berufserfahrung`,
  ]

  test('n years are met exactly by those who have them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom(...forms),
        (n, months, form) => {
          const applicant = { ...inBerlin, experienceMonths: months }
          expect(verdictOn('years', posting({ text: form(n) }), applicant)).toBe(
            months >= n * 12 ? 'ok' : 'miss',
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  test('more experience never turns a verdict for the worse, and a hedge never leaves a miss', () => {
    const rank = { miss: 0, '?': 1, ok: 2 }
    fc.assert(
      fc.property(
        fc.constantFrom(...phrasings.years),
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 200 }),
        ([says], less, more) => {
          const at = (months: number) =>
            verdictOn('years', posting({ text: says }), {
              ...inBerlin,
              experienceMonths: months,
              skillMonths: { typescript: months, go: months, python: months },
            })
          expect(rank[at(less + more)]).toBeGreaterThanOrEqual(rank[at(less)])
        },
      ),
      { numRuns: 300 },
    )
    for (const form of forms) {
      expect(verdictOn('years', posting({ text: `Nice to have: ${form(25)}` }), inBerlin)).toBe(
        'ok',
      )
      expect(
        verdictOn('years', posting({ text: `## Nice to have\n- ${form(25)}` }), inBerlin),
      ).toBe('ok')
    }
  })

  test('a yearly range in the own currency is a miss exactly when it ends below the floor', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 200 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('k', ',000', '.000', ' 000'),
        (from, span, thousand) => {
          const text = `Salary: €${from}${thousand} - €${from + span}${thousand} per year`
          expect(verdictOn('pay', posting({ text }), inBerlin)).toBe(
            from + span >= 80 ? 'ok' : 'miss',
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('any text is judged without an error, and only ever by the three verdicts', () => {
    const words = fc.constantFrom(
      ...everyRow.flatMap((row) => row.says.split(' ')),
      '\n',
      '- ',
      '## ',
      '€',
      '999',
      '+',
      ';',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
        const { dimensions } = judge(prepareJob(posting({ text: parts.join(' ') })), inAustin)
        expect(Object.keys(dimensions)).toHaveLength(13)
      }),
      { numRuns: 300 },
    )
  })
})

describe('titles, companies and topics', () => {
  const title = (text: string, seniority: typeof inBerlin.seniority = ['mid', 'senior', 'staff']) =>
    verdictOn('seniority', posting({ title: text }), { ...inBerlin, seniority })

  test.each([
    ['Senior / Staff Fullstack Engineer', 'ok'],
    ['Backend Engineer', 'ok'],
    ['Software Engineering Intern', 'miss'],
    ['Internal Tools Engineer', 'ok'],
    ['Junior Developer (m/w/d)', 'miss'],
    ['Head of Engineering', 'miss'],
    ['Engineering Manager, Payments', 'miss'],
    ['Product Manager', 'ok'],
    ['Engineer, Senior Living Platform', 'ok'],
    ['Chief of Staff', 'ok'],
    ['Lead Generation Specialist', 'ok'],
    ['Sr. Engineer', 'ok'],
  ])('%s: %s', (text, verdict) => {
    expect(title(text)).toBe(verdict)
  })

  const excluding = (changes: Partial<typeof inBerlin.exclusions>) => ({
    ...inBerlin,
    exclusions: { ...inBerlin.exclusions, ...changes },
  })

  test('companies are left out by their whole name, in any spelling and script', () => {
    const applicant = excluding({ companies: ['Grimshaw Debt-Recovery', '株式会社メルカリ'] })
    const of = (company: string) => verdictOn('exclusions', posting({ company }), applicant)
    expect([
      of('GRIMSHAW DEBT RECOVERY'),
      of('Grimshaw'),
      of('株式会社メルカリ'),
      of('株式会社'),
      of('🚀'),
    ]).toEqual(['miss', 'ok', 'miss', 'ok', 'ok'])
  })

  test('title words and topics are whole words', () => {
    const applicant = excluding({ titleWords: ['java'], topics: ['us', 'online casino'] })
    const of = (changes: Parameters<typeof posting>[0]) =>
      verdictOn('exclusions', posting(changes), applicant)
    expect(of({ title: 'JavaScript Engineer' })).toBe('ok')
    expect(of({ title: 'Java Engineer' })).toBe('miss')
    expect(of({ text: 'A bonus for everyone.' })).toBe('ok')
    expect(of({ text: 'We run an Online  Casino.'.replace('  ', ' ') })).toBe('miss')
  })

  test.each([
    ['Up to 50% travel', '?'],
    ['30-50% travel to customers', 'miss'],
    ['Travel is about 10% of your time', 'ok'],
    ['We grew 80% last year', 'ok'],
    ['A driving licence is required', '?'],
    ['A driving licence is a plus', 'ok'],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOn('exclusions', posting({ text }), excluding({ maxTravelPercent: 20 }))).toBe(
      verdict,
    )
  })
})

describe('what the profile leaves out is unclear, never a miss', () => {
  const blank: typeof inBerlin = {
    ...inBerlin,
    home: { country: '', region: null, city: null },
    citizenships: [],
    standings: {},
    elsewhere: 'unknown',
    skillMonths: {},
    languages: null,
    offices: null,
  }
  test.each([
    ['authorisation', 'U.S. citizens only.', '?'],
    ['authorisation', 'You must be a US person.', '?'],
    ['authorisation', 'Must be authorised to work in Germany.', '?'],
    ['location', 'Remote within the EU.', '?'],
    ['location', 'Three days a week in our Berlin office.', '?'],
    ['languages', 'Fluent German is essential.', '?'],
    ['years', '3+ years of Go', '?'],
  ] as const)('%s: %s', (of, text, verdict) => {
    expect(verdictOn(of, posting({ text }), blank)).toBe(verdict)
  })
})
