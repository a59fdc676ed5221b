// A night whose process dies at a chosen moment, and what has to be there after another has gone on.
import { expect } from 'vitest'
import type { Database } from '#database'
import { recall } from '#queue'
import { age } from '../../support/age.ts'
import { mortal, touched } from '../../support/mortal.ts'
import { ashbyJob, greenhouseJob, leverEntry } from './board-fixtures.ts'
import { nightShop, tagged, timeless } from './nights.ts'

const search = {
  boards: [
    { board: 'greenhouse', account: 'ferrograph', company: 'Ferrograph' },
    { board: 'lever', account: 'mossbank' },
    { board: 'greenhouse', account: 'brackwater' },
    { board: 'ashby', account: 'nowhere' },
    { board: 'ashby', account: 'tarnwood', company: 'Tarnwood' },
    { board: 'greenhouse', account: 'lindenhof' },
  ],
  night: { postings: 3, perCompany: 2, maxAgeDays: 3_650 },
}
const answers = {
  '/v1/boards/ferrograph/jobs': tagged({ jobs: [greenhouseJob(), greenhouseJob({ id: 6 })] }),
  '/v0/postings/mossbank': tagged([leverEntry({ lists: [] })]),
  '/v1/boards/brackwater/jobs': { status: 503 },
  '/posting-api/job-board/tarnwood': tagged({ jobs: [ashbyJob()] }),
  '/v1/boards/lindenhof/jobs': { body: { jobs: [] } },
}
const date = '2026-11-30'

/** The boards, the database, and nights that are killed in it. */
export async function killedNights() {
  const s = await nightShop(search, answers)

  const afresh = async () => {
    await s.admin.batch([
      { text: `select set_config('session_replication_role', 'replica', true)` },
      ...['tasks', 'task_keys', 'memory', 'artifacts', 'task_events'].map((name) => ({
        text: `truncate countersign.${name}`,
      })),
    ])
    return await s.begin(date)
  }

  /** A tick that dies at a moment. Answers how many it had. */
  const tickUntil = async (moments: number): Promise<number> => {
    const process = mortal(moments)
    s.world.onRequest = async () => process.touch()
    const database: Database = touched(s.db.as(s.worker), process)
    await s.tick({ database, files: touched(s.files, process) }).catch((error: unknown) => {
      if (!process.dead()) throw error
    })
    s.world.onRequest = async () => {}
    return process.lived()
  }

  /** Time passes until the lease of the dead has lapsed, and what it was tried again for is due. */
  const later = async (task: number) => {
    const { status } = await s.task(task)
    if (status === 'running') await age(s.admin, 'tasks', task, { lease_expires_at: '1 hour' })
    else if (status === 'pending') await age(s.admin, 'tasks', task, { run_at: '1 day' })
  }

  /** All that a night leaves behind, but for times, ids and hashes of files that hold times. */
  const left = async (task: number) => {
    const { status, result } = await s.task(task)
    const { table, asOf: _, tasks, ...counts } = Object(result)
    const nights = (await s.nights()).map(({ date, summary }) => ({ date, taken: summary?.taken }))
    const memory = await recall(s.db.as(s.approverLogin), 'job-search', '', 100)
    const remembered = memory
      .filter(({ key }) => key !== 'nights')
      .map(({ key, value }) => [key, JSON.stringify(value).replaceAll(/"task":\d+/g, '')])
    const applications = (await s.applications()).map(({ key, payload, night }) => {
      expect(night).toBe(task)
      return { key, payload }
    })
    expect(Object.keys(tasks)).toHaveLength(applications.length)
    const bytes = timeless(await s.table(table))
    return { status, counts, nights, remembered, applications, table: JSON.stringify(bytes) }
  }

  return { ...s, afresh, tickUntil, later, left }
}
