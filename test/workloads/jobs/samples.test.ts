// Recorded board replies, when their folder lies beside the project, through the whole workload; our own when not.
import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ashbyJob, greenhouseJob, leverEntry } from './board-fixtures.ts'
import { nightShop } from './nights.ts'
import { type Replay, replays } from './samples.ts'

const recorded = replays()
const own: typeof recorded = {
  boards: [
    { board: 'greenhouse', account: 'ferrograph', file: 'own', entries: 2 },
    { board: 'lever', account: 'mossbank', file: 'own', entries: 1 },
    { board: 'ashby', account: 'tarnwood', file: 'own', entries: 1 },
  ],
  answers: {
    '/v1/boards/ferrograph/jobs': {
      body: {
        jobs: [
          greenhouseJob(),
          greenhouseJob({ id: 5, content: '&lt;p&gt;US citizens only.&lt;/p&gt;' }),
        ],
      },
    },
    '/v0/postings/mossbank': { body: [leverEntry()] },
    '/posting-api/job-board/tarnwood': { body: { jobs: [ashbyJob()] } },
  },
}
const set = recorded.boards.length > 0 ? recorded : own
const s = await nightShop(
  {
    boards: set.boards.map(({ board, account }: Replay) => ({ board, account })),
    night: { postings: 15, perCompany: 4, maxAgeDays: 3_650 },
    titles: { wanted: ['backend engineer', 'software engineer', 'platform engineer'] },
    conversions: { rates: { USD: 0.9, GBP: 1.15 } },
  },
  set.answers,
)

it('reads, judges, ranks and enqueues every one without an error, and writes the table down', async () => {
  const { table, result } = await s.night('2026-08-01')
  expect(table.boards.map(({ outcome }) => outcome)).toEqual(set.boards.map(() => 'ok'))
  const read = table.boards.map(({ postings, leftOut }) =>
    leftOut.reduce((sum, { entries }) => sum + entries, postings),
  )
  expect(read).toEqual(set.boards.map(({ entries }) => entries))
  expect(result).toMatchObject({ failed: 0, postings: table.rows.length })

  const taken = table.rows.filter(({ placement }) => placement === 'taken').map(({ key }) => key)
  expect((await s.applications()).map(({ key }) => key)).toEqual(taken)
  expect(result.taken).toBe(taken.length)
  // Only an explicit miss skips: each has the words that decided it.
  for (const { key, placement, missed, verdicts } of table.rows) {
    if (placement !== 'misses') continue
    const decisive = verdicts.find(({ dimension }) => dimension === missed)
    expect(decisive, key).toMatchObject({ verdict: 'misses', quote: expect.stringMatching(/\w/) })
  }
  const out = new URL('../../out/', import.meta.url)
  mkdirSync(out, { recursive: true })
  writeFileSync(new URL('samples-night.json', out), JSON.stringify(table, null, 2))
})
