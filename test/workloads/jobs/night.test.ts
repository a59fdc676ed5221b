// A whole night over HTTP: boards are read, postings judged and ranked; always on our own boards,
// and on the recorded
// replies too when their folder lies beside the project.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { httpClient } from '#clients'
import { boards, Posting } from '../../../packages/workloads/jobs/boards/index.ts'
import { applicantOf, loadProfile } from '../../../packages/workloads/jobs/profile/index.ts'
import {
  type NightTable,
  rankingWish,
  rankNight,
} from '../../../packages/workloads/jobs/ranking.ts'
import { type Answer, fakeBoards } from '../../fakes/boards.ts'
import { inAustin } from './applicants.ts'
import { ashbyJob, greenhouseJob, leverEntry } from './board-fixtures.ts'
import { type Replay, replays } from './samples.ts'

const own: { boards: Replay[]; answers: Record<string, Answer> } = {
  boards: [
    { board: 'greenhouse', account: 'ferrograph', file: 'own', entries: 2 },
    { board: 'lever', account: 'mossbank', file: 'own', entries: 2 },
    { board: 'ashby', account: 'tarnwood', file: 'own', entries: 1 },
  ],
  answers: {
    '/v1/boards/ferrograph/jobs': {
      body: {
        jobs: [
          greenhouseJob(),
          greenhouseJob({ id: 5, content: '&lt;p&gt;US citizens only.&lt;/p&gt;' }),
        ],
        meta: { total: 2 },
      },
    },
    '/v0/postings/mossbank': {
      body: [
        leverEntry(),
        leverEntry({
          id: 'b',
          lists: [{ text: 'You bring', content: '<li>3 years of TypeScript</li>' }],
        }),
      ],
    },
    '/posting-api/job-board/tarnwood': { body: { apiVersion: '1', jobs: [ashbyJob()] } },
  },
}

async function night(set: { boards: Replay[]; answers: Record<string, Answer> }, now: string) {
  const loaded = await loadProfile(
    fileURLToPath(new URL('../../../profile.example', import.meta.url)),
  )
  if (loaded.profile === null) throw new Error('the example profile is broken')
  const wish = {
    ...rankingWish(loaded.profile),
    night: { postings: 15, perCompany: 4, maxAgeDays: 3_650 },
  }
  const server = await fakeBoards(set.answers)
  const http = httpClient({ allowedHosts: ['localhost'], gapMs: 0 })
  try {
    const readings = []
    for (const { board, account } of set.boards) {
      readings.push(await boards[board].list({ account }, http, { baseUrl: server.baseUrl }))
    }
    const postings = readings
      .flatMap((reading) => reading.postings)
      .map((posting) => Posting.parse(posting))
    const history = { now, seen: new Set<string>(), seenBodies: new Map<string, string>() }
    const table = rankNight(postings, applicantOf(loaded.profile, now.slice(0, 10)), wish, history)
    const other = rankNight(postings, { ...inAustin, today: now.slice(0, 10) }, wish, history)
    return { readings, table, other }
  } finally {
    await http.close()
    await server.close()
  }
}

const readable = (table: NightTable) =>
  table.rows.map(({ key, posting, placement, score, judgement, parts }) => ({
    key,
    title: posting.title,
    places: posting.locations.map((location) => location.text).join(' · '),
    workplace: posting.workplace,
    placement,
    score,
    parts: parts.map((part) => `${part.name} ${part.points}: ${part.why}`),
    verdicts: Object.fromEntries(
      Object.entries(judgement.dimensions)
        .filter(([, verdict]) => verdict.quote !== null || verdict.verdict !== 'meets')
        .map(([dimension, { verdict, quote, reason }]) => [
          dimension,
          `${verdict}: ${reason} | ${quote}`,
        ]),
    ),
  }))

test('our own boards make a night: what fits is taken, what does not is quoted', async () => {
  const { readings, table } = await night(own, '2026-11-30T06:00:00Z')
  expect(readings.map((reading) => [reading.outcome, reading.postings.length])).toEqual([
    ['ok', 2],
    ['ok', 2],
    ['ok', 1],
  ])
  const placed = Object.fromEntries(table.rows.map((row) => [row.key, row.placement]))
  expect(placed).toEqual({
    'greenhouse:ferrograph:4128667550113': 'taken',
    'ashby:tarnwood:b1a7d3f0-2222-4d8e-8f52-7f1a2b3c4d5e': 'taken',
    'lever:mossbank:b': 'taken',
    'greenhouse:ferrograph:5': 'misses',
    'lever:mossbank:6f0c2a7e-1111-4c55-9b1c-2c6e1f9e0a10': 'misses',
  })
  const missed = table.rows.filter((row) => row.placement === 'misses').map((row) => row.judgement)
  expect(missed.map(({ missed: by, dimensions }) => by && dimensions[by].quote)).toEqual([
    'US citizens only.',
    'Ten years of Go',
  ])
})

test('recorded replies, when their folder is there, are read, judged and ranked without a loss; our own when not', async () => {
  const recorded = replays()
  const set = recorded.boards.length > 0 ? recorded : own
  const { readings, table, other } = await night(set, '2026-08-01T06:00:00Z')
  expect(readings.map((reading) => reading.outcome)).toEqual(set.boards.map(() => 'ok'))
  expect(readings.map((reading) => reading.postings.length + reading.leftOut.length)).toEqual(
    set.boards.map((board) => board.entries),
  )
  expect(readings.flatMap((reading) => reading.leftOut)).toEqual([])
  for (const { rows } of [table, other]) {
    const misses = rows.filter((row) => row.judgement.verdict === 'misses')
    expect(
      misses.filter(
        ({ judgement }) =>
          judgement.missed === null || judgement.dimensions[judgement.missed].quote === null,
      ),
    ).toEqual([])
  }
  const out = new URL('../../out/', import.meta.url)
  mkdirSync(out, { recursive: true })
  writeFileSync(new URL('night-berlin.json', out), JSON.stringify(readable(table), null, 2))
  writeFileSync(new URL('night-austin.json', out), JSON.stringify(readable(other), null, 2))
})
