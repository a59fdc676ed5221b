// The command line: reads the arguments, runs one command, turns what it throws into a line and an exit code.
import { Command, CommanderError } from 'commander'
import { migrateCommand } from './commands/migrate.ts'
import { startCommand } from './commands/start.ts'
import { describeFailure } from './failure.ts'
import { type CliOutput, exitCode, terminal } from './output.ts'

const endNote = `
Which database: DATABASE_URL where it is set, else the one that a running "npm start" keeps.
Exit codes: 0 done, 1 refused, 2 not understood, 3 no database answers.`

/** Runs one command (arguments without node and script) and resolves to its exit code. Never throws. */
export async function runCli(
  args: readonly string[],
  output: CliOutput = terminal,
): Promise<number> {
  const program = new Command('countersign')
    .description('A task queue in which nothing irreversible happens until a person has signed.')
    .option('--data-dir <folder>', 'where "npm start" keeps its state (default: .countersign)')
    .addCommand(migrateCommand(output))
    .addCommand(startCommand(output))
    .addHelpText('after', endNote)
    .helpCommand('help [command]', 'show the help of a command')
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .showHelpAfterError('(countersign --help lists the commands)')
      .configureOutput({
        writeOut: (text) => output.out(text.trimEnd()),
        writeErr: (text) => output.err(text.trimEnd()),
      })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode.done
  } catch (error) {
    // Commander has printed its own message, or the help that was asked for.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCode.done : exitCode.usage
    const failure = describeFailure(error)
    output.err(failure.text)
    return failure.exitCode
  }
}
