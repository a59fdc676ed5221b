// Two short cuts that must change nothing: a rule reads only sentences with its words in them, and a
// night is judged board by board.
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpClient } from '#clients'
import { boards, type Posting, postingKey } from '../../../packages/workloads/jobs/boards/index.ts'
import {
  applicantOf,
  loadProfile,
  type Profile,
} from '../../../packages/workloads/jobs/profile/index.ts'
import {
  judgePostings,
  type RankingWish,
  rankingWish,
  rankJudged,
  rankNight,
} from '../../../packages/workloads/jobs/ranking.ts'
import {
  type Applicant,
  dimensions,
  judge,
  nothingRead,
  prepareJob,
} from '../../../packages/workloads/jobs/requirements/index.ts'
import { judgeBoards, judgeFor } from '../../../packages/workloads/jobs/search/judge-boards.ts'
import { inventPostings } from '../../bench/postings.ts'
import { type FakeBoards, fakeBoards } from '../../fakes/boards.ts'
import { inAustin, inBerlin, wary } from './applicants.ts'
import { askedInPart } from './asked-in-part.ts'
import { inPassing } from './in-passing.ts'
import { postingIn } from './judging.ts'
import { morePhrasings } from './more-phrasings.ts'
import { notAsked } from './not-asked.ts'
import { alsoNotAsked } from './not-asked-either.ts'
import { oddlyAsked } from './oddly-asked.ts'
import { alsoOddlyAsked } from './oddly-asked-too.ts'
import { phrasings, type Row } from './phrasings.ts'
import { readAfresh } from './read-afresh.ts'
import { readAgain } from './read-again.ts'
import { readClosely } from './read-closely.ts'
import { replays } from './samples.ts'

const now = '2026-11-30T06:00:00Z'
const invented = inventPostings(100, 11, now)
const recorded = replays()
let replaying: FakeBoards
let sampled: Posting[]
let profile: Profile
let applicant: Applicant
let wish: RankingWish

beforeAll(async () => {
  const example = fileURLToPath(new URL('../../../profile.example', import.meta.url))
  const loaded = await loadProfile(example)
  if (loaded.profile === null) throw new Error('the example profile is broken')
  profile = loaded.profile
  applicant = applicantOf(profile, now.slice(0, 10))
  wish = rankingWish(profile)
  replaying = await fakeBoards(recorded.answers)
  const http = httpClient({ allowedHosts: ['localhost'], gapMs: 0 })
  const readings = []
  for (const { board, account } of recorded.boards)
    readings.push(await boards[board].list({ account }, http, { baseUrl: replaying.baseUrl }))
  await http.close()
  sampled = readings.flatMap(({ postings }) => postings)
})

afterAll(() => replaying?.close())

/** Judged as it is, and with every rule reading every sentence. */
function bothWays(posting: Posting, who: Applicant) {
  const job = prepareJob(posting)
  const everywhere = <T extends { mask: number }>(sentence: T): T => ({ ...sentence, mask: -1 })
  const whole = {
    ...job,
    title: everywhere(job.title),
    sentences: job.sentences.map(everywhere),
  }
  return [judge(job, who), judge(whole, who)] as const
}

function differing(postings: readonly Posting[]): string[] {
  return postings.flatMap((posting) =>
    [wary(inBerlin), wary(inAustin)].flatMap((who) => {
      const [narrow, whole] = bothWays(posting, who)
      return dimensions
        .filter((of) => narrow.dimensions[of].verdict !== whole.dimensions[of].verdict)
        .map((of) => `${of}: ${narrow.dimensions[of].reason}; ${whole.dimensions[of].quote}`)
    }),
  )
}

const asked = [
  phrasings,
  morePhrasings,
  oddlyAsked,
  alsoOddlyAsked,
  askedInPart,
  readAfresh,
  readClosely,
  ...readAgain,
]
  .flatMap((list): (readonly Row[])[] => Object.values(list))
  .flat()
  .map(([says, , , where]) => postingIn(where ?? 'nowhere', says))
