// What an application starts from: the posting, and what the night said of it.
import { z } from 'zod'
import { Posting, postingKey } from '../boards/posting.ts'

const ScorePart = z.object({
  name: z.enum(['text', 'skills', 'title', 'recency', 'unclear']),
  points: z.number(),
  why: z.string(),
})

export const ApplicationPayload = z.strictObject({
  posting: Posting,
  /** The night that took the posting up, and why it was among the best. */
  night: z.strictObject({
    /** The local date of the night. */
    date: z.iso.date(),
    score: z.number(),
    parts: z.array(ScorePart),
    /** Requirements that the posting leaves open for this applicant, with its own words. */
    unclear: z.array(
      z.object({ dimension: z.string(), reason: z.string(), quote: z.string().nullable() }),
    ),
    /** What the posting tried to tell software instead of people. */
    flags: Posting.shape.flags,
  }),
})
export type ApplicationPayload = z.infer<typeof ApplicationPayload>

/** A posting is applied to at most once: its key is the task's. */
export function applicationKey({ posting }: Pick<ApplicationPayload, 'posting'>): string {
  return postingKey(posting)
}
