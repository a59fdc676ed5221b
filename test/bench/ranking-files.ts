// Invents postings and keeps them as a night's reading does, a file for each board: `node ranking-files.ts FOLDER COUNT`.
// Prints the state that the step `rank` goes on from.
import { fileURLToPath } from 'node:url'
import { folderStore } from '#clients'
import { readProfile } from '../../packages/workloads/jobs/profile/profile.ts'
import { inventPostings } from './postings.ts'

const [dir = '', count = ''] = process.argv.slice(2)
const readAt = '2026-11-30T06:00:00.000Z'
const files = folderStore(dir)
const folder = fileURLToPath(new URL('../../profile.example', import.meta.url))
const bundle = Buffer.from(JSON.stringify(await readProfile(folder)))
const postings = inventPostings(Number(count), 7, readAt)
const boards = []
for (const [account, some] of Map.groupBy(postings, (posting) => posting.account)) {
  const file = await files.put(
    Buffer.from(JSON.stringify({ postings: some.map((one) => ({ ...one, board: 'lever' })) })),
  )
  boards.push({
    board: 'lever',
    account,
    company: some[0]?.company ?? account,
    outcome: 'ok',
    detail: '',
    readAt,
    postings: some.length,
    before: null,
    suddenlyEmpty: false,
    leftOut: [],
    file,
    validator: null,
  })
}
const lengths = postings.map(({ text }) => text.length).sort((a, b) => a - b)
const state = { profileSha256: await files.put(bundle), boards }
const charactersEach = lengths[Math.floor(lengths.length / 2)]
process.stdout.write(JSON.stringify({ charactersEach, state }))
