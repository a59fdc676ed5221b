// Runs the command that the process was started with.
import { runCli } from './run.ts'

// Whoever reads may stop early (`| head`), or the terminal be gone (SIGHUP): the rest is for nobody, and what a
// command changes or stops goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.exitCode = await runCli(process.argv.slice(2))
