// COUNTERSIGN_NIGHT_HOUR: when the day's nightly work may begin.
import { ConfigError } from './config-error.ts'
import { timeZone } from './time-zone.ts'

export interface NightTime {
  /** The local hour, 0 to 23, from which a night is due; null: never by itself. */
  hour: number | null
  timeZone: string
}

/** 3 unless COUNTERSIGN_NIGHT_HOUR says another hour or `off`. Throws ConfigError. */
export function nightTime(): NightTime {
  const given = process.env.COUNTERSIGN_NIGHT_HOUR?.trim() ?? ''
  if (given === 'off') return { hour: null, timeZone: timeZone() }
  const hour = given === '' ? 3 : Number(given)
  if (/^\d{0,2}$/.test(given) && hour <= 23) return { hour, timeZone: timeZone() }
  throw new ConfigError('COUNTERSIGN_NIGHT_HOUR is no hour: set it to 0 to 23, or to off')
}
