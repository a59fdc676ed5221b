// The functions of a stage as they should be: the fixed ones word for word, a workload's by what its definition asks for.
import type { Definition } from '#queue'
import { registry } from '#workloads'

export interface Expected {
  name: string
  memory: number
  seconds: number
  /** Megabytes of its own disk. */
  disk: number
  schedule?: [expression: string, timeZone: string]
  /** Names of the linked secrets. */
  secrets: string[]
  /** Names of the environment variables that are ours. */
  environment: string[]
  /** On the bucket: actions, then what they are allowed on below it (`listing`: on listing it). */
  bucket: { actions: string[]; on: string[]; listing?: true }[]
}

const messages = ['SmtpUrl', 'NtfyUrl', 'NtfyToken', 'WebhookUrl', 'WebhookSecret']
const always = ['COUNTERSIGN_STAGE', 'COUNTERSIGN_TIME_ZONE']
const telling = ['COUNTERSIGN_MAIL_FROM', 'COUNTERSIGN_MAIL_TO', 'COUNTERSIGN_ORIGIN']
const stored = ['COUNTERSIGN_BUCKET', 'COUNTERSIGN_PREFIXES']

const fixed: Expected[] = [
  {
    name: 'Migrate',
    memory: 512,
    seconds: 900,
    disk: 512,
    secrets: ['DatabaseUrlOwner'],
    environment: always,
    bucket: [],
  },
  {
    name: 'Approvals',
    memory: 1024,
    seconds: 30,
    disk: 512,
    secrets: ['DatabaseUrlApprover'],
    environment: [...always, ...stored],
    bucket: [{ actions: ['s3:GetObject'], on: ['files/*'] }],
  },
  {
    name: 'Reaper',
    memory: 512,
    seconds: 240,
    disk: 512,
    schedule: ['cron(2 * * * ? *)', 'UTC'],
    secrets: ['DatabaseUrlReaper', ...messages],
    environment: [...always, ...telling],
    bucket: [],
  },
]

export function expected(): Expected[] {
  const workloads = Map.groupBy(
    registry.map(({ definition }) => definition),
    ({ workload }) => workload,
  )
  return [
    ...fixed,
    ...[...workloads].map(([name, own]) => ({
      ...worker(name, own),
      name: `Tick${capitals(name)}`,
      seconds: 240,
      schedule: ['cron(2/5 * * * ? *)', 'UTC'] as [string, string],
    })),
    ...[...workloads].flatMap(([name, own]) =>
      own.flatMap((one) =>
        one.daily?.nightly === undefined
          ? []
          : {
              ...worker(name, [one], one.daily.nightly),
              name: capitals(one.daily.nightly),
              seconds: 900,
              schedule: ['cron(2 3 * * ? *)', 'Europe/Berlin'] as [string, string],
            },
      ),
    ),
  ]
}

function worker(name: string, own: readonly Definition[], login = name) {
  const needs = own.map((one) => one.needs)
  const secrets = needs.flatMap((one) => one.secrets ?? [])
  const more = [
    ...(needs.some((one) => one.profile) ? ['COUNTERSIGN_PROFILE_SHA256'] : []),
    ...(needs.some((one) => one.tex) ? ['COUNTERSIGN_TEXLIVE'] : []),
  ]
  return {
    memory: Math.max(512, ...needs.map((one) => one.memoryMb ?? 512)),
    disk: needs.some((one) => one.browser) ? 1024 : 512,
    secrets: [`DatabaseUrl${capitals(login)}`, ...messages, ...new Set(secrets.map(capitals))],
    environment: [...always, ...telling, ...stored, 'COUNTERSIGN_NIGHT_HOUR', ...more],
    bucket: bucketOf(name, own),
  }
}

function bucketOf(name: string, own: readonly Definition[]): Expected['bucket'] {
  if (own.some(({ needs }) => needs.deletesFiles)) {
    return [
      { actions: ['s3:ListBucket'], on: ['files/*'], listing: true },
      { actions: ['s3:DeleteObject'], on: ['files/*'] },
    ]
  }
  const files = { actions: ['s3:GetObject', 's3:PutObject'], on: [`files/${name}/*`] }
  const profile = { actions: ['s3:GetObject'], on: [`profile/${name}/*`] }
  return own.some(({ needs }) => needs.profile) ? [files, profile] : [files]
}

/** `vm-operation` and `ANTHROPIC_API_KEY` as SST names things. */
function capitals(words: string): string {
  return words
    .toLowerCase()
    .split(/[-_]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
}
