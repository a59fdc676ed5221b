// The three boards: every odd value of their APIs ends in one kind of posting, and no failure ends
// the night.
import { afterEach, describe, expect, test } from 'vitest'
import { httpClient } from '#clients'
import {
  ashbyPosting,
  type Board,
  boards,
  canonicalUrl,
  greenhousePosting,
  leverPosting,
  Posting,
  postingKey,
  suddenlyEmpty,
} from '../../../packages/workloads/jobs/boards/index.ts'
import { type Answer, type FakeBoards, fakeBoards } from '../../fakes/boards.ts'
import { inAustin, inBerlin } from './applicants.ts'
import { ashbyJob, greenhouseJob, leverEntry } from './board-fixtures.ts'
import { verdictOn } from './judging.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function serving(answers: Record<string, Answer>) {
  const server: FakeBoards = await fakeBoards(answers)
  const http = httpClient({
    allowedHosts: ['localhost'],
    gapMs: 0,
    timeoutMs: 2_000,
    wait: async () => undefined,
    backoff: { attempts: 2 },
  })
  open.push(server, http)
  const { baseUrl, requests } = server
  const list = (board: Board, account: string, options = {}) =>
    board.list({ account }, http, { baseUrl, ...options })
  return { http, baseUrl, requests, list }
}

function greenhouse(changes: Record<string, unknown> = {}): Posting {
  const posting = greenhousePosting(greenhouseJob(changes), 'ferrograph')
  if ('leftOut' in posting) throw new Error(posting.leftOut)
  return Posting.parse(posting)
}
const lever = (changes: Record<string, unknown> = {}) =>
  Posting.parse(leverPosting(leverEntry(changes), 'mossbank'))
function ashby(changes: Record<string, unknown> = {}): Posting {
  const posting = ashbyPosting(ashbyJob(changes), 'tarnwood')
  if ('leftOut' in posting) throw new Error(posting.leftOut)
  return Posting.parse(posting)
}

