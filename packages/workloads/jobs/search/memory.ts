// What the search remembers from night to night: how boards stood, and what was taken up.
import { z } from 'zod'
import type { Context } from '#queue'
import type { ReadBoard } from './state.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** How a board stood when it last had postings. */
const KnownBoard = z.object({
  postings: z.int(),
  file: sha256,
  validator: z
    .object({ etag: z.string().nullable(), lastModified: z.string().nullable() })
    .nullable(),
  /** What the file was made with, `readerOf`. */
  reader: z.string(),
  /** The date on which it turned out to have none any more; null while it has some. */
  emptySince: z.iso.date().nullable(),
})
export type KnownBoard = z.infer<typeof KnownBoard>

const Boards = z.record(z.string(), KnownBoard)
const Taken = z.record(
  z.string(),
  z.object({ on: z.iso.date(), task: z.int(), bodyHash: z.string() }),
)
export type Taken = z.infer<typeof Taken>

const boardsKey = 'boards'
const takenPrefix = 'taken/'

/** A board's name in memory. */
export function boardKey({ board, account }: Pick<ReadBoard, 'board' | 'account'>): string {
  return `${board}:${account}`
}

export async function recallBoards(ctx: Context): Promise<Record<string, KnownBoard>> {
  return Boards.parse((await ctx.recall(boardsKey)).get(boardsKey) ?? {})
}

/** Only the boards of this night are kept, so that the memory is as long as the profile's list. */
export async function rememberBoards(ctx: Context, boards: Record<string, KnownBoard>) {
  await ctx.remember(boardsKey, boards)
}

/** Every posting that was ever taken up, by key. One entry of memory a month. */
export async function recallTaken(ctx: Pick<Context, 'recall'>): Promise<Taken> {
  const taken: Taken = {}
  for (const month of (await ctx.recall(takenPrefix)).values()) {
    Object.assign(taken, Taken.parse(month))
  }
  return taken
}

/** Adds what a night took up to its month; what is known already stays as it is. */
export async function rememberTaken(ctx: Context, date: string, taken: Taken) {
  const key = `${takenPrefix}${date.slice(0, 7)}`
  const before = Taken.parse((await ctx.recall(key)).get(key) ?? {})
  await ctx.remember(key, { ...taken, ...before })
}
