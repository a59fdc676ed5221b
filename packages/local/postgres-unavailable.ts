// PostgreSQL can't be had on this machine.

/** `message` is meant for a person and names what is wrong and the remedy. */
export class PostgresUnavailable extends Error {
  override name = 'PostgresUnavailable'
}
