// The watchdog: a child that stops the server when this process dies, however it dies.
import { type ChildProcess, spawn } from 'node:child_process'
import { childEnvironment, type RunAs } from './run-as.ts'

/**
 * It waits for the end of a pipe that only we hold, which the kernel closes even on `kill -9`. Then
 * it asks for a fast shutdown, after 10 s for an immediate one. It signals only while the lock file
 * names the server (which a server that has just begun hasn't written yet), so that it can't hit
 * another program that was given the same pid.
 */
const script = `
while read -r _; do :; done
for signal in INT INT INT INT INT INT INT INT INT INT QUIT; do
  kill -0 "$1" || exit
  read -r holder < "$2/postmaster.pid" && [ "$holder" = "$1" ] && kill -"$signal" "$1"
  sleep 1
done
`

/** Watches over `server` and ends by itself as soon as the server has. */
export function watchOver(server: ChildProcess, dir: string, who: RunAs | undefined): void {
  const watchdog = spawn('sh', ['-c', script, 'watchdog', String(server.pid), dir], {
    ...who,
    cwd: '/',
    env: childEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl-C must not end it before the server
  })
  watchdog.once('error', () => server.kill('SIGINT')) // a server that nobody watches must not run
  watchdog.stdin.on('error', () => {})
  server.once('exit', () => watchdog.kill('SIGKILL'))
}
