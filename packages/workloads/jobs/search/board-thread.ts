// A thread of a large night: a board's file comes in, its judged postings go out, or why there are none.
import { parentPort, workerData } from 'node:worker_threads'
import type { JudgedPosting } from '../ranking.ts'
import { judgeFor } from './judge-boards.ts'

export type Answer = { judged: JudgedPosting[] } | { error: string }

const judge = judgeFor(workerData.profile, workerData.date)

/** An error says what it is here: only some of it would reach the other thread. */
function answer(bytes: Uint8Array): Answer {
  try {
    return { judged: judge(bytes) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(answer(bytes)))
