// What the owner says when deploying: in the environment, or in `.env` of the project, which SST reads.
import * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { messageConfig, messageSettings } from './messages.ts'
import { nightTime } from './night.ts'
import { profileSource } from './profile.ts'

export interface DeploymentConfig {
  timeZone: string
  /** The local hour of nightly work; null: there is none. */
  nightHour: number | null
  /** Whom alarms are mailed to. */
  alarmMail: string
  /** Where the pages are, if not at the address that AWS gives them. */
  domain: string | undefined
  /** ACM's, for a domain whose DNS is not Route 53. */
  certificateArn: string | undefined
  /** What every function that tells people is given. */
  messages: Record<string, string>
  /** The hash of the stored profile, by its variable's name; nothing before one was pushed. */
  profile: Record<string, string>
  /** The model on Bedrock that functions may call. */
  bedrock: { model: string; region: string } | undefined
  /** The folder of the pdfTeX tree that becomes a layer. */
  texFolder: string
}

const domainName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/**
 * COUNTERSIGN_TIME_ZONE, _ALARM_MAIL, and where wanted _NIGHT_HOUR, _DOMAIN, _CERTIFICATE_ARN, _PROFILE_SHA256,
 * _TEXLIVE and what messages (`messageConfig`) and the model (`modelConfig`) take. Throws ConfigError.
 */
export function deploymentConfig(): DeploymentConfig {
  const read = (name: string) => process.env[name]?.trim() || undefined
  if (read('COUNTERSIGN_TIME_ZONE') === undefined) {
    throw new ConfigError(
      'COUNTERSIGN_TIME_ZONE is not set: set it to where you are, such as Europe/Berlin, in .env or the environment',
    )
  }
  const { hour, timeZone } = nightTime()
  const alarmMail = read('COUNTERSIGN_ALARM_MAIL')
  if (!z.email().safeParse(alarmMail).success || alarmMail === undefined) {
    throw new ConfigError(
      'COUNTERSIGN_ALARM_MAIL is not a mail address: set it to whom alarms are mailed, in .env or the environment',
    )
  }
  const domain = read('COUNTERSIGN_DOMAIN')
  if (domain !== undefined && !domainName.test(domain)) {
    throw new ConfigError(
      'COUNTERSIGN_DOMAIN is not a domain: write it like approvals.example.org, without https',
    )
  }
  // Refused here rather than by the first tick.
  messageConfig()
  if (read('COUNTERSIGN_PROFILE_SHA256') !== undefined) profileSource()
  const model = read('COUNTERSIGN_MODEL')
  const region = read('COUNTERSIGN_BEDROCK_REGION')
  return {
    timeZone,
    nightHour: hour,
    alarmMail,
    domain,
    certificateArn: read('COUNTERSIGN_CERTIFICATE_ARN'),
    messages: settingsOf(messageSettings),
    profile: settingsOf(['COUNTERSIGN_PROFILE_SHA256']),
    bedrock: model !== undefined && region !== undefined ? { model, region } : undefined,
    texFolder: read('COUNTERSIGN_TEXLIVE') ?? '.countersign/texlive',
  }
}

/** AWS_REGION, or the region that a deployment takes without it. */
export function ownerRegion(): string {
  return process.env.AWS_REGION?.trim() || 'eu-central-1'
}

/** Which of the named settings are set here, with their values. */
export function settingsOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]?.trim() || undefined
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
