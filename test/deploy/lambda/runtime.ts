// One environment of a Lambda: AWS's own runtime client in a process, and the Runtime API (2018-06-01) that it asks for work.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ric } from './ric.ts'

export interface LambdaOptions {
  /** For its name in the context. */
  name: string
  /** The unpacked package. */
  root: string
  /** `bundle.handler` */
  handler: string
  memoryMb: number
  timeoutMs: number
  env: Record<string, string>
  /** Its own temporary folder. */
  temp: string
}

/** What an invocation that failed said, with AWS's name for it. */
export class LambdaFailed extends Error {
  override readonly name = 'LambdaFailed'
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

export interface Lambda {
  /** Runs one invocation, after those before it; rejects with LambdaFailed. */
  invoke<R = unknown>(event: unknown): Promise<R>
  /** From the start of the process to its first question for work. */
  initMs(): number | undefined
  /** What it logged so far: its own lines, which are JSON. */
  lines(): Record<string, unknown>[]
  /** All that it wrote. */
  output(): string
  /** As AWS does between invocations, or for longer. */
  freeze(): void
  thaw(): void
  /** As when the machine under it dies. */
  kill(): void
  stop(): Promise<void>
}

interface Job {
  id: string
  event: unknown
  resolve(answer: unknown): void
  reject(error: unknown): void
  timer?: NodeJS.Timeout
}

/** The largest answer that AWS passes on. */
const largestAnswerBytes = 6 * 1024 * 1024 + 100

export async function startLambda(options: LambdaOptions): Promise<Lambda> {
  const work = queue(options.timeoutMs, () => child.kill('SIGKILL'))
  const server = createServer((request, response) => void work.answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const beganMs = performance.now()
  const child = spawnRuntime(options, port)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      output += bytes
    })
  }
  const exited = new Promise<void>((resolve) =>
    child.on('close', (code, signal) => {
      work.end(new LambdaFailed('Runtime.ExitError', `exited with ${code ?? signal}: ${output}`))
      resolve()
    }),
  )
  return {
    invoke: async <R>(event: unknown) => (await work.add(event)) as R,
    initMs: () => {
      const askedMs = work.firstAskedMs()
      return askedMs === undefined ? undefined : askedMs - beganMs
    },
    lines: () => output.split('\n').flatMap(jsonObject),
    output: () => output,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The invocations: handed out one at a time, as the runtime asks for them. */
function queue(timeoutMs: number, kill: () => void) {
  const waiting: Job[] = []
  const running = new Map<string, Job>()
  let asking: ServerResponse | undefined
  let firstAskedMs: number | undefined
  let ended: LambdaFailed | undefined

  const hand = () => {
    if (!asking) return
    const job = waiting.shift()
    if (!job) return
    const response = asking
    asking = undefined
    running.set(job.id, job)
    response.writeHead(200, {
      'content-type': 'application/json',
      'Lambda-Runtime-Aws-Request-Id': job.id,
      'Lambda-Runtime-Deadline-Ms': String(Date.now() + timeoutMs),
      'Lambda-Runtime-Invoked-Function-Arn': 'arn:aws:lambda:eu-central-1:123456789012:function:f',
    })
    response.end(JSON.stringify(job.event))
    job.timer = setTimeout(() => {
      running.delete(job.id)
      job.reject(new LambdaFailed('Sandbox.Timedout', `timed out after ${timeoutMs} ms`))
      kill()
    }, timeoutMs)
  }
  const end = (error: LambdaFailed) => {
    ended = error
    for (const job of [...waiting.splice(0), ...running.values()]) {
      clearTimeout(job.timer)
      job.reject(error)
    }
    running.clear()
  }
  return {
    end,
    firstAskedMs: () => firstAskedMs,
    add: (event: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        if (ended) return reject(ended)
        waiting.push({ id: randomUUID(), event, resolve, reject })
        hand()
      }),
    async answer(request: IncomingMessage, response: ServerResponse) {
      const path = request.url?.replace('/2018-06-01/runtime/', '') ?? ''
      if (path === 'invocation/next') {
        firstAskedMs ??= performance.now()
        asking = response
        return hand()
      }
      const body = await bodyOf(request)
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}')
      if (path === 'init/error') return end(failed(body))
      const [, id = '', how] = path.split('/')
      const job = running.get(id)
      if (!job) return
      running.delete(id)
      clearTimeout(job.timer)
      if (how !== 'response') return job.reject(failed(body))
      if (Buffer.byteLength(body) > largestAnswerBytes) {
        return job.reject(new LambdaFailed('Function.ResponseSizeTooLarge', 'over 6 MB'))
      }
      job.resolve(body === '' ? undefined : JSON.parse(body))
    },
  }
}

function failed(body: string): LambdaFailed {
  const { errorType = 'unknown', errorMessage = '' } = JSON.parse(body || '{}')
  return new LambdaFailed(errorType, errorMessage)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** With what AWS gives a process, and nothing of ours. */
function spawnRuntime(options: LambdaOptions, port: number): ChildProcess {
  const { name, root, handler, memoryMb, env, temp } = options
  const heapMb = Math.floor(memoryMb * 0.9)
  return spawn(process.execPath, [`--max-old-space-size=${heapMb}`, ric(), handler], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      HOME: temp,
      TMPDIR: temp,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
      LAMBDA_TASK_ROOT: root,
      LAMBDA_RUNTIME_DIR: root,
      _HANDLER: handler,
      AWS_REGION: 'eu-central-1',
      AWS_DEFAULT_REGION: 'eu-central-1',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_FORMAT: 'JSON',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'test',
      ...env,
    },
  })
}

function jsonObject(line: string): Record<string, unknown>[] {
  try {
    const parsed: unknown = JSON.parse(line)
    return typeof parsed === 'object' && parsed !== null ? [{ ...parsed }] : []
  } catch {
    return []
  }
}
