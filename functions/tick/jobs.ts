// Every five minutes: the tick of job applications, and of a night's search that did not end in its night.
import { jobs } from '#workloads/jobs'
import { tickHandler } from '../deployed/tick.ts'

export const handler = tickHandler(jobs)
