// What applications remember of the person's values: which were approved before, which answers are kept.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#queue'
import type { PlannedValue, Remembered } from '../answers/index.ts'

/** Hashes of the values that were approved, by where they come from. No value is in it. */
const Approved = z.record(z.string(), z.array(z.string()))
const approvedKey = 'approved-values'
const mostOfASource = 20

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export async function approvedBefore(ctx: Context) {
  const found = Approved.safeParse((await ctx.recall(approvedKey)).get(approvedKey))
  const known = found.data ?? {}
  return ({ sourceDetail, text }: Pick<PlannedValue, 'sourceDetail' | 'text'>) =>
    known[sourceDetail]?.includes(hashOf(text)) ?? false
}

export async function rememberApproved(
  ctx: Context,
  values: readonly Pick<PlannedValue, 'source' | 'sourceDetail' | 'text'>[],
) {
  const known = Approved.safeParse((await ctx.recall(approvedKey)).get(approvedKey)).data ?? {}
  for (const { source, sourceDetail, text } of values) {
    // Written for one posting, or answered for it: the next one is always new.
    if (source !== 'profile' && source !== 'standing') continue
    const hashes = known[sourceDetail] ?? []
    const hash = hashOf(text)
    if (!hashes.includes(hash)) known[sourceDetail] = [...hashes, hash].slice(-mostOfASource)
  }
  await ctx.remember(approvedKey, known)
}

const Kept = z.object({
  answer: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
  label: z.string(),
  on: z.iso.date(),
})

/** Answers that the person wanted kept for next time, by key. */
export async function keptBefore(ctx: Context): Promise<Map<string, Remembered>> {
  const kept = new Map<string, Remembered>()
  for (const [key, value] of await ctx.recall('answer/')) {
    const found = Kept.safeParse(value)
    if (found.success) kept.set(key, found.data)
  }
  return kept
}
