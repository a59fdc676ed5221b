// The command line: reads the arguments, runs one command, turns what it throws into a line and an exit code.
import { Command, CommanderError } from 'commander'
import { awayCommand } from './commands/away.ts'
import { boardCommand } from './commands/board.ts'
import { approveCommand, rejectCommand } from './commands/decide.ts'
import { doctorCommand } from './commands/doctor.ts'
import { enqueueCommand } from './commands/enqueue.ts'
import { eraseCommand } from './commands/erase.ts'
import { listCommand } from './commands/list.ts'
import { migrateCommand } from './commands/migrate.ts'
import { operatorCommand } from './commands/operator.ts'
import { profileCommand } from './commands/profile.ts'
import { reapCommand } from './commands/reap.ts'
import { searchCommand } from './commands/search.ts'
import { setupCommand } from './commands/setup.ts'
import { showCommand } from './commands/show.ts'
import { signalsCommand } from './commands/signals.ts'
import { startCommand } from './commands/start.ts'
import { statsCommand } from './commands/stats.ts'
import {
  cancelCommand,
  pauseCommand,
  requeueCommand,
  resumeCommand,
  undoCommand,
} from './commands/steer.ts'
import { texliveCommand } from './commands/texlive.ts'
import { verifyCommand } from './commands/verify.ts'
import { workCommand } from './commands/work.ts'
import { describeFailure } from './failure.ts'
import { type CliOutput, exitCode, terminal } from './output.ts'

const endNote = `
Which database: the one that a running "npm start" keeps, with the right login for each command; else
DATABASE_URL, with whatever login it names. DATABASE_URL wins where both are there and differ.
Exit codes: 0 done, 1 refused, 2 not understood, 3 no database answers.`

/** Runs one command (arguments without node and script) and resolves to its exit code. Never throws. */
export async function runCli(
  args: readonly string[],
  output: CliOutput = terminal,
): Promise<number> {
  let code: number = exitCode.done
  const program = new Command('countersign')
    .description('A task queue in which nothing irreversible happens until a person has signed.')
    .option(
      '--data, --data-dir <folder>',
      'where "npm start" keeps its state (default: .countersign)',
    )
    .addHelpText('after', endNote)
    .helpCommand('help [command]', 'show the help of a command')
  program.commandsGroup('Run:')
  for (const make of [startCommand, migrateCommand, workCommand, reapCommand]) {
    program.addCommand(make(output))
  }
  program.commandsGroup('Deploy:')
  program.addCommand(setupCommand(output, (ended) => (code = ended)))
  program.addCommand(texliveCommand(output))
  program.commandsGroup('Tasks:')
  for (const make of [enqueueCommand, listCommand, showCommand]) program.addCommand(make(output))
  program.commandsGroup('Jobs:')
  for (const make of [profileCommand, searchCommand, boardCommand]) program.addCommand(make(output))
  program.commandsGroup('Decide:')
  for (const make of [approveCommand, rejectCommand, undoCommand, cancelCommand, requeueCommand]) {
    program.addCommand(make(output))
  }
  for (const make of [pauseCommand, resumeCommand, eraseCommand]) program.addCommand(make(output))
  program.commandsGroup('Look after it:')
  for (const make of [signalsCommand, statsCommand]) program.addCommand(make(output))
  program.addCommand(doctorCommand(output, (ended) => (code = ended)))
  program.commandsGroup('Who decides:')
  for (const make of [operatorCommand, verifyCommand, awayCommand]) {
    program.addCommand(make(output))
  }
  for (const command of withInner(program)) {
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
    return code
  } catch (error) {
    // Commander has printed its own message, or the help that was asked for.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCode.done : exitCode.usage
    const failure = describeFailure(error)
    output.err(failure.text)
    return failure.exitCode
  }
}

/** A command and all commands inside it. */
function withInner(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withInner)]
}
