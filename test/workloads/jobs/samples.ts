// Recorded board replies beside the project, if they are there, as the answers of a replay server.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Answer } from '../../fakes/boards.ts'

const folder = new URL('../../../../shared/samples/', import.meta.url)

export interface Replay {
  board: 'greenhouse' | 'lever' | 'ashby'
  account: string
  file: string
  /** Entries the reply has. */
  entries: number
}

/** Every `jobs-*` file that is a reply of one of the three boards, by the shape of its JSON. */
export function replays(): { boards: Replay[]; answers: Record<string, Answer> } {
  const boards: Replay[] = []
  const answers: Record<string, Answer> = {}
  if (!existsSync(folder)) return { boards, answers }
  for (const file of readdirSync(folder).filter((name) => /^jobs-.*\.json$/.test(name))) {
    const json: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    const account = file.replace(/^jobs-|\.json$/g, '')
    const entries = entriesOf(json)
    if (entries === null) continue
    const { board, list } = entries
    boards.push({ board, account, file, entries: list.length })
    if (board === 'greenhouse') answers[`/v1/boards/${account}/jobs`] = { body: { jobs: list } }
    if (board === 'lever') answers[`/v0/postings/${account}`] = { body: list }
    if (board === 'ashby')
      answers[`/posting-api/job-board/${account}`] = { body: { apiVersion: '1', jobs: list } }
  }
  return { boards, answers }
}

function entriesOf(json: unknown): { board: Replay['board']; list: unknown[] } | null {
  if (Array.isArray(json)) return has(json[0], 'hostedUrl') ? { board: 'lever', list: json } : null
  // One job with its questions is a list of one.
  if (has(json, 'absolute_url')) return { board: 'greenhouse', list: [json] }
  if (!has(json, 'jobs') || !Array.isArray(json.jobs)) return null
  const first: unknown = json.jobs[0]
  if (has(first, 'absolute_url')) return { board: 'greenhouse', list: json.jobs }
  return has(first, 'jobUrl') ? { board: 'ashby', list: json.jobs } : null
}

function has<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value
}
