// The invented employers and their postings, read from the YAML files of `employers/`.
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { formOf } from './fields.ts'
import { captchas, type Form, families, traits } from './form.ts'
import { numberOf, uuidOf } from './ids.ts'
import { questionNames } from './questions.ts'

const Pay = z.strictObject({
  min: z.number(),
  max: z.number(),
  currency: z.string(),
  period: z.enum(['year', 'month', 'hour']).default('year'),
  /** Words that stand beside it; Greenhouse has no other place for the period. */
  note: z.string().default(''),
})

const PostingFile = z.strictObject({
  slug: z.string(),
  title: z.string(),
  /** Days before the boards first started. */
  daysAgo: z.number(),
  places: z.array(z.string()),
  workplace: z.enum(['remote', 'hybrid', 'onsite']).optional(),
  commitment: z.string().default('Permanent'),
  department: z.string().default('Engineering'),
  pay: Pay.optional(),
  /** Keys of the board's own JSON that replace what is made of the rest. */
  raw: z.record(z.string(), z.unknown()).default({}),
  /** Named, it has the words of another posting under an id of its own. */
  repeats: z.string().optional(),
  text: z.string().default(''),
  asks: z.array(z.enum(questionNames)).default([]),
  with: z.array(z.enum(traits)).default([]),
  captcha: z.enum(captchas).default('badge'),
})

const EmployerFile = z.strictObject({
  name: z.string(),
  board: z.enum(families),
  account: z.string(),
  accent: z.string().regex(/^#[0-9a-f]{6}$/),
  offices: z.array(z.string()),
  /** In front of each posting, and behind it. */
  about: z.string(),
  closing: z.string(),
  postings: z.array(PostingFile).max(60),
})

export type Pay = z.infer<typeof Pay>
export type Employer = Omit<z.infer<typeof EmployerFile>, 'postings'>

export interface SamplePosting extends z.infer<typeof PostingFile> {
  employer: Employer
  /** As the board numbers it. */
  id: string
  /** `board:account:id`. */
  key: string
  publishedAt: Date
  form: Form
}

const folder = new URL('employers/', import.meta.url)

/** All postings of all employers, `daysAgo` counted from `since`. Throws when a file is wrong. */
export function readPostings(since: Date): SamplePosting[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  return files.sort().flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const { postings, ...employer } = EmployerFile.parse(parse(text))
    const textOf = new Map(postings.map((posting) => [posting.slug, posting.text]))
    return postings.map((posting) => {
      const named = `${employer.account} ${posting.slug}`
      const id = employer.board === 'greenhouse' ? String(numberOf(named)) : uuidOf(named)
      return {
        ...posting,
        text: textOf.get(posting.repeats ?? '') ?? posting.text,
        employer,
        id,
        key: `${employer.board}:${employer.account}:${id}`,
        publishedAt: new Date(since.getTime() - posting.daysAgo * 86_400_000),
        form: formOf(employer.board, named, employer.name, posting),
      }
    })
  })
}
