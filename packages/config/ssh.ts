// SSH_CONNECTION: whether the terminal is on another machine than the person.

/** The address and port by which this machine was reached over ssh; undefined where it wasn't. */
export function sshSession(): { host: string; port: number } | undefined {
  const [, , host, port] = (process.env.SSH_CONNECTION ?? '').split(' ')
  return host === undefined || port === undefined ? undefined : { host, port: Number(port) }
}
