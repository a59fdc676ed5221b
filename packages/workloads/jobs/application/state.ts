// What an application knows by now, step by step: each part is written once and then only read.
import { z } from 'zod'
import { Posting } from '../boards/posting.ts'
import { cvSchema, letterSchema } from '../documents/content.ts'
import { ModelUse } from '../drafting/model/use.ts'
import { Evidence } from '../drafting/sentence.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const Draft = z.object({
  /** Chosen and composed by rules, or worded by a model and checked. */
  by: z.enum(['rules', 'model']),
  cv: cvSchema,
  letter: letterSchema,
  evidence: z.array(Evidence),
  /** What a person should know of how it came about, one sentence each. */
  notes: z.array(z.string()),
})
export type Draft = z.infer<typeof Draft>

const MadeFile = z.object({
  /** ASCII, such as First_Last_CV.pdf. */
  name: z.string(),
  sha256,
  bytes: z.int(),
  /** One image a page (WebP), by their SHA-256. */
  pages: z.array(sha256),
  /** What was left out to fit the pages. */
  leftOut: z.array(z.object({ place: z.string(), text: z.string() })),
})

export const ApplicationState = z
  .object({
    /** The posting as it was last read. */
    posting: Posting.optional(),
    /** What the board said when it was asked before drafting, and when. */
    liveness: z
      .object({ state: z.enum(['open', 'inconclusive']), detail: z.string(), at: z.iso.datetime() })
      .optional(),
    /** The profile that the draft was made from. */
    profileSha256: sha256.optional(),
    model: ModelUse.optional(),
    draft: Draft.optional(),
    documents: z.object({ cv: MadeFile, letter: MadeFile }).optional(),
  })
  .prefault({})
export type ApplicationState = z.infer<typeof ApplicationState>
