// Every function of a stage: a tick for each workload of the registry, nightly ones, and those that are always there.
import { databaseVariable, linkedName, messageSecrets, settingsOf } from '#config'
import type { Definition } from '#queue'
import { everyFiveMinutes, everyHour, everyNight } from './grid.ts'
import type { FunctionPlan, Grant } from './plan.ts'

export interface Setting {
  stage: string
  timeZone: string
  nightHour: number | null
  /** What every function that tells people is given. */
  messages: Record<string, string>
  /** The hash of the stored profile, by its variable's name; nothing before one was pushed. */
  profile: Record<string, string>
  /** The model on Bedrock that may be called. */
  bedrock: { region: string; model: string } | undefined
  /** The exact version of each package of package.json. */
  versions: Readonly<Record<string, string>>
}

/** Shorter than the interval by more than an event may be late, so that a tick hardly ever meets its successor. */
export const tickSeconds = 240
const nightlySeconds = 900
const reaperSeconds = 240

const browserPackages = ['@sparticuz/chromium', 'puppeteer-core']
/** Where Lambda unpacks the layer, in a folder of its own: /opt/lib would be searched for every library. */
const texPath = '/opt/texlive'
/** The browser's half of WebAuthn, which the pages read as a file of its package. */
const keyLibrary = ['package.json', 'script/index.js', 'dist/bundle/index.umd.min.js'].map(
  (file) => `node_modules/@simplewebauthn/browser/${file}`,
)

/** The functions, the migration first. */
export function functionsOf(definitions: readonly Definition[], setting: Setting): FunctionPlan[] {
  const workloads = [...byWorkload(definitions)]
  const prefixes = workloads.map(([name]) => prefixOf(name))
  const files = (own: readonly Definition[]) => filesOf(own, prefixes)
  const functions = [
    migrate(setting),
    approvals(setting, prefixes),
    reaper(setting),
    ...workloads.map(([name, own]) => tick(name, own, files(own), setting)),
    ...workloads.flatMap(([, own]) => nightly(own, files(own), setting)),
  ]
  const installed = [...new Set(functions.flatMap(({ packages }) => Object.keys(packages)))]
  return functions.map((one) => ({
    ...one,
    absent: installed.filter((name) => !(name in one.packages)),
  }))
}

/** The definitions of each workload: several capabilities may share one function. */
function byWorkload(definitions: readonly Definition[]): Map<string, Definition[]> {
  return Map.groupBy(definitions, ({ workload }) => workload)
}

