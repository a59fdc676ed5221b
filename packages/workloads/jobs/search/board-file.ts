// A board's postings as a file, kept by its hash: the night's state holds nothing but that.
import { z } from 'zod'
import type { Context } from '#queue'
import { Posting } from '../boards/posting.ts'

const BoardFile = z.object({ postings: z.array(Posting) })

/** Keeps the postings as a file of this task, and answers its hash. */
export async function keepPostings(
  ctx: Context,
  name: string,
  postings: readonly Posting[],
): Promise<string> {
  return await keep(ctx, name, Buffer.from(JSON.stringify({ postings })))
}

/** Keeps an earlier night's file for this task too, unless its bytes are gone. */
export async function keepAgain(ctx: Context, name: string, sha256: string): Promise<boolean> {
  const bytes = await ctx.files.get(sha256).catch(() => undefined)
  if (bytes === undefined) return false
  await keep(ctx, name, bytes)
  return true
}

/** The postings of a board's file. */
export function postingsIn(bytes: Uint8Array): Posting[] {
  return BoardFile.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))).postings
}

export async function readPostings(
  ctx: Pick<Context, 'files'>,
  sha256: string,
): Promise<Posting[]> {
  return postingsIn(await ctx.files.get(sha256))
}

async function keep(ctx: Context, name: string, bytes: Uint8Array): Promise<string> {
  return await ctx.keepFile(bytes, { name: `${name}.json`, mediaType: 'application/json' })
}
