// The real SST command line, without an account and without its downloads: `install`, and `diff` over the stand-ins.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StagePlan } from '#infra'
import { startAws } from './aws.ts'
import type { Resource } from './cloud.ts'

export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url))

export interface Synthesis {
  /** Every resource that a deployment would make, with its final inputs. */
  resources: Resource[]
  outputs: Record<string, unknown>
  plan: StagePlan
  /** Where the packages lie that would be uploaded: `<name>/code.zip`. */
  artifacts: string
  /** What the command line printed. */
  printed: string
}

export interface SynthesisOptions {
  root?: string
  stage?: string
  /** Besides those that every deployment needs. */
  settings?: Record<string, string>
  /** Leaves out the packages that are installed beside a bundle: enough to look at, not to run a browser. */
  bare?: boolean
}

/** What the owner of the invented stage said. */
export const ownerSettings = {
  COUNTERSIGN_PROFILE_SHA256: 'ab'.repeat(32),
  COUNTERSIGN_TEXLIVE: '.', // Only its name matters: the stand-ins read no archive.
  COUNTERSIGN_TIME_ZONE: 'Europe/Berlin',
  COUNTERSIGN_ALARM_MAIL: 'owner@example.org',
  COUNTERSIGN_MAIL_FROM: 'queue@example.org',
  COUNTERSIGN_MAIL_TO: 'owner@example.org',
}

/** Installs SST's platform into `.sst` where it is missing (it takes a minute, from the npm registry). */
export async function installSst(root = projectRoot): Promise<void> {
  if (existsSync(path.join(root, '.sst/platform/node_modules/@pulumi/aws'))) return
  await sst(root, ['install', '--stage', 'dev'], {}, 300_000)
}

/**
 * What `sst diff` says a deployment would create. Rejects with what the command line printed where it refuses.
 */
export async function synthesize(options: SynthesisOptions = {}): Promise<Synthesis> {
  const { root = projectRoot, stage = 'production' } = options
  const settings = { ...ownerSettings, ...options.settings }
  const plan = await printedPlan(root, stage, settings)
  const home = mkdtempSync(path.join(tmpdir(), 'countersign-sst-'))
  const aws = await startAws()
  try {
    const file = path.join(home, 'synthesis.json')
    const secrets = plan.secrets.map(({ name }) => [`SST_SECRET_${name}`, `secret of ${name}`])
    await pulumiIn(home)
    const printed = await sst(
      root,
      ['diff', '--stage', stage],
      {
        ...settings,
        ...Object.fromEntries(secrets),
        XDG_CONFIG_HOME: home,
        AWS_ENDPOINT_URL: aws.url,
        COUNTERSIGN_SYNTHESIS: file,
        ...(options.bare && { npm_config_dry_run: 'true' }),
      },
      180_000,
    )
    const { resources, outputs } = JSON.parse(readFileSync(file, 'utf8'))
    return { resources, outputs, plan, artifacts: path.join(root, '.sst/artifacts'), printed }
  } finally {
    aws.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** The plan as the deployment reads it. */
async function printedPlan(
  root: string,
  stage: string,
  settings: Record<string, string>,
): Promise<StagePlan> {
  const args = ['packages/infra/print.ts', stage]
  return JSON.parse(await run(process.execPath, args, root, settings, 30_000))
}

/** Where SST looks for its own copy of pulumi. */
async function pulumiIn(home: string) {
  const file = path.join(home, 'sst/bin/pulumi')
  await mkdir(path.dirname(file), { recursive: true })
  const program = fileURLToPath(new URL('pulumi.ts', import.meta.url))
  const quoted = [process.execPath, program].map((word) => `'${word}'`).join(' ')
  writeFileSync(file, `#!/bin/sh\nexec ${quoted} "$@"\n`)
  chmodSync(file, 0o755)
}

/** Stops its downloads, its telemetry, and every way to a real account. */
const offline = {
  SST_SKIP_DEPENDENCY_CHECK: '1',
  SST_NO_BUN: '1',
  SST_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  npm_config_ignore_scripts: 'true',
  npm_config_prefer_offline: 'true',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'offline',
  AWS_SECRET_ACCESS_KEY: 'offline',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
}

async function sst(root: string, args: string[], env: Record<string, string>, limitMs: number) {
  const program = path.join(root, 'node_modules/.bin/sst')
  return await run(program, args, root, { ...offline, ...env }, limitMs)
}

/** Runs a program with this project's Node first on its path; rejects with what it printed. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  limitMs: number,
): Promise<string> {
  const bin = path.join(cwd, 'node_modules/.bin')
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...ours(), PATH: `${bin}:${process.env.PATH}`, ...env },
  })
  let printed = ''
  let errors = ''
  child.stdout.on('data', (bytes) => (printed += bytes))
  child.stderr.on('data', (bytes) => (errors += bytes))
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  if (code === 0) return printed
  throw new Error(`${path.basename(program)} ${args[0]} ended with ${code}:\n${printed}${errors}`)
}

/** The environment without what is the owner's, or a test runner's. */
function ours(): Record<string, string> {
  const strange = /^(AWS_|SST_|COUNTERSIGN_|DATABASE_URL|VITEST|NODE_OPTIONS|NODE_ENV)/
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || strange.test(name) ? [] : [[name, value]],
    ),
  )
}
