// Keeps requests out of private networks: checks literal addresses and what a name resolves to.
import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export class AddressRefused extends Error {
  constructor(host: string, address: string) {
    super(
      `${host} is at ${address}, which isn't a public address; such hosts are only reached when named`,
    )
    this.name = 'AddressRefused'
  }
}

/** True for addresses of the public internet; mapped IPv4 (`::ffff:10.0.0.1`) is read as IPv4. */
export function isPublicAddress(address: string): boolean {
  const literal = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (!ipaddr.isValid(literal)) return false
  return ipaddr.process(literal).range() === 'unicast'
}

/** Refuses a URL whose host is itself a private address or a local name. */
export function checkHost(host: string, allowed: ReadonlySet<string>): void {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (allowed.has(name)) return
  if (ipaddr.isValid(name) && !isPublicAddress(name)) throw new AddressRefused(host, name)
  if (name === 'localhost' || name.endsWith('.localhost'))
    throw new AddressRefused(host, 'loopback')
}

/**
 * A resolver for the connection itself, so that a name can't point elsewhere between the check
 * and the connect. Every address it returns is public, unless the host is in `allowed`.
 */
export function guardedLookup(
  allowed: ReadonlySet<string>,
  resolve: typeof systemLookup = systemLookup,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const refused = addresses.find((entry) => !isPublicAddress(entry.address))
      if (refused && !allowed.has(hostname.toLowerCase()))
        return callback(new AddressRefused(hostname, refused.address), [])
      if (options.all) return callback(null, addresses)
      const first = addresses[0]
      if (!first) return callback(new Error(`${hostname} has no address`), [])
      callback(null, first.address, first.family)
    })
  }
}
