// The front door of #cli: the countersign command as a function.
export { type CliOutput, exitCode } from './output.ts'
export { runCli } from './run.ts'
