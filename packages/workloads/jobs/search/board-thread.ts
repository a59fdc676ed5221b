// The second thread of a large night: a board's file comes in, its judged postings go out.
import { parentPort, workerData } from 'node:worker_threads'
import { judgeFor } from './judge-boards.ts'

const judge = judgeFor(workerData.profile, workerData.date)
parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(judge(bytes)))
