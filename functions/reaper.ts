// Every hour: puts right what nobody else will, reads the signals, tells people.
import { reaperHandler } from './deployed/reaper.ts'

export const handler = reaperHandler()
