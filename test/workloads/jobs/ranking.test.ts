// Ranking is deterministic, explained to the last hundredth, and moved only by what should move it.
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Posting, postingKey } from '../../../packages/workloads/jobs/boards/index.ts'
import { bodyHash } from '../../../packages/workloads/jobs/boards/posting.ts'
import {
  applicantOf,
  loadProfile,
  type Profile,
} from '../../../packages/workloads/jobs/profile/index.ts'
import {
  type NightTable,
  type RankingWish,
  rankingWish,
  rankNight,
} from '../../../packages/workloads/jobs/ranking.ts'
import type { Applicant } from '../../../packages/workloads/jobs/requirements/index.ts'
import { inventPostings } from '../../bench/postings.ts'
import { posting } from './judging.ts'

// Whole nights are ranked again and again; a busy machine may need its time.
vi.setConfig({ testTimeout: 60_000 })

const now = '2026-11-30T06:00:00Z'
let profile: Profile
let applicant: Applicant
let wish: RankingWish

beforeAll(async () => {
  const loaded = await loadProfile(
    fileURLToPath(new URL('../../../profile.example', import.meta.url)),
  )
  if (loaded.profile === null) throw new Error('the example profile is broken')
  profile = loaded.profile
  applicant = applicantOf(profile, '2026-11-30')
  wish = rankingWish(profile)
})

function rank(
  postings: readonly Posting[],
  changes: {
    seen?: string[]
    seenBodies?: [string, string][]
    night?: Partial<RankingWish['night']>
  } = {},
): NightTable {
  return rankNight(
    postings,
    applicant,
    { ...wish, night: { ...wish.night, ...changes.night } },
    {
      now,
      seen: new Set(changes.seen),
      seenBodies: new Map(changes.seenBodies),
    },
  )
}

const must = (...skills: string[]) =>
  `## What you bring\n${skills.map((skill) => `- Solid ${skill}`).join('\n')}\n- Clear writing`

/** A posting that meets everything; its text is its own. */
function fitting(id: number, changes: Partial<Posting> = {}): Posting {
  const text = changes.text ?? `${must('TypeScript', 'Postgres')}\n- Number ${id}`
  return posting({
    externalId: String(id),
    account: `company-${id}`,
    company: `Company ${id}`,
    workplace: 'remote',
    locations: [{ text: 'Germany', country: 'DE', region: null, city: null }],
    pay: [
      {
        min: 90_000,
        max: 99_000,
        currency: 'EUR',
        period: 'year',
        kind: 'base',
        text: '€90k to €99k',
      },
    ],
    postedAt: '2026-11-20T00:00:00Z',
    ...changes,
    text,
    bodyHash: changes.bodyHash ?? bodyHash('Backend Engineer', [], `${text}${id}`),
  })
}
const many = (count: number, changes: Partial<Posting> = {}) =>
  Array.from({ length: count }, (_, at) => fitting(at, changes))
const score = (table: NightTable, id: number) =>
  table.rows.find((row) => row.posting.externalId === String(id))?.score ?? Number.NaN

