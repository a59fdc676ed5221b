// What a hosted application form asks: fields with their kinds and options, independent of markup.
import { z } from 'zod'

const FieldKind = z.enum([
  'text',
  'email',
  'phone',
  'long-text',
  'number',
  'date',
  'url',
  'file',
  'choice',
  'choices',
  'yes-no',
  'location',
  'consent',
])
export type FieldKind = z.infer<typeof FieldKind>

const FormOption = z.object({
  /** What the board sends for it; equals the label where a board has nothing else. */
  value: z.string(),
  label: z.string(),
})
export type FormOption = z.infer<typeof FormOption>

/** One question of a form. Two readings of an unchanged form give equal fields. */
export const FormField = z.object({
  /** Stable on the board: the input's name, id or path. Unique within a form. */
  key: z.string().min(1),
  /** The question as text, without the asterisk that marks it required. */
  label: z.string(),
  description: z.string().nullable(),
  required: z.boolean(),
  kind: FieldKind,
  /** Of choice, choices and yes-no; empty otherwise. A dropdown's prompt isn't an option. */
  options: z.array(FormOption),
  /** Links in the label and the description, e.g. to the privacy notice that a consent names. */
  links: z.array(z.object({ text: z.string(), href: z.string() })),
  section: z.enum(['main', 'demographic', 'consent']),
  /** Of a file: extensions with their dot, lower case; empty when anything goes. */
  accepts: z.array(z.string()),
  maxLength: z.number().int().nullable(),
})
export type FormField = z.infer<typeof FormField>

export const FormSchema = z.object({
  board: z.enum(['greenhouse', 'lever', 'ashby']),
  /** Which of the board's layouts it is: `current`, `old`, `embedded`. */
  variant: z.string(),
  /** Where the form itself is; of an embedded form the frame's address. */
  url: z.string(),
  title: z.string(),
  fields: z.array(FormField),
})
export type FormSchema = z.infer<typeof FormSchema>

const HandoverReason = z.enum(['challenge', 'login', 'unknown-form', 'email-code'])
export type HandoverReason = z.infer<typeof HandoverReason>

/** What was found at a posting's form. Only a `form` can be filled. */
export type FormReading =
  | { kind: 'form'; schema: FormSchema }
  | { kind: 'closed'; detail: string }
  | { kind: 'handover'; why: HandoverReason; detail: string }
