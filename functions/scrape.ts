// Every night: the job search.
import { nightlySearch } from '#workloads/jobs'
import { tickHandler } from './deployed/tick.ts'

export const handler = tickHandler(nightlySearch, { nightly: 'scrape' })