describe('Greenhouse', () => {
  test('double-escaped HTML becomes lines, headings and bullets; entities are decoded twice', () => {
    expect(greenhouse().text).toBe(
      [
        'Ferrograph builds tide gauges & the R&D around them.',
        '## What you bring',
        '- 4+ years of TypeScript',
        '- Postgres',
        'We do not discriminate on any protected status.',
      ].join('\n'),
    )
  })

  test('content that is escaped only once reads the same', () => {
    const once = greenhouse({ content: '<p>R&amp;D</p><ul><li>Go &lt; Rust</li></ul>' })
    expect(once.text).toBe('R&D\n- Go < Rust')
  })

  test('ids beyond 32 bits stay exact text, titles lose their trailing space and tracking leaves the address', () => {
    const posting = greenhouse({ title: 'R&amp;amp;D Engineer ' })
    expect(posting.externalId).toBe('4128667550113')
    expect(posting.title).toBe('R&D Engineer')
    expect(posting.url).toBe('https://job-boards.example/ferrograph/jobs/4128667550113')
    expect(postingKey(posting)).toBe('greenhouse:ferrograph:4128667550113')
  })

  test('two titles that differ by a trailing space are two postings', () => {
    const keys = [
      greenhouse({ id: 1, title: 'Engineer' }),
      greenhouse({ id: 2, title: 'Engineer ' }),
    ]
    expect(new Set(keys.map(postingKey)).size).toBe(2)
  })

  test("the company's own page keeps the job id in its address", () => {
    const posting = greenhouse({
      absolute_url: 'https://Ferrograph.example/careers/?gh_jid=88&utm_source=x#apply',
    })
    expect(posting.url).toBe('https://ferrograph.example/careers?gh_jid=88')
  })

  test('updated_at is no posting date', () => {
    expect(greenhouse().postedAt).toBe('2026-11-10T14:00:00.000Z')
    expect(greenhouse({ first_published: undefined }).postedAt).toBeNull()
  })

  test('a location that is only a working mode takes its city from the offices', () => {
    const posting = greenhouse({ location: { name: 'Hybrid' } })
    expect(posting.workplace).toBe('hybrid')
    expect(posting.locations[0]).toMatchObject({ city: 'Berlin', country: 'DE' })
    const nowhere = greenhouse({
      location: { name: 'In-Office' },
      offices: [{ name: 'Berlin', location: null }],
    })
    expect([nowhere.workplace, nowhere.locations[0]?.city]).toEqual(['onsite', 'Berlin'])
  })

  test('several places in one field are all kept', () => {
    const posting = greenhouse({
      location: { name: 'New York City, NY; San Francisco, CA | Remote' },
    })
    expect(posting.locations.map((location) => location.text)).toEqual([
      'New York City, NY',
      'San Francisco, CA',
      'Remote',
    ])
  })

  test('workplace and pay are read from metadata, where amounts are strings', () => {
    const posting = greenhouse({
      metadata: [
        { id: 1, name: 'Workplace Type', value: 'Hybrid', value_type: 'single_select' },
        { id: 2, name: 'Remote?', value: false, value_type: 'yes_no' },
        {
          id: 3,
          name: 'Salary Range',
          value: { unit: 'EUR', min_value: '72800.0', max_value: '97000.0' },
          value_type: 'currency_range',
        },
        { id: 4, name: 'Pay Period', value: 'Annual', value_type: 'single_select' },
        { id: 5, name: 'Employment Type', value: ['Full-time'], value_type: 'multi_select' },
      ],
    })
    expect([posting.workplace, posting.commitment]).toEqual(['hybrid', 'Full-time'])
    expect(posting.pay).toEqual([
      {
        min: 72_800,
        max: 97_000,
        currency: 'EUR',
        period: 'year',
        kind: 'unknown',
        text: 'Salary Range: 72800 to 97000 EUR',
      },
    ])
  })

  test('cents without a period are unclear, never below the floor, unless the words give the period', () => {
    const range = {
      min_cents: 5000,
      max_cents: 7000,
      currency_type: 'EUR',
      title: 'Pay range',
      blurb: '',
    }
    const small = greenhouse({ pay_input_ranges: [range] })
    expect(small.pay[0]).toMatchObject({ min: 50, max: 70, period: 'unknown' })
    expect(verdictOn('pay', small, inBerlin)).toBe('?')
    const hourly = greenhouse({ pay_input_ranges: [{ ...range, title: 'Hourly pay' }] })
    expect(verdictOn('pay', hourly, inBerlin)).toBe('ok')
    const yearly = greenhouse({
      pay_input_ranges: [{ ...range, min_cents: 5_000_000, max_cents: 7_000_000 }],
    })
    expect(verdictOn('pay', yearly, inBerlin)).toBe('miss')
  })

  test('a talent pool and a job without a description are left out, with the reason', async () => {
    const { list } = await serving({
      '/v1/boards/ferrograph/jobs': {
        body: {
          jobs: [
            greenhouseJob(),
            greenhouseJob({ id: 2, internal_job_id: null }),
            greenhouseJob({ id: 3, content: undefined }),
            { id: 4 },
          ],
        },
      },
    })
    const reading = await list(boards.greenhouse, 'ferrograph')
    expect([reading.outcome, reading.detail]).toEqual(['ok', '1 postings'])
    expect(reading.leftOut.map((entry) => entry.externalId)).toEqual(['2', '3', '4'])
    expect(reading.leftOut[2]?.reason).toContain('unreadable: title')
  })

  test('a missing job closes the posting only when its board still answers', async () => {
    const { http, baseUrl } = await serving({
      '/v1/boards/ferrograph': { body: { name: 'Ferrograph', content: '' } },
      '/v1/boards/ferrograph/jobs/7': { body: greenhouseJob({ id: 7, title: 'New title' }) },
      '/v1/boards/ferrograph/jobs/8': {
        body: greenhouseJob({ id: 8, application_deadline: '2026-01-31T00:00:00Z' }),
      },
      '/v1/boards/ferrograph/jobs/9': { body: 'not what it should be' },
      '/v1/boards/busy/jobs/4128667550113': { status: 503 },
    })
    const live = (posting: Posting) => boards.greenhouse.live(posting, http, { baseUrl })
    const open = await live(greenhouse({ id: 7 }))
    expect([open.state, open.posting?.title]).toEqual(['open', 'New title'])
    expect((await live(greenhouse({ id: 8 }))).state).toBe('closed')
    expect(await live(greenhouse({ id: 9 }))).toMatchObject({ state: 'open', posting: null })
    expect((await live(greenhouse())).state).toBe('closed')
    expect((await live({ ...greenhouse(), account: 'gone' })).state).toBe('inconclusive')
    expect((await live({ ...greenhouse(), account: 'busy' })).state).toBe('inconclusive')
  })
})

