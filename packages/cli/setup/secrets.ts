// The secrets of a stage, kept by SST in the owner's cloud account and reached through its command.
import { spawn } from 'node:child_process'
import { sstCommand } from '#config'
import { CommandFailed } from '../failure.ts'

export interface Secrets {
  /** All that are set, by name. Values are never printed. */
  list(): Promise<Map<string, string>>
  set(name: string, value: string): Promise<void>
}

const limitMs = 3 * 60_000
const mostOutput = 1_000_000

/** The secrets of this stage. Every failure names the stage and what to look at, and no value. */
export function sstSecrets(stage: string): Secrets {
  const sst = sstCommand()
  return {
    async list() {
      return parsed(await run(sst, ['secret', 'list', '--stage', stage], ''))
    },
    // From standard input: arguments of a process can be read by others on the machine.
    async set(name, value) {
      await run(sst, ['secret', 'set', name, '--stage', stage], value)
    },
  }
}

/** Lines of `Name=value` below comments; a value may itself hold `=`. */
function parsed(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^([A-Za-z]\w*)=(.*)$/.exec(line.trim()) ?? []
    if (name !== undefined && value !== undefined) found.set(name, value)
  }
  return found
}

async function run(sst: string, args: readonly string[], input: string): Promise<string> {
  const what = `"sst ${args.join(' ')}"`
  const child = spawn(sst, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out = `${out}${chunk}`.slice(0, mostOutput)
  })
  child.stderr.on('data', (chunk) => {
    err = `${err}${chunk}`.slice(-mostOutput)
  })
  // It may end before it has read its input; how it ended says more.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve)
    child.on('error', (cause) => {
      reject(new CommandFailed(`${what} could not be started: run "npm ci" first`, 1, { cause }))
    })
  })
  if (code === 0) return out
  // A secret that was never set is no failure of the listing.
  if (args[1] === 'list' && /no secrets/i.test(out + err)) return ''
  // What a listing printed before it failed are values.
  const said = lastLine(err) ?? (args[1] === 'list' ? undefined : lastLine(out))
  throw new CommandFailed(
    `${what} ended with ${code ?? 'a signal'}: ${said ?? 'it said nothing'}. ` +
      'Check that AWS credentials for the account are set here, for example with "aws sso login"',
  )
}

function lastLine(text: string): string | undefined {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .at(-1)
    ?.slice(0, 300)
}
