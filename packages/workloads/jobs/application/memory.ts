// What applications remember of boards and employers: who sends there, where one applied, what was seen.
import { z } from 'zod'
import type { Context } from '#queue'
import type { Posting } from '../boards/index.ts'
import type { Action } from './action.ts'

/** How a board's forms are sent: by the worker, or by the person. Automatic unless it says so. */
export const BoardMode = z.object({
  submit: z.enum(['automatic', 'handover']),
  /** Why it was switched, in a few words. */
  why: z.string(),
  since: z.iso.datetime(),
})
export type BoardMode = z.infer<typeof BoardMode>

export const boardModeKey = (board: Posting['board']) => `submit/${board}`

export async function boardMode(ctx: Context, board: Posting['board']): Promise<BoardMode | null> {
  const key = boardModeKey(board)
  const found = BoardMode.safeParse((await ctx.recall(key)).get(key))
  return found.success && found.data.submit === 'handover' ? found.data : null
}

/** From now on the person sends this board's forms, until they switch it back. */
export async function leaveToPerson(ctx: Context, board: Posting['board'], why: string) {
  const since = ctx.claimedAt.toISOString()
  await ctx.remember(boardModeKey(board), { submit: 'handover', why, since } satisfies BoardMode)
}

const Applied = z.array(
  z.object({ id: z.string(), title: z.string(), on: z.iso.datetime(), bodyHash: z.string() }),
)
type Applied = z.infer<typeof Applied>
const mostApplied = 200
const appliedKey = (posting: Posting) => `applied/${posting.board}:${posting.account}`

/** Applications to the same employer within the last 90 days, the latest first. */
export async function appliedHere(ctx: Context, posting: Posting): Promise<Applied> {
  const key = appliedKey(posting)
  const found = Applied.safeParse((await ctx.recall(key)).get(key))
  const since = ctx.claimedAt.getTime() - 90 * 86_400_000
  return (found.data ?? []).filter(({ on }) => Date.parse(on) >= since).reverse()
}

export async function rememberApplied(ctx: Context, posting: Posting) {
  const key = appliedKey(posting)
  const before = Applied.safeParse((await ctx.recall(key)).get(key)).data ?? []
  const { externalId: id, title, bodyHash } = posting
  if (before.some((one) => one.id === id)) return
  const now = { id, title, bodyHash, on: ctx.claimedAt.toISOString() }
  await ctx.remember(key, [...before, now].slice(-mostApplied))
}

const Press = z.object({
  saw: z.string(),
  seenAt: z.iso.datetime(),
  images: z.array(z.object({ sha256: z.string(), caption: z.string() })),
})

const pressKey = ({ board, account, id }: Pick<Action['posting'], 'board' | 'account' | 'id'>) =>
  `press/${board}:${account}:${id}`

/** What was seen after a press that nobody confirmed, for the person who has to say. */
export async function rememberPress(
  ctx: Context,
  posting: Action['posting'],
  seen: z.infer<typeof Press>,
) {
  await ctx.remember(pressKey(posting), seen)
}

export async function pressSeen(ctx: Context, posting: Action['posting']) {
  const key = pressKey(posting)
  return Press.safeParse((await ctx.recall(key)).get(key)).data ?? null
}
