// The frozen order of a sitting. It travels in the address, so it stays as it was whatever arrives meanwhile.

/** The most requests of one sitting: 50 ids fit into any address. */
export const most = 50

export interface Order {
  /** The ids that are left, the first one next. */
  left: string[]
  /** How many there were when it began. */
  of: number
}

export function addressOf({ left, of }: Order): string {
  return `/sitting?of=${left.length > 0 ? left.join(',') : 'none'}&n=${of}`
}

export function orderOf(of: string, n: string | undefined): Order {
  const left = of
    .split(',')
    .filter((id) => /^[0-9a-f]{32}$/.test(id))
    .slice(0, most)
  const said = Number(n)
  const whole = Number.isSafeInteger(said) && said >= left.length && said <= most
  return { left, of: whole ? said : left.length }
}

const own = /^\/sitting\?of=(none|[0-9a-f,]{1,1700})&n=(\d{1,2})$/

/** The address only where it is one of a sitting: nothing else leads on from a decision. */
export function safeOnward(address: string | undefined): string | undefined {
  return address !== undefined && own.test(address) ? address : undefined
}

/** Where the request stands whose decision leads on to this address; undefined where that is none of a sitting. */
export function placeBefore(address: string | undefined) {
  const onward = safeOnward(address)
  if (onward === undefined) return undefined
  const [, of = 'none', n = '0'] = own.exec(onward) ?? []
  const order = orderOf(of, n)
  return { number: order.of - order.left.length, of: order.of, onward }
}

/** To this request: where it came from a sitting, as the next one of that, before the rest. */
export function backTo(id: string, onward: string | undefined): string {
  if (onward === undefined) return `/r/${id}`
  const [, of = 'none', n = '0'] = own.exec(onward) ?? []
  const { left, of: total } = orderOf(of, n)
  return addressOf({ left: [id, ...left].slice(0, most), of: Math.max(total, left.length + 1) })
}
