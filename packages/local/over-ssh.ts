// What to type on the machine where the browser is, when `npm start` runs on another one.
import { userInfo } from 'node:os'

/** The ssh command that brings the pages to localhost over there; nothing where the terminal is here. */
export function forward(
  session: { host: string; port: number } | undefined,
  { port, sampleBoards }: { port: number; sampleBoards?: string },
): string[] {
  if (session === undefined) return []
  const ports = [port, ...(sampleBoards === undefined ? [] : [Number(new URL(sampleBoards).port)])]
  const forwards = ports.map((one) => `-L ${one}:localhost:${one}`).join(' ')
  const away = session.port === 22 ? '' : ` -p ${session.port}`
  return [
    'You are here over ssh. To open the pages on your own machine, type there:',
    `  ssh -N ${forwards}${away} ${userInfo().username}@${session.host}`,
  ]
}
