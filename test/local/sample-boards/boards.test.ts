// The sample boards as the job search reads them: every posting parses, and the example applicant's night is a rich one.
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpClient, httpClient } from '#clients'
import {
  type SampleBoards,
  startSampleBoards,
} from '../../../packages/local/sample-boards/server.ts'
import { boards, postingKey } from '../../../packages/workloads/jobs/boards/index.ts'
import { applicantOf, loadProfile } from '../../../packages/workloads/jobs/profile/index.ts'
import {
  type NightTable,
  rankingWish,
  rankNight,
} from '../../../packages/workloads/jobs/ranking.ts'

const since = new Date('2026-11-30T07:00:00Z')
let server: SampleBoards
let http: HttpClient
let readings: Awaited<ReturnType<typeof boards.lever.list>>[]
let table: NightTable

beforeAll(async () => {
  server = await startSampleBoards({ since })
  http = httpClient({ allowedHosts: ['localhost'], gapMs: 0 })
  const { profile } = await loadProfile(
    fileURLToPath(new URL('../../../profile.example', import.meta.url)),
  )
  if (profile === null) throw new Error('the example profile is broken')
  readings = []
  for (const { board, account, company } of profile.search.boards)
    readings.push(await boards[board].list({ account, company }, http, { baseUrl: server.origin }))
  const postings = readings.flatMap((reading) => reading.postings)
  const night = { now: since.toISOString(), seen: new Set<string>(), seenBodies: new Map() }
  const applicant = applicantOf(profile, since.toISOString().slice(0, 10))
  table = rankNight(postings, applicant, rankingWish(profile), night)
})

afterAll(async () => {
  await http?.close()
  await server?.stop()
})

const placed = (placement: NightTable['rows'][number]['placement']) =>
  table.rows.filter((row) => row.placement === placement)

test('every posting is read, but for a talent pool and one that is not announced', () => {
  expect(readings.map(({ outcome }) => outcome)).toEqual(readings.map(() => 'ok'))
  expect(readings.flatMap(({ leftOut }) => leftOut.map(({ reason }) => reason))).toEqual([
    'a talent pool, not an opening',
    'not listed',
  ])
  const read = readings.flatMap(({ postings }) => postings)
  expect(read).toHaveLength(server.postings.length - 2)
  const keys = server.postings.map(({ key }) => key)
  expect(read.filter((posting) => !keys.includes(postingKey(posting)))).toEqual([])
  expect(read.flatMap(({ flags }) => flags)).toEqual([])
})

test('exactly fifteen are taken, no company more than four times, and plenty would be left', () => {
  expect(table.taken).toHaveLength(15)
  const companies = Map.groupBy(placed('taken'), ({ posting }) => posting.company)
  expect(companies.size).toBe(6)
  expect([...companies.values()].every((rows) => rows.length <= 4)).toBe(true)
  expect(placed('taken').length + placed('below the cut').length).toBeGreaterThanOrEqual(25)
  expect(
    placed('taken')
      .slice(0, 5)
      .map(({ judgement }) => judgement.verdict),
  ).toEqual(Array(5).fill('meets'))
})

test('every other fate is there as well: a repost, one too old, one closed, a full company, some unclear', () => {
  expect(placed('company cap').length).toBeGreaterThanOrEqual(1)
  expect(placed('repost').map(({ posting }) => posting.title)).toEqual([
    'Senior Backend Engineer, Rights API',
  ])
  expect(placed('too old').map(({ posting }) => posting.title)).toEqual([
    'Software Engineer (always open)',
  ])
  expect(placed('closed').map(({ posting }) => posting.title)).toEqual([
    'Software Engineer, Flood Maps',
  ])
  const unclear = table.rows.filter(({ judgement }) => judgement.verdict === 'unclear')
  expect(unclear.length).toBeGreaterThanOrEqual(4)
})