describe('what is taken', () => {
  test('exactly the top N, ties by date and then by key', () => {
    const table = rank(many(40))
    expect(table.taken).toHaveLength(15)
    const same = [fitting(3), fitting(1), fitting(2, { postedAt: '2026-11-20T00:00:01Z' })]
    expect(rank(same).taken).toEqual([
      'greenhouse:company-2:2',
      'greenhouse:company-1:1',
      'greenhouse:company-3:3',
    ])
  })

  test('no more than what is eligible', () => {
    expect(rank(many(7)).taken).toHaveLength(7)
    expect(rank([])).toEqual({ rows: [], taken: [] })
  })

  test('a company has at most its cap, and the next best moves up', () => {
    const crowd = many(20, { company: 'Quill & Co' })
    const table = rank([...crowd, fitting(99)])
    expect(table.taken).toHaveLength(5)
    expect(table.rows.filter((row) => row.placement === 'company cap')).toHaveLength(16)
    const spelled = rank(
      [fitting(1, { company: 'Müller GmbH' }), fitting(2, { company: 'MULLER gmbh' })],
      { night: { perCompany: 1 } },
    )
    expect(spelled.taken).toHaveLength(1)
    const scripts = rank(
      [fitting(1, { company: '株式会社' }), fitting(2, { company: '合同会社' })],
      { night: { perCompany: 1 } },
    )
    expect(scripts.taken).toHaveLength(2)
  })

  test('a posting is never taken twice: not in one night, not on the next', () => {
    const postings = many(30)
    const first = rank([...postings, ...postings])
    expect(first.rows).toHaveLength(30)
    const second = rank(postings, { seen: first.taken })
    expect(second.taken).toHaveLength(15)
    expect(second.taken.filter((key) => first.taken.includes(key))).toEqual([])
    expect(second.rows.filter((row) => row.placement === 'seen')).toHaveLength(15)
  })

  test('the same words under a new id are shown as a repost and not taken again', () => {
    const table = rank([fitting(1, { bodyHash: 'same' }), fitting(2, { bodyHash: 'same' })])
    expect(table.taken).toEqual(['greenhouse:company-1:1'])
    expect(table.rows[1]).toMatchObject({ placement: 'repost', repostOf: 'greenhouse:company-1:1' })
    const later = rank([fitting(3, { bodyHash: 'same' })], {
      seenBodies: [['same', 'greenhouse:company-1:1']],
    })
    expect(later.taken).toEqual([])
  })

  test('two ids with equal titles in two cities are two postings', () => {
    const cities = ['Berlin', 'Potsdam'].map((city, at) =>
      fitting(at, {
        company: 'One',
        workplace: 'hybrid',
        locations: [{ text: city, country: 'DE', region: null, city }],
      }),
    )
    expect(rank(cities).taken).toHaveLength(2)
  })

  test('misses, old and closed postings are rows with their reason, and never taken', () => {
    const table = rank([
      fitting(1, { text: `${must('TypeScript')}\n- 12+ years of experience` }),
      fitting(2, { postedAt: '2026-01-01T00:00:00Z' }),
      fitting(3, { deadline: '2026-11-29T00:00:00Z' }),
    ])
    expect(table.taken).toEqual([])
    const missed = table.rows.find((row) => row.placement === 'misses')
    expect(missed?.judgement.missed).toBe('years')
    expect(missed?.judgement.dimensions.years.quote).toBe('12+ years of experience')
    expect(table.rows.map((row) => row.placement)).toEqual(['too old', 'closed', 'misses'])
  })
})

describe('the explanation', () => {
  test('parts add up to the score, for every row of a large night', () => {
    const { rows } = rank(inventPostings(400, 11, now))
    const cents = (row: (typeof rows)[number]) =>
      row.parts.reduce((sum, part) => sum + Math.round(part.points * 100), 0)
    expect(rows).toHaveLength(400)
    expect(rows.filter((row) => cents(row) !== Math.round(row.score * 100))).toEqual([])
    expect(rows.filter((row) => row.parts.some((part) => part.why === ''))).toEqual([])
    const names = new Set(rows.map((row) => row.parts.map((part) => part.name).join()))
    expect([...names]).toEqual(['text,skills,title,recency,unclear'])
  })

  test('unclear requirements cost points and are named', () => {
    const row = rank([fitting(1, { pay: [] })]).rows[0]
    expect(row?.parts.at(-1)).toEqual({ name: 'unclear', points: -4, why: 'unclear: pay' })
  })

  test('the skills that are asked and lacking are named', () => {
    const row = rank([fitting(1, { text: must('TypeScript', 'Go', 'Kafka') })]).rows[0]
    expect(row?.parts[1]?.why).toBe('1 of 3 skills; not Go, Kafka')
  })

  test('an unwanted title gets nothing for its words', () => {
    const [plain, sales] = [fitting(1), fitting(2, { title: 'Sales Software Engineer' })]
    const table = rank([plain, sales])
    expect(score(table, 1)).toBeGreaterThan(score(table, 2))
  })
})

