// The watchdog: a child that stops the server when this process dies, however it dies.
import { type ChildProcess, spawn } from 'node:child_process'
import { childEnvironment, type RunAs } from './run-as.ts'

/**
 * It waits for the end of a pipe that only we hold, which the kernel closes even on `kill -9`. Then
 * it asks for a fast shutdown, and after 10 s for an immediate one; each time only if the lock file
 * still names the server, so that it can't hit another program that was given the same pid.
 */
const script = `
holds() { read -r held 2>/dev/null < "$2/postmaster.pid" && [ "$held" = "$1" ]; }
while read -r _; do :; done
holds "$1" "$2" && kill -INT "$1" || exit 0
for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; holds "$1" "$2" || exit 0; done
kill -QUIT "$1"
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