test('each miss has a reason of its own kind, in the posting’s own words', () => {
  const texts = new Map(
    readings.flatMap(({ postings }) => postings).map((read) => [postingKey(read), read.text]),
  )
  const misses = placed('misses').map(({ key, posting, judgement }) => {
    const by = judgement.missed ?? 'exclusions'
    const text = texts.get(key) ?? ''
    return { title: posting.title, by, quote: judgement.dimensions[by].quote, text }
  })
  expect(Object.fromEntries(misses.map(({ title, by }) => [title, by]))).toEqual({
    'Software Engineer, Calibration': 'workplace',
    'Field Systems Engineer': 'authorisation',
    'Working Student, Firmware Tests (16 hours a week)': 'employment',
    'Data Engineer': 'workplace',
    'Research Software Engineer, Hydrodynamics': 'degree',
    'Site Reliability Engineer': 'residence',
    'Backend Engineer, Barrier Control': 'clearance',
    'Principal Engineer': 'years',
    'Backend Engineer, Payroll': 'pay',
    'Product Engineer': 'employment',
    'Account Executive, Bakeries': 'pay',
    'Senior Backend Engineer, Berths': 'years',
    'Software Engineer, Channel Lines': 'authorisation',
    'Integration Engineer, France': 'languages',
    'Engineering Manager, Data': 'seniority',
    'Backend Engineer, Pacific Forests': 'time-zone',
    'Backend Engineer, Migration': 'employment',
    'Software Engineer, Archive': 'employment',
    'Backend Engineer, Partner Products': 'exclusions',
    'Software Engineer, Year-End Run': 'start-date',
    'Senior Software Engineer, Iberia': 'residence',
  })
  const asSentence = misses.filter(({ quote, text }) => quote !== null && text.includes(quote))
  expect(asSentence.length).toBeGreaterThanOrEqual(12)
})

test('what is taken leads to a form that is there', async () => {
  for (const { posting } of placed('taken')) {
    const page = await http.request({ url: posting.applyUrl })
    expect([posting.title, page.status]).toEqual([posting.title, 200])
    expect(page.text).toMatch(/application-form|application_form|grnhse_iframe|id="application"/)
  }
})

test('an account that is not there is answered as each board answers, and a closed posting is gone from its API', async () => {
  const get = async (path: string) => {
    const { status, text } = await http.request({ url: `${server.origin}${path}` })
    return [status, text]
  }
  expect(await get('/v1/boards/nobody/jobs')).toEqual([
    404,
    '{"status":404,"error":"Job not found"}',
  ])
  expect(await get('/v0/postings/nobody?mode=json')).toEqual([
    404,
    '{"ok":false,"error":"Document not found"}',
  ])
  expect(await get('/posting-api/job-board/nobody')).toEqual([404, 'Not Found'])
  for (const { posting, key } of [...placed('taken')]) {
    const { live } = boards[posting.board]
    expect((await live(posting, http, { baseUrl: server.origin })).state).toBe('open')
    server.close(key)
    const state = (await live(posting, http, { baseUrl: server.origin })).state
    server.open(key)
    expect([key, state]).toEqual([key, 'closed'])
  }
})

test('forms are known before a browser is opened: by questions=true, and by the call of Ashby’s own pages', async () => {
  const full = server.postings.find(({ slug }) => slug === 'senior-backend-measurements')
  const asked = await http.request({
    url: `${server.origin}/v1/boards/ferrograph/jobs/${full?.id}?questions=true`,
  })
  const schema = JSON.parse(asked.text)
  expect(schema.questions.map(({ label }: { label: string }) => label)).toContain('Resume/CV')
  expect(schema.location_questions[0].fields).toHaveLength(3)
  expect(schema.compliance).toHaveLength(2)
  expect(schema.demographic_questions.questions[0].answer_options.at(-1)).toMatchObject({
    label: "I don't wish to answer",
    decline_to_answer: false,
  })
  const ashby = server.postings.find(({ slug }) => slug === 'backend-engineer-inventory')
  const call = await http.request({
    method: 'POST',
    url: `${server.origin}/api/non-user-graphql?op=ApiJobPosting`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      operationName: 'ApiJobPosting',
      variables: { organizationHostedJobsPageName: 'tarnwood', jobPostingId: ashby?.id },
    }),
  })
  const entries = JSON.parse(call.text).data.jobPosting.applicationForm.sections[0].fieldEntries
  expect(
    entries
      .map(({ field, isRequired }: { field: { type: string }; isRequired: boolean }) => [
        field.type,
        isRequired,
      ])
      .slice(0, 4),
  ).toEqual([
    ['String', true],
    ['Email', true],
    ['File', true],
    ['File', false],
  ])
})
