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
  /** The environment variables that are ours, but for the bucket's name. */
  environment: Record<string, string>
  /** Has the pdfTeX tree as a layer. */
  tex: boolean
  /** Packages installed beside its code. */
  installed: string[]
  /** On the bucket: actions, then what they are allowed on below it (`listing`: on listing it). */
  bucket: { actions: string[]; on: string[]; listing?: true }[]
}

const messages = ['SmtpUrl', 'NtfyUrl', 'NtfyToken', 'WebhookUrl', 'WebhookSecret']
const always = { COUNTERSIGN_STAGE: 'production', COUNTERSIGN_TIME_ZONE: 'Europe/Berlin' }
const telling = {
  COUNTERSIGN_MAIL_FROM: 'queue@example.org',
  COUNTERSIGN_MAIL_TO: 'owner@example.org',
  COUNTERSIGN_ORIGIN: 'https://approvalsurl.lambda-url.eu-central-1.on.aws',
}
const bare = { disk: 512, tex: false, installed: [] }
const everyPrefix = () =>
  [...new Set(registry.map(({ definition }) => `files/${definition.workload}/`))].join(',')

const fixed = (): Expected[] => [
  {
    name: 'Migrate',
    memory: 512,
    seconds: 900,
    ...bare,
    secrets: ['DatabaseUrlOwner'],
    environment: always,
    bucket: [],
  },
  {
    name: 'Approvals',
    memory: 1024,
    seconds: 30,
    ...bare,
    secrets: ['DatabaseUrlApprover'],
    environment: { ...always, COUNTERSIGN_PREFIXES: everyPrefix() },
    bucket: [{ actions: ['s3:GetObject'], on: ['files/*'] }],
  },
  {
    name: 'Reaper',
    memory: 512,
    seconds: 240,
    ...bare,
    schedule: ['cron(2 * * * ? *)', 'UTC'],
    secrets: ['DatabaseUrlReaper', ...messages],
    environment: { ...always, ...telling },
    bucket: [],
  },
]

export function expected(): Expected[] {
  const workloads = Map.groupBy(
    registry.map(({ definition }) => definition),
    ({ workload }) => workload,
  )
  return [
    ...fixed(),
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
  const profile = needs.some((one) => one.profile)
  const browser = needs.some((one) => one.browser)
  const tex = needs.some((one) => one.tex)
  const packages = needs.flatMap((one) => one.packages ?? [])
  return {
    memory: Math.max(512, ...needs.map((one) => one.memoryMb ?? 512)),
    disk: browser ? 1024 : 512,
    tex,
    installed: [...(browser ? ['@sparticuz/chromium', 'puppeteer-core'] : []), ...packages],
    secrets: [`DatabaseUrl${capitals(login)}`, ...messages, ...new Set(secrets.map(capitals))],
    environment: {
      ...always,
      ...telling,
      COUNTERSIGN_NIGHT_HOUR: '3',
      COUNTERSIGN_PREFIXES: prefixesOf(name, own),
      ...(profile && { COUNTERSIGN_PROFILE_SHA256: 'ab'.repeat(32) }),
      ...(tex && { COUNTERSIGN_TEXLIVE: '/opt/texlive' }),
    },
    bucket: bucketOf(name, own),
  }
}

function prefixesOf(name: string, own: readonly Definition[]): string {
  if (own.some(({ needs }) => needs.deletesFiles)) return everyPrefix()
  const profile = own.some(({ needs }) => needs.profile)
  return `files/${name}/${profile ? `,profile/${name}/` : ''}`
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