describe('Lever', () => {
  test('requirements are read from the lists, under their headings', () => {
    const { text } = lever()
    expect(text).toContain('## Qualifications\n- Ten years of Go\n- Fluent Portuguese')
    expect(text).toContain("## Where You'll Be\n- Anywhere in the European Union")
    expect(verdictOn('years', lever(), inBerlin)).toBe('miss')
    expect(verdictOn('languages', lever(), inBerlin)).toBe('miss')
  })

  test('either spelling of on-site is understood, and "unspecified" is unknown', () => {
    expect(
      ['onsite', 'on-site', 'hybrid', 'unspecified', undefined].map(
        (type) => lever({ workplaceType: type }).workplace,
      ),
    ).toEqual(['onsite', 'onsite', 'hybrid', 'unknown', 'unknown'])
  })

  test('all locations count; the country belongs to the first', () => {
    expect(lever().locations.map(({ text, country }) => [text, country])).toEqual([
      ['Lisbon', 'PT'],
      ['Berlin', 'DE'],
    ])
    expect(lever({ categories: {}, country: 'PT' }).locations).toEqual([
      { text: 'PT', country: 'PT', region: null, city: null },
    ])
    expect(lever({ categories: undefined, country: null }).locations).toEqual([])
  })

  test('double spaces leave the title and milliseconds become a date', () => {
    expect([lever().title, lever().postedAt]).toEqual([
      'Backend Engineer - Ledger',
      '2025-11-05T00:00:00.000Z',
    ])
  })

  test('plain text stands in where the HTML is missing, and halves are joined', () => {
    expect(
      lever({ description: '', opening: '<p>One.</p>', descriptionBody: '<p>Two.</p>', lists: [] })
        .text,
    ).toBe('One.\nTwo.')
    expect(lever({ description: '', opening: '', descriptionBody: '', lists: [] }).text).toContain(
      'You will own the ledger.',
    )
  })

  test.each([
    ['per-year-salary', 'year'],
    ['per-hour-wage', 'hour'],
    ['per-hour-salary', 'hour'],
    ['bi-week-salary', 'two-weeks'],
    ['one-time', 'unknown'],
  ])('interval %s is a %s', (interval, period) => {
    expect(
      lever({ salaryRange: { interval, currency: 'EUR', min: 1, max: 2 } }).pay[0]?.period,
    ).toBe(period)
  })

  test('on-target earnings in the salary range are only told by the description', () => {
    const salaryRange = { currency: 'EUR', interval: 'per-year-salary', min: 110_000, max: 110_000 }
    const ote = lever({
      salaryRange,
      salaryDescription: '<div>OTE, a 50/50 split of base and commission.</div>',
    })
    expect(ote.pay[0]?.kind).toBe('ote')
    expect(verdictOn('pay', ote, inBerlin)).toBe('miss')
    expect(verdictOn('pay', lever({ salaryRange }), inBerlin)).toBe('ok')
  })

  test("a list that widens the place answers the field's city", () => {
    const job = lever({
      workplaceType: 'remote',
      categories: { location: 'New York, NY', allLocations: ['New York, NY'] },
      country: 'US',
      lists: [
        { text: "Where You'll Be", content: '<li>We are open to anyone based in Europe</li>' },
      ],
    })
    expect(verdictOn('location', job, inBerlin)).toBe('ok')
  })

  test('pages are read until a short one', async () => {
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => leverEntry({ id: `id-${from + at}` }))
    const { list, requests } = await serving({
      '/v0/postings/mossbank?mode=json&skip=0&limit=100': {
        body: page(0, 100),
        headers: { etag: '"a"' },
      },
      '/v0/postings/mossbank?mode=json&skip=100&limit=100': { body: page(100, 20) },
    })
    const reading = await list(boards.lever, 'mossbank')
    expect([reading.postings.length, requests.length, reading.validator]).toEqual([120, 2, null])
  })

  test('a 404 of the API says nothing while the page is live', async () => {
    const { http, baseUrl } = await serving({ '/page': { body: 'Apply here' } })
    const live = (url: string) =>
      boards.lever.live({ ...lever(), url: baseUrl + url }, http, { baseUrl })
    expect((await live('/page')).state).toBe('inconclusive')
    expect((await live('/gone')).state).toBe('closed')
  })
})

