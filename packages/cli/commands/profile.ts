// `countersign profile`: what is wrong with it, what will be asked because it is not written down, and storing it.
import { Command } from 'commander'
import { profileTools } from '#workloads'
import { type Flags, newCommand } from '../arguments.ts'
import { CommandFailed } from '../failure.ts'
import type { CliOutput } from '../output.ts'
import { folderInForce } from '../profile/folder.ts'
import { pushCommand } from '../profile/push.ts'
import { painter, table, visible } from '../text.ts'

export function profileCommand(output: CliOutput): Command {
  return new Command('profile')
    .description('who applies, and for what')
    .addCommand(check(output))
    .addCommand(pushCommand(output))
}

function check(output: CliOutput): Command {
  return newCommand('check', 'name every mistake of the profile, and what will be asked')
    .argument('[folder]', 'default: COUNTERSIGN_PROFILE, else profile, else profile.example')
    .action(async (given: string | undefined, _own: unknown, command: Command) => {
      const { json } = command.optsWithGlobals<Flags>()
      const folder = given ?? folderInForce()
      const { loadProfile, checkProfile, problemLine } = await profileTools()
      const { profile, problems } = await loadProfile(folder)
      const gaps = profile ? await checkProfile(profile) : []
      if (json) output.out(JSON.stringify({ folder, problems, gaps }))
      else if (profile) report(folder, gaps, output)
      else for (const problem of problems) output.out(visible(problemLine(problem)))
      if (problems.length > 0) {
        const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
        throw new CommandFailed(
          `${visible(folder)} has ${count}: no night uses it before they are mended`,
        )
      }
    })
}

interface Gap {
  file: string
  field: string
  consequence: string
}

/** Whole, however narrow the terminal: each line says what will happen. */
function report(folder: string, gaps: readonly Gap[], output: CliOutput): void {
  const valid = `${visible(folder)} can be used`
  if (gaps.length === 0) {
    output.out(`${valid}: nothing common is left to ask`)
    return
  }
  const paint = painter(output)
  output.out(`${valid}. What it leaves open, and what follows from that:`)
  const rows = gaps.map(({ file, field, consequence }) => [file, field, consequence])
  const [head = '', ...lines] = table([['FILE', 'FIELD', 'SO'], ...rows], output, { wrap: true })
  output.out(paint('dim', head))
  for (const line of lines) output.out(line)
}
