// How people are told: which channels, when, and how much a message says.
import * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { secret } from './secret.ts'
import { timeZone } from './time-zone.ts'

export interface MessageConfig {
  mail: { smtpUrl: string; from: string; to: string[] } | undefined
  ntfy: { topicUrl: string; token?: string } | undefined
  webhook: { url: string; secret: string } | undefined
  times: string[]
  timeZone: string
  titles: boolean
}

/** What holds a credential, or an address that is one. */
export const messageSecrets = [
  'COUNTERSIGN_SMTP_URL',
  'COUNTERSIGN_NTFY_URL',
  'COUNTERSIGN_NTFY_TOKEN',
  'COUNTERSIGN_WEBHOOK_URL',
  'COUNTERSIGN_WEBHOOK_SECRET',
] as const

/** The rest, which may be read by whoever sees the settings of a function. */
export const messageSettings = [
  'COUNTERSIGN_MAIL_FROM',
  'COUNTERSIGN_MAIL_TO',
  'COUNTERSIGN_MESSAGE_TIMES',
  'COUNTERSIGN_MESSAGE_TITLES',
] as const

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const times = z.array(time).max(3)
const usualTimes = '08:00,13:00,18:00'

/**
 * COUNTERSIGN_SMTP_URL, _MAIL_FROM and _MAIL_TO (comma-separated); COUNTERSIGN_NTFY_URL and _NTFY_TOKEN;
 * COUNTERSIGN_WEBHOOK_URL and _WEBHOOK_SECRET; COUNTERSIGN_MESSAGE_TIMES (at most three, by default
 * 08:00,13:00,18:00), COUNTERSIGN_TIME_ZONE and COUNTERSIGN_MESSAGE_TITLES=yes. A channel that is left out
 * is off; its address is a secret (`messageSecrets`). Throws ConfigError.
 */
export function messageConfig(): MessageConfig {
  const read = (name: string) => process.env[`COUNTERSIGN_${name}`]?.trim() || undefined
  const smtpUrl = secret('COUNTERSIGN_SMTP_URL')
  const from = read('MAIL_FROM')
  const to = listOf(read('MAIL_TO'))
  if (smtpUrl !== undefined && (from === undefined || to.length === 0)) {
    throw new ConfigError(
      'COUNTERSIGN_SMTP_URL is set, but not whose mail it is: set COUNTERSIGN_MAIL_FROM and COUNTERSIGN_MAIL_TO',
    )
  }
  const topicUrl = secret('COUNTERSIGN_NTFY_URL')
  const token = secret('COUNTERSIGN_NTFY_TOKEN')
  const url = secret('COUNTERSIGN_WEBHOOK_URL')
  const key = secret('COUNTERSIGN_WEBHOOK_SECRET')
  if (url !== undefined && key === undefined) {
    throw new ConfigError(
      'COUNTERSIGN_WEBHOOK_URL is set without a secret: set COUNTERSIGN_WEBHOOK_SECRET',
    )
  }
  const chosen = times.safeParse(listOf(read('MESSAGE_TIMES') ?? usualTimes))
  if (!chosen.success) {
    throw new ConfigError(
      'COUNTERSIGN_MESSAGE_TIMES is at most three times of day with commas between, such as 08:00,13:00,18:30',
    )
  }
  return {
    mail: smtpUrl !== undefined && from !== undefined ? { smtpUrl, from, to } : undefined,
    ntfy: topicUrl === undefined ? undefined : { topicUrl, ...(token !== undefined && { token }) },
    webhook: url !== undefined && key !== undefined ? { url, secret: key } : undefined,
    times: chosen.data,
    timeZone: timeZone(),
    titles: read('MESSAGE_TITLES') === 'yes',
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}
