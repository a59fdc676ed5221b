// answers.yaml: standing answers to questions forms ask, with the polarity each wording has.
import { z } from 'zod'
import { flag, listOf, words } from './fields.ts'

const Wording = z.strictObject({
  /** How forms put the question, or the part of it that never changes. */
  text: words,
  /** Whether "yes" to this wording affirms the statement or denies it. */
  yes: z.enum(['affirms', 'denies'], {
    error:
      'says whether "yes" to this wording affirms the statement or denies it; write affirms or denies',
  }),
})

/** Something that is so or isn't, however a form turns the question. */
const Fact = z.strictObject({
  id: words,
  statement: words,
  holds: flag,
  asks: listOf(Wording).min(1, { error: 'needs at least one wording' }),
})

/** A question with an answer in words. */
const Text = z.strictObject({
  id: words,
  asks: listOf(words).min(1, { error: 'needs at least one wording' }),
  answer: words,
  /** Labels that say the same where a form only offers a list. */
  options: listOf(words).optional(),
})

const demographics = [
  'gender',
  'race',
  'ethnicity',
  'veteran',
  'disability',
  'orientation',
  'pronouns',
  'age',
] as const

export const Answers = z
  .strictObject({
    facts: listOf(Fact).default([]),
    texts: listOf(Text).default([]),
    /** Questions about who one is: declined unless an answer is written here. */
    demographics: z
      .strictObject(
        Object.fromEntries(demographics.map((name) => [name, words.default('decline')])) as Record<
          (typeof demographics)[number],
          z.ZodDefault<typeof words>
        >,
      )
      .prefault({}),
    /** Consents that forms ask for. Marketing is never given by default. */
    consents: z
      .strictObject({
        application: flag.optional(),
        talentPool: flag.default(false),
        marketing: flag.default(false),
      })
      .prefault({}),
  })
  .check((context) => {
    const seen = new Set<string>()
    for (const section of ['facts', 'texts'] as const) {
      context.value[section].forEach((entry, index) => {
        if (seen.has(entry.id))
          context.issues.push({
            code: 'custom',
            message: `"${entry.id}" is used twice; give every answer an id of its own`,
            path: [section, index, 'id'],
            input: entry.id,
          })
        seen.add(entry.id)
      })
    }
  })
export type Answers = z.infer<typeof Answers>
