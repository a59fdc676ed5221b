// A stand-in for the program `pulumi`, as the SST command line calls it: `version`, `stack init`, `preview`. A preview runs the
// real compiled program under Pulumi's own mocks, without engine, provider or cloud; anything else is refused.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { cloud, type Resource, unwrapped } from './cloud.ts'

/** Of Pulumi's JavaScript runtime, what is used here. */
interface Runtime {
  setMocks(mocks: object, project: string, stack: string, preview: boolean): Promise<void>
  runInPulumiStack(program: () => Promise<void>): Promise<unknown>
  disconnect(): Promise<void>
}
interface Request {
  getName(): string
  getType(): string
  getUrn(): string
  getDependenciesList(): string[]
  getRetainondelete(): boolean | undefined
  getOutputs(): { toJavaScript(): Record<string, unknown> } | undefined
}
type Call = (request: Request, done: unknown) => unknown
interface Monitor {
  resources: Map<string, unknown>
  newUrn(parent: string | undefined, type: string, name: string): string
  registerResource: Call
  registerResourceOutputs: Call
}

const [command = '', second = '', third = ''] = process.argv.slice(2)
const home = process.cwd()
if (command === 'version') console.log('v3.215.0')
else if (command === 'stack' && second === 'init') saveState(third, [])
else if (command === 'preview') await preview()
else {
  console.error(`this stand-in for pulumi refuses "${command}": nothing is deployed`)
  process.exitCode = 3
}

function option(name: string): string {
  return process.argv[process.argv.indexOf(name) + 1] ?? ''
}

function emit(event: object) {
  const line = { sequence: 0, timestamp: Math.floor(Date.now() / 1_000), ...event }
  appendFileSync(option('--event-log'), `${JSON.stringify(line)}\n`)
}

function finish(created: number) {
  const resourceChanges = created > 0 ? { create: created } : {}
  const summary = { maybeCorrupt: false, durationSeconds: 0, resourceChanges, policyPacks: {} }
  emit({ summaryEvent: summary })
}

function fail(error: unknown): never {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  emit({ diagnosticEvent: { severity: 'error', message, color: 'never' } })
  finish(0)
  process.exit(1)
}

/** What the command line reads its outputs and the types of linked resources from. */
function saveState(stack: string, resources: object[]) {
  const [, app = '', stage = ''] = stack.split('/')
  const folder = path.join(home, '.pulumi/stacks', app)
  mkdirSync(folder, { recursive: true })
  const manifest = { time: '2026-01-01T00:00:00Z', magic: '', version: 'v3.215.0' }
  const state = { version: 3, checkpoint: { stack, latest: { manifest, resources } } }
  writeFileSync(path.join(folder, `${stage}.json`), JSON.stringify(state))
}

async function preview() {
  const stack = option('--stack')
  const [, app = '', stage = ''] = stack.split('/')
  const main = /^main: (.*)$/m.exec(readFileSync('Pulumi.yaml', 'utf8'))?.[1] ?? ''
  const load = createRequire(main)
  const { runtime, output }: { runtime: Runtime; output(value: unknown): Resolvable } =
    load('@pulumi/pulumi')
  // Programs fail through rejections that nobody awaits, too.
  process.on('unhandledRejection', fail).on('uncaughtException', fail)

  const world = cloud()
  await runtime.setMocks(world, app, stage, true)
  const monitor: Monitor = load('@pulumi/pulumi/runtime/settings').getMonitor()
  const links = watch(monitor, world.resources)
  let outputs: unknown
  try {
    await runtime.runInPulumiStack(async () => {
      outputs = (await import(pathToFileURL(main).href)).default
    })
    await runtime.disconnect()
    outputs = await new Promise((resolve) => output(outputs).apply(resolve))
  } catch (error) {
    fail(error)
  }
  report(world.resources, stage, app)
  const root = [...monitor.resources.keys()].find((urn) => urn.includes('::pulumi:pulumi:Stack::'))
  saveState(stack, [
    { urn: root, custom: false, type: 'pulumi:pulumi:Stack', outputs: unwrapped(outputs) },
    ...[...links].map(([urn, made]) => ({
      urn,
      custom: false,
      type: 'sst:sst:LinkRef',
      parent: root,
      outputs: unwrapped(made),
    })),
  ])
  const resources = world.resources.map((one) => ({ ...one, inputs: unwrapped(one.inputs) }))
  const file = process.env.COUNTERSIGN_SYNTHESIS
  if (file) writeFileSync(file, JSON.stringify({ outputs: unwrapped(outputs), resources }))
  process.exit(0)
}

interface Resolvable {
  apply(then: (value: unknown) => void): unknown
}

/** Notes what each resource waits for, and what is linked, which the mocks don't tell. */
function watch(monitor: Monitor, resources: Resource[]) {
  const links = new Map<string, Record<string, unknown>>()
  // The real engine leaves the root stack out of a type's path; the mocks' monitor doesn't.
  const newUrn = monitor.newUrn.bind(monitor)
  monitor.newUrn = (parent, type, name) =>
    newUrn(parent?.includes('::pulumi:pulumi:Stack::') ? undefined : parent, type, name)
  const register = monitor.registerResource.bind(monitor)
  monitor.registerResource = async (request, done) => {
    await register(request, done)
    const made = resources.findLast(
      ({ name, type }) => name === request.getName() && type === request.getType(),
    )
    if (!made) return
    made.after = request.getDependenciesList().map((urn) => urn.split('::').at(-1) ?? '')
    made.kept = request.getRetainondelete() ?? false
  }
  const outputs = monitor.registerResourceOutputs.bind(monitor)
  monitor.registerResourceOutputs = (request, done) => {
    if (request.getUrn().includes('sst:sst:LinkRef::')) {
      links.set(request.getUrn(), request.getOutputs()?.toJavaScript() ?? {})
    }
    return outputs(request, done)
  }
  return links
}

function report(resources: readonly Resource[], stage: string, app: string) {
  for (const { type, name, inputs } of resources) {
    const urn = `urn:pulumi:${stage}::${app}::${type}::${name}`
    const plain = unwrapped(inputs)
    const made = { type, urn, custom: true, id: '', parent: '', provider: '' }
    const metadata = {
      op: 'create',
      urn,
      type,
      old: null,
      new: { ...made, inputs: plain, outputs: plain },
      keys: null,
      diffs: null,
      detailedDiff: null,
      logical: true,
      provider: '',
    }
    emit({ resourcePreEvent: { metadata, planning: true } })
    emit({ resOutputsEvent: { metadata, planning: true } })
  }
  finish(resources.length)
}
