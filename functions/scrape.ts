// Every night: the job search.
import { nightlySearch } from '#workloads'
import { tickHandler } from './deployed/tick.ts'

export const handler = tickHandler(nightlySearch, { name: 'scrape', nightly: true })