describe('Ashby', () => {
  test('a hybrid job that is flagged remote is hybrid', () => {
    const job = ashby({ secondaryLocations: [] })
    expect(job.workplace).toBe('hybrid')
    expect(verdictOn('location', job, inBerlin)).toBe('miss')
  })

  test('secondary locations count', () => {
    expect(verdictOn('location', ashby(), inBerlin)).toBe('ok')
  })

  test('without a workplace type the remote flag is a place of its own, and its reach is unclear', () => {
    const job = ashby({ workplaceType: undefined, secondaryLocations: [] })
    expect(job.locations.map((location) => location.text)).toEqual(['London', 'Remote'])
    expect(verdictOn('location', job, inBerlin)).toBe('?')
  })

  test('a remote job takes its country from the address, but does not say it ends there', () => {
    const address = { postalAddress: { addressCountry: 'United Kingdom' } }
    const job = ashby({ location: 'Remote', workplaceType: null, secondaryLocations: [], address })
    expect(job.locations).toEqual([{ text: 'Remote', country: 'GB', region: null, city: null }])
    expect(verdictOn('location', job, inBerlin)).toBe('?')
  })

  test('unnormalised addresses are read', () => {
    const address = {
      postalAddress: {
        addressCountry: 'USA',
        addressRegion: 'California ',
        addressLocality: 'San Fransisco',
      },
    }
    const job = ashby({ location: 'HQ', address, secondaryLocations: [] })
    expect(job.locations[0]).toEqual({
      text: 'HQ',
      country: 'US',
      region: 'CA',
      city: 'San Fransisco',
    })
    const union = ashby({
      location: 'Europe',
      workplaceType: 'Remote',
      secondaryLocations: [],
      address: { postalAddress: { addressCountry: 'European Union' } },
    })
    expect(verdictOn('location', union, inBerlin)).toBe('ok')
    const nameless = ashby({
      location: 'Remote',
      workplaceType: 'Remote',
      secondaryLocations: [],
      address: { postalAddress: { addressCountry: 'European Union' } },
    })
    expect(nameless.locations[0]).toMatchObject({ text: 'Remote', region: 'European Union' })
    expect(verdictOn('location', nameless, inBerlin)).toBe('ok')
    expect(verdictOn('location', nameless, inAustin)).toBe('?')
  })

  test('salary is found behind equity, in every tier; without the key there is none', () => {
    expect(ashby().pay).toEqual([
      {
        min: 82_000,
        max: 104_000,
        currency: 'EUR',
        period: 'year',
        kind: 'base',
        text: '€82K – €104K • 0.1% – 0.3%',
      },
    ])
    expect(ashby({ compensation: undefined }).pay).toEqual([])
  })

  test('titles lose their leading space and unlisted jobs are left out', async () => {
    const { list } = await serving({
      '/posting-api/job-board/tarnwood': {
        body: { apiVersion: '1', jobs: [ashbyJob(), ashbyJob({ id: 'x', isListed: false })] },
      },
    })
    const reading = await list(boards.ashby, 'tarnwood')
    expect(reading.postings.map((posting) => posting.title)).toEqual(['Infrastructure Engineer'])
    expect(reading.leftOut).toEqual([{ externalId: 'x', reason: 'not listed' }])
  })

  test('a posting is open while it is listed, closed once others are and it is not', async () => {
    const { http, baseUrl } = await serving({
      '/posting-api/job-board/tarnwood': { body: { apiVersion: '1', jobs: [ashbyJob()] } },
      '/posting-api/job-board/silent': { body: { apiVersion: '1', jobs: [] } },
    })
    const live = (posting: Posting) => boards.ashby.live(posting, http, { baseUrl })
    expect((await live(ashby())).state).toBe('open')
    expect((await live(ashby({ id: 'other' }))).state).toBe('closed')
    expect((await live({ ...ashby(), account: 'silent' })).state).toBe('inconclusive')
    expect((await live({ ...ashby(), account: 'nobody' })).state).toBe('inconclusive')
  })
})

