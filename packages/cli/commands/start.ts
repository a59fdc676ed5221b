// `countersign start`, which is `npm start`: runs everything on this machine until Ctrl-C.
import { Command, InvalidArgumentError } from 'commander'
import { startLocal, untilStopped } from '#local'
import type { GlobalFlags } from '../connect.ts'
import type { CliOutput } from '../output.ts'

interface StartFlags extends GlobalFlags {
  port?: number
  fast?: boolean
}

export function startCommand(output: CliOutput): Command {
  return new Command('start')
    .description('run everything on this machine until Ctrl-C')
    .option('--port <port>', 'port of the database (default: a free one)', portNumber)
    .option('--fast', 'tick every few seconds instead of every five minutes')
    .action(async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<StartFlags>()
      await untilStopped(await startLocal({ ...flags, log: output.out }))
    })
}

function portNumber(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new InvalidArgumentError('it must be a whole number from 1 to 65535.')
}