const silent = [...Object.values(notAsked).flat(), ...alsoNotAsked, ...inPassing].map((says) =>
  postingIn('eu remote', says),
)

describe('reading only where a rule’s words are changes no verdict', () => {
  test('for any phrasing of the lists', () => {
    expect(asked.length + silent.length).toBeGreaterThan(900)
    expect(differing([...asked, ...silent])).toEqual([])
  })

  test('for any way to name a place', () => {
    const places = `The Hague|Bend, OR|Fishers, IN|Guelph, ON|the UK|People's Republic of China|
      São Paulo|Zürich|the Bay Area|EMEA|anywhere in the world|Austin (TX)|Salem/OR|New Zealand`
    const named = places
      .split(/\s*\|\s*/)
      .flatMap((place) => [
        `You must live in ${place}.`,
        `Five days a week in our ${place} office`,
        `Four hours of overlap with ${place}`,
      ])
    expect(differing(named.map((says) => postingIn('nowhere', says)))).toEqual([])
  })

  test('for any recorded posting, when they are there, and for invented ones', () => {
    expect(differing([...sampled, ...invented])).toEqual([])
  })
})

test('what an account says again is judged as if it were said once', () => {
  const postings = [
    ...invented,
    ...sampled,
    ...invented.map((one) => ({ ...one, title: 'Nurse' })),
  ].map((one, at) => ({ ...one, externalId: String(at) }))
  const judged = judgePostings(postings, applicant, wish)
  const byKey = new Map(judged.map(({ key, judgement }) => [key, judgement]))
  for (const posting of postings)
    expect(byKey.get(postingKey(posting))).toEqual(judge(prepareJob(posting), applicant))
})

test('what an account says of jobs in other places and trades is judged as if it were said of one', () => {
  const settings = ['nowhere', 'us remote', 'berlin hybrid', 'london'] as const
  const titles = ['Backend Engineer', 'Driver and Teacher']
  // Each sentence in turns: whatever was found first must not stand for the next.
  const account = [...asked, ...silent].flatMap(({ text }) =>
    settings.flatMap((where) => titles.map((title) => ({ ...postingIn(where, text), title }))),
  )
  const orders = [account, account.toReversed()]
  for (const order of orders) {
    const before = nothingRead()
    const differ = order.filter((posting) => {
      const alone = judge(prepareJob(posting), wary(inBerlin))
      return !isDeepStrictEqual(judge(prepareJob(posting, before), wary(inBerlin), before), alone)
    })
    expect(differ.map(({ title, text }) => `${title}: ${text}`)).toEqual([])
  }
})

describe('a night of many boards, on two threads', () => {
  const files = new Map(
    Array.from({ length: 120 }, (_, at) => [
      String(at),
      Buffer.from(JSON.stringify({ postings: invented.slice(at % 99, (at % 99) + 2) })),
    ]),
  )
  const get = async (name: string) => files.get(name) ?? Buffer.from('{}')

  test('is judged as on one, in the order of the boards', async () => {
    const judged = await judgeBoards([...files.keys()], get, profile, now.slice(0, 10))
    const alone = [...files.values()].flatMap(judgeFor(profile, now.slice(0, 10)))
    expect(judged).toEqual(alone)
  })

  test('fails for a file that is none', async () => {
    const broken = [...files.keys(), 'none']
    await expect(judgeBoards(broken, get, profile, now.slice(0, 10))).rejects.toThrow('postings')
  })
})

test('board by board it is the same table as all at once', () => {
  const postings = [...invented, ...sampled]
  const night = { now, seen: new Set<string>(), seenBodies: new Map<string, string>() }
  const byBoard = Map.groupBy(postings, ({ board, account }) => `${board}:${account}`)
  const judged = [...byBoard.values()]
    .reverse()
    .flatMap((some) => judgePostings(some, applicant, wish))
  expect(rankJudged(judged, wish, night)).toEqual(rankNight(postings, applicant, wish, night))
})
