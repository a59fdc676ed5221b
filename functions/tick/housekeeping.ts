// Every five minutes: the tick of housekeeping.
import { housekeeping } from '#workloads/housekeeping'
import { tickHandler } from '../deployed/tick.ts'

export const handler = tickHandler(housekeeping)
