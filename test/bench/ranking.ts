// Judges and ranks invented postings and says how long it took and how much memory it needed.
import { fileURLToPath } from 'node:url'
import {
  applicantOf,
  loadProfile,
  problemLine,
} from '../../packages/workloads/jobs/profile/index.ts'
import { rankingWish, rankNight } from '../../packages/workloads/jobs/ranking.ts'
import { inventPostings } from './postings.ts'

/**
 * One night of `count` postings for the example profile, from postings to placed rows. Seconds are those of the clock
 * and of the processor; the peak is that of the whole process, its invented postings included.
 */
export async function ranking(count = 10_000) {
  const now = '2026-11-30T06:00:00Z'
  const folder = fileURLToPath(new URL('../../profile.example', import.meta.url))
  const { profile, problems } = await loadProfile(folder)
  if (profile === null) throw new Error(problems.map(problemLine).join('\n'))
  const postings = inventPostings(count, 7, now)
  const applicant = applicantOf(profile, now.slice(0, 10))
  const history = { now, seen: new Set<string>(), seenBodies: new Map<string, string>() }
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  const table = rankNight(postings, applicant, rankingWish(profile), history)
  const seconds = (performance.now() - started) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  const placements = Object.entries(Object.groupBy(table.rows, (row) => row.placement))
  return {
    postings: count,
    charactersEach: Math.round(postings.reduce((sum, { text }) => sum + text.length, 0) / count),
    seconds: Number(seconds.toFixed(2)),
    cpuSeconds: Number(((cpu.user + cpu.system) / 1e6).toFixed(2)),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    taken: table.taken.length,
    placements: Object.fromEntries(placements.map(([name, rows]) => [name, rows?.length ?? 0])),
  }
}
