// Job applications, the light half: one posting becomes one application, its documents first.
import { workload } from '#queue'
import { ApplicationPayload } from './payload.ts'
import { ApplicationState } from './state.ts'

export const jobApplication = workload({
  capability: 'job-application',
  workload: 'jobs',
  title: 'Job application',
  caps: { maxRunning: 2, maxParked: 8, dailyCeiling: 15, leaseSeconds: 60 },
  payload: ApplicationPayload,
  state: ApplicationState,
  steps: ['draft', 'make'],
  sliceSeconds: 60,
})
