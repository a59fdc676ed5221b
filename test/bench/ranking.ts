// Ranks a night of invented postings, from their files to the table's, and says what time and memory
// that took.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { folderStore } from '#clients'
import { parseNight } from '../../packages/workloads/jobs/night/table.ts'
import { rank } from '../../packages/workloads/jobs/search/rank.ts'
import { SearchState } from '../../packages/workloads/jobs/search/state.ts'

const Written = z.object({ charactersEach: z.number(), state: SearchState })
const writer = fileURLToPath(new URL('ranking-files.ts', import.meta.url))

/**
 * The step `rank` of one night of `count` postings for the example profile: reads the boards' files, judges and ranks,
 * and keeps the table. Seconds are those of the clock and of the processor, both from the first file on; the peak is that
 * of the whole process. Another process invents the postings.
 */
export async function ranking(count = 10_000) {
  const dir = await mkdtemp(path.join(tmpdir(), 'countersign-ranking-'))
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [writer, dir, String(count)], {
      maxBuffer: 16_000_000,
    })
    const { charactersEach, state } = Written.parse(JSON.parse(stdout))
    return { postings: count, charactersEach, ...(await measured(dir, state)) }
  } finally {
    await rm(dir, { recursive: true })
  }
}

async function measured(dir: string, state: SearchState) {
  const files = folderStore(dir)
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  const { state: after } = await rank(
    { id: 1, date: '2026-11-30', state },
    { files, recall: async () => new Map(), keepFile: (bytes) => files.put(bytes) },
  )
  const seconds = (performance.now() - started) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  const { rows } = parseNight(await files.get(SearchState.parse(after).table ?? ''))
  const placements = Object.entries(Object.groupBy(rows, ({ placement }) => placement))
  return {
    seconds: Number(seconds.toFixed(2)),
    cpuSeconds: Number(((cpu.user + cpu.system) / 1e6).toFixed(2)),
    peakMegabytes,
    placements: Object.fromEntries(placements.map(([name, of]) => [name, of?.length ?? 0])),
  }
}
