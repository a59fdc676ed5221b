// Job boards by name: one file each, one Posting for all.
import { ashby } from './ashby.ts'
import type { Board } from './board.ts'
import { greenhouse } from './greenhouse.ts'
import { lever } from './lever.ts'
import type { Posting } from './posting.ts'

export { ashbyPosting } from './ashby.ts'
export { type Board, suddenlyEmpty } from './board.ts'
export { greenhousePosting } from './greenhouse.ts'
export { leverPosting } from './lever.ts'
export { canonicalUrl, Posting, postingKey } from './posting.ts'

export const boards: Readonly<Record<Posting['board'], Board>> = { greenhouse, lever, ashby }
