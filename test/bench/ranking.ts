// Judges and ranks 10,000 invented postings and says how long it took and how much memory it
// needed.
import { fileURLToPath } from 'node:url'
import {
  applicantOf,
  loadProfile,
  problemLine,
} from '../../packages/workloads/jobs/profile/index.ts'
import { rankingWish, rankNight } from '../../packages/workloads/jobs/ranking.ts'
import { inventPostings } from './postings.ts'

const count = Number(process.argv[2] ?? 10_000)
const now = '2026-11-30T06:00:00Z'
const loaded = await loadProfile(fileURLToPath(new URL('../../profile.example', import.meta.url)))
if (loaded.profile === null) throw new Error(loaded.problems.map(problemLine).join('\n'))
const postings = inventPostings(count, 7, now)
const characters = postings.reduce((sum, posting) => sum + posting.text.length, 0)

const started = performance.now()
const cpu = process.cpuUsage()
const table = rankNight(
  postings,
  applicantOf(loaded.profile, '2026-11-30'),
  rankingWish(loaded.profile),
  {
    now,
    seen: new Set(),
    seenBodies: new Map(),
  },
)
const used = process.cpuUsage(cpu)
const cpuMicroseconds = used.user + used.system
const seconds = (performance.now() - started) / 1000
const placements = Object.entries(Object.groupBy(table.rows, (row) => row.placement))
process.stdout.write(
  `${JSON.stringify({
    bench: 'ranking',
    postings: count,
    charactersEach: Math.round(characters / count),
    seconds: Number(seconds.toFixed(2)),
    cpuSeconds: Number((cpuMicroseconds / 1e6).toFixed(2)),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    taken: table.taken.length,
    placements: Object.fromEntries(placements.map(([name, rows]) => [name, rows?.length ?? 0])),
  })}\n`,
)
