// The nightly job search, the light half: boards are read, postings judged and ranked, the best taken up.
import { z } from 'zod'
import { workload } from '#queue'
import { SearchState } from './state.ts'

export const jobSearch = workload({
  capability: 'job-search',
  workload: 'jobs',
  title: 'Job search',
  // One night at a time: what one takes up, the next has to know. Ranking thousands of postings keeps a small
  // machine from its heartbeats, so the lease is a long one.
  caps: { maxRunning: 1, leaseSeconds: 120, maxAgeSeconds: 3 * 86_400 },
  payload: z.strictObject({
    /** The night's local date: postings are judged as on this day, whenever its last slice runs. */
    date: z.iso.date(),
  }),
  state: SearchState,
  steps: ['read', 'rank', 'enqueue'],
  sliceSeconds: 60,
  needs: { memoryMb: 1024, profile: true },
  daily: { payload: (date) => ({ date }), nightly: 'scrape' },
})
