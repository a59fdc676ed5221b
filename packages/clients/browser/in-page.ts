// What functions that are sent into a page may rely on there.

/** Tools that compile our source wrap named functions in a call of `__name`, which no page has. */
export const helpers = 'globalThis.__name ??= (it) => it'
