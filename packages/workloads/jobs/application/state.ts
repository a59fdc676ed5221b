// What an application knows by now, step by step: each part is written once and then only read.
import { z } from 'zod'
import { Question } from '../answers/planned.ts'
import { Posting } from '../boards/posting.ts'
import { cvSchema, letterSchema } from '../documents/content.ts'
import { ModelUse } from '../drafting/model/use.ts'
import { Evidence } from '../drafting/sentence.ts'
import { FormField, FormSchema } from '../forms/schema.ts'

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

/** A planned answer as it was filled in, and whether the person has approved the same before. */
const FilledValue = z.object({
  key: z.string(),
  label: z.string(),
  kind: FormField.shape.kind,
  value: z.union([
    z.string(),
    z.array(z.string()),
    z.boolean(),
    z.object({ file: sha256, name: z.string() }),
  ]),
  text: z.string(),
  source: z.enum(['profile', 'standing', 'person', 'generated', 'document']),
  sourceDetail: z.string(),
  isNew: z.boolean(),
})
export type FilledValue = z.infer<typeof FilledValue>

const Requirement = z.object({
  name: z.string(),
  verdict: z.enum(['meets', 'unclear', 'misses']),
  words: z.string().optional(),
})

export const Filled = z.object({
  form: FormSchema,
  values: z.array(FilledValue),
  /** Pictures of the filled form from top to bottom, by their SHA-256. */
  tiles: z.array(sha256),
  requirements: z.array(Requirement),
  /** What a person should know before they decide, one sentence each. */
  warnings: z.array(z.string()),
})
export type Filled = z.infer<typeof Filled>

/** Why the person has to send it, and what is known to put in. */
export const Handover = z.object({
  why: z.enum(['board', 'challenge', 'login', 'unknown-form', 'email-code', 'resists', 'beyond']),
  detail: z.string(),
  url: z.string(),
  values: z.array(FilledValue),
  /** Questions of the form without an answer, as far as they are known. */
  open: z.array(z.string()),
})
export type Handover = z.infer<typeof Handover>

const answer = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

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
    /** What the form asks that nothing answers yet, with the fields that the questions are of. */
    asked: z.object({ fields: z.array(FormField), questions: z.array(Question) }).optional(),
    /** The person's answers for this application, by the field's key. */
    given: z.record(z.string(), answer).optional(),
    filled: Filled.optional(),
    handover: Handover.optional(),
    /** Why it is asked again, and in what the form differs from what was approved. */
    difference: z.json().optional(),
    /** The comment of a request that was sent back, once it was acted on. */
    sentBack: z.string().optional(),
  })
  .prefault({})
export type ApplicationState = z.infer<typeof ApplicationState>
