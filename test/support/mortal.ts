// A process that dies at a chosen moment: every touch of the world is a moment, and from one on there are none.

class Killed extends Error {}

export interface Mortal {
  /** Counts a moment, or throws once the process is gone. */
  touch(): void
  lived(): number
  dead(): boolean
}

export function mortal(moments: number): Mortal {
  let lived = 0
  return {
    touch: () => {
      if (lived >= moments) throw new Killed('the process is gone')
      lived += 1
    },
    lived: () => lived,
    dead: () => lived >= moments,
  }
}

/** The same thing, each call of which is a moment; with `replies`, so is each reply: it may get lost. */
export function touched<T extends object>(thing: T, { touch }: Mortal, replies = false): T {
  return new Proxy(thing, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        touch()
        const reply: unknown = await Reflect.apply(value, target, args)
        if (replies) touch()
        return reply
      }
    },
  })
}
