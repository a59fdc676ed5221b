// What a CV and a letter are made of: plain data, checked at this edge.
import { z } from 'zod'

const maxText = 2_000
const text = z.string().trim().min(1).max(maxText)
const short = z.string().trim().min(1).max(200)

/** `2019`, `2019-03` or `2019-03-31`; months and days that don't exist are refused. */
const partialDate = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, 'write YYYY, YYYY-MM or YYYY-MM-DD')

/** Only the characters of RFC 3986, so that a link carries it byte for byte. */
const webAddress = z
  .string()
  .max(500)
  .regex(
    /^https?:\/\/(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/,
    'write an http or https address, with other characters percent-encoded',
  )

const period = { start: partialDate.optional(), end: partialDate.nullable().optional() }

const contactSchema = z.strictObject({
  email: z.email().max(200),
  phone: short.optional(),
  location: short.optional(),
})

const linkSchema = z.strictObject({ label: short.optional(), url: webAddress })

/** `bullets` are in order of relevance, the best first: the last ones are left out first. */
const jobSchema = z.strictObject({
  title: short,
  employer: short,
  location: short.optional(),
  ...period,
  summary: text.optional(),
  bullets: z.array(text).max(60).default([]),
})

const projectSchema = z.strictObject({
  name: short,
  url: webAddress.optional(),
  ...period,
  summary: text.optional(),
  bullets: z.array(text).max(60).default([]),
})

const educationSchema = z.strictObject({
  degree: short,
  institution: short,
  location: short.optional(),
  ...period,
  note: text.optional(),
})

const cvShape = {
  paper: z.enum(['a4', 'letter']).default('a4'),
  name: short,
  headline: short.optional(),
  contact: contactSchema,
  links: z.array(linkSchema).max(10).default([]),
  summary: text.optional(),
  jobs: z.array(jobSchema).max(40).default([]),
  projects: z.array(projectSchema).max(40).default([]),
  skills: z
    .array(z.strictObject({ group: short, items: z.array(short).min(1).max(60) }))
    .max(30)
    .default([]),
  education: z.array(educationSchema).max(20).default([]),
  certificates: z.array(short).max(30).default([]),
  languages: z
    .array(z.strictObject({ language: short, level: short.optional() }))
    .max(20)
    .default([]),
}

export const cvSchema = z.strictObject(cvShape)

/** `optional` paragraphs are left out, the last first, if the letter is longer than its page. */
export const letterSchema = z.strictObject({
  paper: z.enum(['a4', 'letter']).default('a4'),
  sender: z.strictObject({
    name: short,
    contact: contactSchema,
    links: z.array(linkSchema).max(10).default([]),
  }),
  /** As printed; the caller knows the addressee's customs. */
  date: short,
  recipient: z.strictObject({
    person: short.optional(),
    company: short,
    lines: z.array(short).max(6).default([]),
  }),
  subject: short.optional(),
  salutation: short,
  paragraphs: z
    .array(
      z.strictObject({
        text: z.string().trim().min(1).max(10_000),
        optional: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(40),
  closing: short,
})

export type CvContent = z.infer<typeof cvSchema>
export type CvInput = z.input<typeof cvSchema>
export type LetterContent = z.infer<typeof letterSchema>
export type LetterInput = z.input<typeof letterSchema>
export type Contact = z.infer<typeof contactSchema>
export type Link = z.infer<typeof linkSchema>
export type Paper = CvContent['paper']