describe('outcomes', () => {
  const unknown: [keyof typeof boards, string, Answer][] = [
    [
      'greenhouse',
      '/v1/boards/zz/jobs',
      { status: 404, body: { status: 404, error: 'Job not found' } },
    ],
    ['lever', '/v0/postings/zz', { status: 404, body: { ok: false, error: 'Document not found' } }],
    ['ashby', '/posting-api/job-board/zz', { status: 404, body: 'Not Found' }],
    ['ashby', '/posting-api/job-board/zz', { body: { apiVersion: '1', jobs: [] } }],
  ]
  test.each(unknown)(
    '%s at %s: a board that does not exist is unknown',
    async (name, path, answer) => {
      const { list } = await serving({ [path]: answer })
      const reading = await list(boards[name], 'zz')
      expect([reading.outcome, reading.postings]).toEqual(['unknown', []])
    },
  )

  test('a board with no postings is empty, which is a signal where it had some', async () => {
    const { list } = await serving({ '/v0/postings/mossbank': { body: [] } })
    const reading = await list(boards.lever, 'mossbank')
    expect(reading.outcome).toBe('empty')
    expect([suddenlyEmpty(12, reading), suddenlyEmpty(0, reading)]).toEqual([true, false])
  })

  test.each([
    ['a page instead of JSON', { body: '<html>maintenance</html>' }, 'unexpected answer'],
    ['another shape', { body: { postings: [] } }, 'unexpected answer: jobs'],
    ['a refusal', { status: 403, body: 'Forbidden' }, '403 Forbidden'],
    ['a server in trouble', { status: 503 }, '503'],
    ['nothing but unreadable entries', { body: { jobs: [{ id: 1 }, {}] } }, 'unreadable'],
  ] as [string, Answer, string][])(
    '%s is an error with its reason, and throws nothing',
    async (_, answer, detail) => {
      const { list } = await serving({ '/v1/boards/ferrograph/jobs': answer })
      const reading = await list(boards.greenhouse, 'ferrograph')
      expect(reading.outcome).toBe('error')
      expect(reading.detail).toContain(detail)
    },
  )

  test('an unreachable host is an error', async () => {
    const { http } = await serving({})
    const reading = await boards.lever.list({ account: 'x' }, http, {
      baseUrl: 'http://localhost:1',
    })
    expect([reading.outcome, reading.postings]).toEqual(['error', []])
  })

  test('an unchanged board says so by its validator', async () => {
    const body = { jobs: [greenhouseJob()] }
    const { list } = await serving({
      '/v1/boards/ferrograph/jobs': { body, headers: { etag: 'W/"7"' } },
    })
    const first = await list(boards.greenhouse, 'ferrograph')
    const second = await list(boards.greenhouse, 'ferrograph', { validator: first.validator })
    expect([second.outcome, second.validator]).toEqual([
      'unchanged',
      { etag: 'W/"7"', lastModified: null },
    ])
  })

  test('an entry listed twice is one posting', async () => {
    const { list } = await serving({
      '/v1/boards/ferrograph/jobs': { body: { jobs: [greenhouseJob(), greenhouseJob()] } },
    })
    const reading = await list(boards.greenhouse, 'ferrograph')
    expect([reading.postings.length, reading.leftOut[0]?.reason]).toEqual([1, 'listed twice'])
  })
})

describe('identity', () => {
  test('the body hash ignores spacing and case, and knows title, place and words', () => {
    const hash = (changes: Record<string, unknown>) => greenhouse(changes).bodyHash
    expect(hash({ title: 'platform  engineer' })).toBe(hash({}))
    expect(hash({ id: 99 })).toBe(hash({}))
    expect(hash({ location: { name: 'Remote, Spain' } })).not.toBe(hash({}))
    expect(hash({ content: '<p>Other words</p>' })).not.toBe(hash({}))
  })

  test('addresses have one spelling', () => {
    const variants = [
      'http://Jobs.example/a/1/',
      'https://jobs.example/a/1?utm_source=x&gh_src=y',
      'https://jobs.example/a/1#top',
    ]
    expect(new Set(variants.map(canonicalUrl))).toEqual(new Set(['https://jobs.example/a/1']))
    expect(canonicalUrl('https://jobs.example/a?b=2&a=1')).toBe('https://jobs.example/a?a=1&b=2')
  })
})