/** `job-search` as a component is called: `JobSearch`. */
function componentName(words: string): string {
  return linkedName(words.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_'))
}

function prefixOf(workload: string): string {
  return `files/${workload}/`
}

/** Where `countersign profile push` stores what a workload's functions read of the owner's profile. */
export function profilePrefix(workload: string): string {
  return `profile/${workload}/`
}

function tick(
  name: string,
  own: readonly Definition[],
  files: Files,
  setting: Setting,
): FunctionPlan {
  const titles = own.map(({ title }) => title.toLowerCase()).join(', ')
  return {
    ...worker(name, own, files, setting),
    name: `Tick${componentName(name)}`,
    description: `Every five minutes: ${titles}`,
    handler: `functions/tick/${name}.handler`,
    timeoutSeconds: tickSeconds,
    schedule: { expression: everyFiveMinutes, timeZone: 'UTC' },
  }
}

/** Nightly work has a function of its own, with more time; the tick goes on with a night that died. */
function nightly(own: readonly Definition[], files: Files, setting: Setting): FunctionPlan[] {
  const { timeZone } = setting
  const nightHour = nightHourOf(own, setting)
  if (nightHour === null) return []
  const names = [...new Set(own.flatMap(({ daily }) => daily?.nightly ?? []))]
  const ofNight = (name: string) => own.filter(({ daily }) => daily?.nightly === name)
  return names.map((nightly) => ({
    ...worker(nightly, ofNight(nightly), files, setting),
    name: componentName(nightly),
    description: `Every night: ${nightly}`,
    handler: `functions/${nightly}.handler`,
    timeoutSeconds: nightlySeconds,
    schedule: { expression: everyNight(nightHour), timeZone },
  }))
}

/** There is no night while there is no profile to search for. */
function nightHourOf(own: readonly Definition[], { nightHour, profile }: Setting): number | null {
  const wanted = own.some(({ needs }) => needs.profile)
  return wanted && Object.keys(profile).length === 0 ? null : nightHour
}

/** What a workload's functions have in common, each with a login of its own. */
function worker(login: string, own: readonly Definition[], files: Files, setting: Setting) {
  const needs = own.map(({ needs }) => needs)
  const packages = needs.flatMap((need) => [
    ...(need.browser ? browserPackages : []),
    ...(need.packages ?? []),
  ])
  const settings = settingsOf(needs.flatMap((need) => need.settings ?? []))
  const secrets = needs.flatMap((need) => need.secrets ?? [])
  const browser = needs.some((need) => need.browser)
  const tex = needs.some((need) => need.tex)
  const nightHour = nightHourOf(own, setting)
  return {
    memoryMb: Math.max(512, ...needs.map(({ memoryMb }) => memoryMb ?? 0)),
    secrets: linked([databaseVariable(login), ...messageSecrets, ...new Set(secrets)]),
    environment: {
      ...common(setting),
      ...setting.messages,
      ...settings,
      ...(needs.some((need) => need.profile) && setting.profile),
      ...(tex && { COUNTERSIGN_TEXLIVE: texPath }),
      COUNTERSIGN_NIGHT_HOUR: nightHour === null ? 'off' : String(nightHour),
      COUNTERSIGN_PREFIXES: files.prefixes.join(','),
    },
    storageMb: browser ? 1024 : 512,
    grants: [...files.grants, ...(needs.some((need) => need.model) ? modelCalls(setting) : [])],
    packages: versionsOf([...new Set(packages)], setting),
    absent: [],
    copied: [],
    tex,
  }
}

interface Files {
  prefixes: readonly string[]
  grants: Grant[]
}

/** A workload reads and writes under its own prefix; who deletes for all can't read what it deletes. */
function filesOf(own: readonly Definition[], every: readonly string[]): Files {
  const needs = own.map(({ needs }) => needs)
  if (needs.some(({ deletesFiles }) => deletesFiles)) {
    return {
      prefixes: every,
      grants: [
        { actions: ['s3:ListBucket'], listing: ['files/*'] },
        { actions: ['s3:DeleteObject'], keys: ['files/*'] },
      ],
    }
  }
  const [{ workload } = { workload: '' }] = own
  const prefix = prefixOf(workload)
  const files: Grant = { actions: ['s3:GetObject', 's3:PutObject'], keys: [`${prefix}*`] }
  if (!needs.some(({ profile }) => profile)) return { prefixes: [prefix], grants: [files] }
  const stored = profilePrefix(workload)
  return {
    prefixes: [prefix, stored],
    grants: [files, { actions: ['s3:GetObject'], keys: [`${stored}*`] }],
  }
}

/** A group of regions is called by its own name, and runs the model in whichever of its regions has room. */
function modelCalls({ bedrock }: Setting): Grant[] {
  if (!bedrock) return []
  const { region, model } = bedrock
  const [, group, base = model] = /^(us|eu|apac|global)\.(.+)$/.exec(model) ?? []
  const profile = `arn:aws:bedrock:${region}:{account}:inference-profile/${model}`
  return [
    {
      actions: ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'],
      arns: [
        `arn:aws:bedrock:${group ? '*' : region}::foundation-model/${base}`,
        ...(group ? [profile] : []),
      ],
    },
  ]
}

function reaper(setting: Setting): FunctionPlan {
  return {
    name: 'Reaper',
    description: 'Every hour: puts right what nobody else will, and reads the signals',
    handler: 'functions/reaper.handler',
    memoryMb: 512,
    timeoutSeconds: reaperSeconds,
    schedule: { expression: everyHour, timeZone: 'UTC' },
    secrets: linked([databaseVariable('reaper'), ...messageSecrets]),
    environment: { ...common(setting), ...setting.messages },
    ...nothingElse,
  }
}

function approvals(setting: Setting, prefixes: readonly string[]): FunctionPlan {
  return {
    name: 'Approvals',
    description: 'The approval pages',
    handler: 'functions/approvals.handler',
    memoryMb: 1024,
    timeoutSeconds: 30,
    schedule: null,
    secrets: linked([databaseVariable('approver')]),
    environment: {
      ...common(setting),
      COUNTERSIGN_PREFIXES: prefixes.join(','),
    },
    ...nothingElse,
    grants: [{ actions: ['s3:GetObject'], keys: ['files/*'] }],
    copied: keyLibrary.map((file) => ({ from: file, to: file })),
  }
}

function migrate(setting: Setting): FunctionPlan {
  return {
    name: 'Migrate',
    description: 'Once in each deployment: the schema and the registry',
    handler: 'functions/migrate.handler',
    memoryMb: 512,
    timeoutSeconds: 900,
    schedule: null,
    secrets: linked([databaseVariable('owner')]),
    environment: common(setting),
    ...nothingElse,
    copied: [{ from: 'migrations', to: 'migrations' }],
  }
}

const nothingElse = {
  storageMb: 512,
  grants: [],
  packages: {},
  absent: [],
  copied: [],
  tex: false,
}

function common({ stage, timeZone }: Setting): Record<string, string> {
  return { COUNTERSIGN_STAGE: stage, COUNTERSIGN_TIME_ZONE: timeZone }
}

function linked(variables: readonly string[]): string[] {
  return variables.map(linkedName)
}

function versionsOf(packages: readonly string[], { versions }: Setting): Record<string, string> {
  return Object.fromEntries(
    packages.map((name) => {
      const version = versions[name]
      if (version === undefined) throw new Error(`package.json does not depend on ${name}`)
      return [name, version]
    }),
  )
}
