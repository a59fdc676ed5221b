// Housekeeping, the light half: deletes what is old, and asks a person before it deletes much.
import * as z from 'zod'
import { workload } from '#queue'

const HousekeepingPayload = z.strictObject({
  /** What finished longer ago is deleted; 0: whatever has finished. */
  retentionDays: z.int().min(0).max(36_500).default(90),
  /** Up to this many finished tasks are deleted without asking. */
  threshold: z.int().min(0).max(10_000).default(500),
})

/** What the survey found, so that the later steps delete that and nothing that came since. */
const Survey = z.object({
  finishedBefore: z.iso.datetime(),
  tasks: z.int(),
  records: z.int(),
  files: z.int(),
})

export const housekeeping = workload({
  capability: 'housekeeping',
  workload: 'housekeeping',
  title: 'Housekeeping',
  caps: { maxRunning: 1, maxParked: 1, maxAttempts: 3 },
  payload: HousekeepingPayload,
  state: Survey.optional(),
  steps: ['survey', 'tidy', 'prune'],
  gates: {
    prune: {
      irreversible: true,
      sentence:
        'Delete {/action/tasks} finished tasks that ended before {/action/finishedBefore}, with their history and files',
      // The next day's housekeeping asks again.
      answerWithinSeconds: 24 * 3600,
      actWithinSeconds: 120,
    },
  },
  ungated: {
    tidy: {
      sentence:
        'Delete {/action/tasks} finished tasks, and what ticks and signals recorded, from before {/action/finishedBefore}, and the files that nothing refers to',
      reason:
        'a few old tasks that no decision and no act belongs to, records of what the system itself did, and files of what is gone',
      actWithinSeconds: 120,
    },
  },
  sliceSeconds: 60,
  needs: { deletesFiles: true },
  daily: { payload: () => ({}) },
})
