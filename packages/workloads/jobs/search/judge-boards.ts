// Judges a night's boards, a large night's on two cores. The order of what comes back is that of the boards.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
// Not by the front door of the profile, which brings what the second thread doesn't need.
import { applicantOf } from '../profile/applicant.ts'
import type { Profile } from '../profile/index.ts'
import { type JudgedPosting, judgePostings, rankingWish } from '../ranking.ts'
import { postingsIn } from './board-file.ts'

/** Of one board's file. */
type Judge = (bytes: Uint8Array) => Promise<JudgedPosting[]> | JudgedPosting[]

/** A night of so many boards is worth the half second that another thread takes to begin. */
const manyBoards = 100

/** As many of a thread's boards wait for it as it judges, so that it never waits for us. */
const ahead = 2

/** A file of more than that might not fit the thread's memory, which is small so that both fit theirs. */
const mostBytes = 2_000_000

/**
 * Board by board, so that few boards' texts are held at once; `get` reads a board's file. The second
 * thread only runs from the project's sources: a packed function is one file and has one core.
 */
export async function judgeBoards(
  files: readonly string[],
  get: (sha256: string) => Promise<Uint8Array>,
  profile: Profile,
  date: string,
): Promise<JudgedPosting[]> {
  const judged: JudgedPosting[][] = []
  // Taken from by all lanes, and over for all of them when one fails.
  const left = eachOf(files)
  const lane = async (judge: Judge) => {
    for (const [at, sha256] of left) judged[at] = await judge(await get(sha256))
  }
  const several = files.length >= manyBoards && availableParallelism() > 1
  try {
    if (several && import.meta.url.endsWith('.ts')) await withThread(profile, date, lane)
    else await lane(judgeFor(profile, date))
  } finally {
    left.return()
  }
  return judged.flat()
}

function* eachOf<T>(list: readonly T[]): Generator<[number, T], void> {
  yield* list.entries()
}

/** Judges a board's file for a profile on a date. */
export function judgeFor(profile: Profile, date: string): (bytes: Uint8Array) => JudgedPosting[] {
  const applicant = applicantOf(profile, date)
  const wish = rankingWish(profile)
  return (bytes) => judgePostings(postingsIn(bytes), applicant, wish)
}

async function withThread(
  profile: Profile,
  date: string,
  lane: (judge: Judge) => Promise<void>,
): Promise<void> {
  const thread = new Worker(new URL('board-thread.ts', import.meta.url), {
    workerData: { profile, date },
    // The runtime reads these sources itself.
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 128 },
  })
  try {
    const waiting: ((judged: JudgedPosting[]) => void)[] = []
    thread.on('message', (judged: JudgedPosting[]) => waiting.shift()?.(judged))
    const died = new Promise<never>((_, reject) => {
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('the thread that judges boards ended')))
    })
    const here = judgeFor(profile, date)
    const there: Judge = (bytes) =>
      bytes.length > mostBytes
        ? here(bytes)
        : new Promise((resolve) => {
            waiting.push(resolve)
            thread.postMessage(bytes)
          })
    const lanes = Array.from({ length: ahead }, () => lane(there))
    await Promise.race([died, Promise.all([...lanes, lane(here)])])
  } finally {
    await thread.terminate()
  }
}
