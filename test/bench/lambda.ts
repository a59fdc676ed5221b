// How long the packages that would be uploaded take to start, beside a handler that does nothing.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { functionOf, unpack } from '../deploy/lambda/package.ts'
import { installRic } from '../deploy/lambda/ric.ts'
import { startLambda } from '../deploy/lambda/runtime.ts'
import { installSst, type Synthesis, synthesize } from '../deploy/offline/sst.ts'
import { until } from '../support/wait.ts'
import { median } from './server.ts'

const hello = 'hello world'

/**
 * The median init (from the start of the process to its first question for work) of each function without a
 * browser, and as a ratio to a hello-world handler's, in interleaved rounds; the size of each package.
 */
export async function lambda({ rounds, say }: { rounds: number; say: (line: string) => void }) {
  say('packing what would be deployed')
  await installSst()
  installRic()
  const synthesis = await synthesize()
  const home = mkdtempSync(path.join(tmpdir(), 'countersign-bench-'))
  try {
    const subjects = [helloWorld(home), ...packaged(synthesis, home)]
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds}`)
      for (const subject of subjects) subject.times.push(await initMs(subject, home))
    }
    const floor = median(subjects[0]?.times ?? [])
    return subjects.map(({ name, times, kilobytes }) => ({
      function: name,
      initMs: Math.round(median(times)),
      ratio: Number((median(times) / floor).toFixed(2)),
      kilobytes,
    }))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

interface Subject {
  name: string
  root: string
  handler: string
  env: Record<string, string>
  kilobytes: number
  times: number[]
}

function helloWorld(home: string): Subject {
  const root = path.join(home, 'hello')
  mkdirSync(root)
  const text = `export const handler = async () => '${hello}'\n`
  writeFileSync(path.join(root, 'bundle.mjs'), text)
  const kilobytes = Math.ceil(text.length / 1024)
  return { name: hello, root, handler: 'bundle.handler', env: {}, kilobytes, times: [] }
}

function packaged(synthesis: Synthesis, home: string): Subject[] {
  const light = synthesis.plan.functions.filter(
    ({ packages }) => Object.keys(packages).length === 0,
  )
  return light.map(({ name }) => {
    const { handler, environment } = functionOf(synthesis, name)
    const { size } = statSync(path.join(synthesis.artifacts, name, 'code.zip'))
    return {
      name,
      root: unpack(synthesis, name, home),
      handler,
      env: environment.variables,
      kilobytes: Math.ceil(size / 1024),
      times: [],
    }
  })
}

async function initMs({ name, root, handler, env }: Subject, home: string): Promise<number> {
  const options = { name, root, handler, env, temp: home, memoryMb: 512, timeoutMs: 10_000 }
  const started = await startLambda(options)
  try {
    return await until(() => started.initMs(), { timeoutMs: 20_000, what: `the start of ${name}` })
  } finally {
    await started.stop()
  }
}
