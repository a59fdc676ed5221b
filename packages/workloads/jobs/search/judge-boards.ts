// Judges a night's boards, a large night's on two threads. The order of what comes back is that of the boards.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
// Not by the front door of the profile, which brings what a thread doesn't need.
import { applicantOf } from '../profile/applicant.ts'
import type { Profile } from '../profile/index.ts'
import { type JudgedPosting, judgePostings, rankingWish } from '../ranking.ts'
import { postingsIn } from './board-file.ts'
import type { Answer } from './board-thread.ts'

/** Of one board's file. */
type Judge = (bytes: Uint8Array) => Promise<JudgedPosting[]> | JudgedPosting[]

/** A night of so many boards is worth the half second that threads take to begin. */
const manyBoards = 100

/** Both of two cores, while this thread reads files and takes what was judged. More of them would need more memory. */
const threads = 2

/** As many of a thread's boards wait for it as it judges, so that it never waits for us. */
const ahead = 2

/** A file of more than that might not fit a thread's memory, which is small so that all fit theirs. */
const mostBytes = 2_000_000

/**
 * Board by board, so that few boards' texts are held at once; `get` reads a board's file. Threads only run
 * from the project's sources: a packed function is one file and has one core.
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
  const here = judgeFor(profile, date)
  try {
    if (several && import.meta.url.endsWith('.ts')) {
      await withThreads({ profile, date }, (there) =>
        lane((bytes) => (bytes.length > mostBytes ? here : there)(bytes)),
      )
    } else await lane(here)
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

/** Runs lanes that judge on threads, `ahead` on each. All is over as soon as one lane or thread fails. */
async function withThreads(
  workerData: { profile: Profile; date: string },
  lane: (judge: Judge) => Promise<void>,
): Promise<void> {
  const started = Array.from({ length: threads }, () => startThread(workerData))
  try {
    const lanes = started.flatMap(({ judge }) => Array.from({ length: ahead }, () => lane(judge)))
    await Promise.race([Promise.all(lanes), ...started.map(({ died }) => died)])
  } finally {
    await Promise.all(started.map(({ thread }) => thread.terminate()))
  }
}

function startThread(workerData: { profile: Profile; date: string }) {
  const thread = new Worker(new URL('board-thread.ts', import.meta.url), {
    workerData,
    // The runtime reads these sources itself.
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 128 },
  })
  const waiting: ((answer: Answer) => void)[] = []
  thread.on('message', (answer: Answer) => waiting.shift()?.(answer))
  const died = new Promise<never>((_, reject) => {
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('a thread that judges boards ended')))
  })
  const judge: Judge = async (bytes) => {
    const answer = await new Promise<Answer>((resolve) => {
      waiting.push(resolve)
      thread.postMessage(bytes)
    })
    if ('error' in answer) throw new Error(answer.error)
    return answer.judged
  }
  return { thread, died, judge }
}
