// What a night knows by now: hashes and counts, never postings.
import { z } from 'zod'
import { BoardOutcome } from '../night/table.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A board that was read, and where its postings lie. */
export const ReadBoard = BoardOutcome.extend({
  /** The file of its postings; null where there are none. */
  file: sha256.nullable(),
  validator: z
    .object({ etag: z.string().nullable(), lastModified: z.string().nullable() })
    .nullable(),
})
export type ReadBoard = z.infer<typeof ReadBoard>

export const SearchState = z
  .object({
    /** The profile that the night began with: a change of it waits for the next night. */
    profileSha256: sha256.optional(),
    /** In the order of the profile. */
    boards: z.array(ReadBoard).default([]),
    table: sha256.optional(),
  })
  .prefault({})
export type SearchState = z.infer<typeof SearchState>