describe('metamorphic', () => {
  const nights = fc.integer({ min: 1, max: 1_000 }).map((seed) => inventPostings(40, seed, now))
  const boilerplate = [
    '## What we offer',
    'A learning budget for AWS, Kubernetes and Python courses, and 30 days of vacation.',
    'Health insurance, a pension plan and Postgres-themed mugs are among the benefits.',
    '## Equal opportunity',
    'Everyone is considered regardless of citizenship, origin, religion, gender or age.',
  ].join('\n')
  const order = (table: NightTable) => table.rows.map((row) => [row.key, row.score, row.placement])

  test('the order of the input changes nothing', () => {
    fc.assert(
      fc.property(
        nights.chain((night) =>
          fc.tuple(fc.constant(night), fc.shuffledSubarray(night, { minLength: night.length })),
        ),
        ([night, shuffled]) => {
          expect(order(rank(shuffled))).toEqual(order(rank(night)))
        },
      ),
      { numRuns: 15 },
    )
  })

  test("a company's boilerplate behind every posting changes neither order nor scores", () => {
    fc.assert(
      fc.property(nights, (night) => {
        const longer = night.map((entry) => ({ ...entry, text: `${entry.text}\n${boilerplate}` }))
        expect(order(rank(longer))).toEqual(order(rank(night)))
      }),
      { numRuns: 10 },
    )
  })

  test('boilerplate behind one posting changes its score by nothing', () => {
    const base = many(6)
    const longer = base.map((entry, at) =>
      at === 2 ? { ...entry, text: `${entry.text}\n${boilerplate}` } : entry,
    )
    expect(order(rank(longer))).toEqual(order(rank(base)))
  })

  test('a text said twice scores as said once', () => {
    fc.assert(
      fc.property(nights, fc.nat(39), (night, at) => {
        const doubled = night.map((entry, index) =>
          index === at ? { ...entry, text: `${entry.text}\n${entry.text}` } : entry,
        )
        expect(order(rank(doubled))).toEqual(order(rank(night)))
      }),
      { numRuns: 10 },
    )
  })

  test('another must-have that the applicant has never lowers the score', () => {
    const skills = [
      'TypeScript',
      'Postgres',
      'Python',
      'AWS',
      'Terraform',
      'Docker',
      'Linux',
      'Vue',
      'job queues',
    ]
    const lacking = ['Go', 'Kafka', 'Java', 'Ruby on Rails']
    const list = fc.subarray([...skills, ...lacking])
    fc.assert(
      fc.property(
        fc.array(list, { minLength: 2, maxLength: 12 }),
        fc.nat(),
        fc.constantFrom(...skills),
        (lists, pick, extra) => {
          const at = pick % lists.length
          const before = lists.map((names, id) => fitting(id, { text: must(...names) }))
          const after = before.map((entry, id) =>
            id === at ? { ...entry, text: `${entry.text}\n- Daily work with ${extra}` } : entry,
          )
          expect(score(rank(after), at)).toBeGreaterThanOrEqual(score(rank(before), at))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('a newer posting never ranks behind the same posting of an earlier day', () => {
    const table = rank([
      fitting(1, { postedAt: '2026-11-01T00:00:00Z' }),
      fitting(2, { postedAt: '2026-11-25T00:00:00Z' }),
    ])
    expect(table.taken).toEqual(['greenhouse:company-2:2', 'greenhouse:company-1:1'])
  })
})

test('the same seed invents the same postings', () => {
  expect(inventPostings(5, 3)).toEqual(inventPostings(5, 3))
  expect(new Set(inventPostings(300, 3).map(postingKey)).size).toBe(300)
})
