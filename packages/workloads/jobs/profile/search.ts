// search.yaml: which boards are read, what is wanted, and how many postings a night are taken up.
import { z } from 'zod'
import { count, currency, flag, listOf, oneOf, words } from './fields.ts'

const account = words.refine((value) => /^[\p{L}\p{N}._~ -]{1,100}$/u.test(value), {
  error: (issue) =>
    `"${issue.input}" isn't a board account; write the name from the board's address`,
})

const weight = count(0, 100)

export const Search = z.strictObject({
  boards: listOf(
    z.strictObject({
      board: oneOf(['greenhouse', 'lever', 'ashby']),
      account,
      company: words.optional(),
      eu: flag.optional(),
    }),
    300,
  ).min(1, { error: 'names no board; add one, e.g. { board: greenhouse, account: ferrograph }' }),
  night: z
    .strictObject({
      postings: count(1, 100).default(15),
      perCompany: count(1, 100).default(2),
      /** Older postings aren't taken up. */
      maxAgeDays: count(1, 3_650).default(90),
    })
    .prefault({}),
  titles: z
    .strictObject({ wanted: listOf(words).default([]), unwanted: listOf(words).default([]) })
    .prefault({}),
  hard: z
    .strictObject({
      employment: listOf(
        oneOf([
          'permanent',
          'fixed-term',
          'freelance',
          'internship',
          'working-student',
          'temporary',
        ]),
      ).default(['permanent']),
      partTime: flag.default(false),
      seniority: listOf(
        oneOf(['intern', 'junior', 'mid', 'senior', 'staff', 'lead', 'manager', 'director']),
      ).optional(),
      maxTravelPercent: count(0, 100).optional(),
    })
    .prefault({}),
  /** Points each part of a score is worth at most. */
  weights: z
    .strictObject({
      text: weight.default(50),
      skills: weight.default(20),
      title: weight.default(20),
      recency: weight.default(10),
      unclear: weight.default(4),
    })
    .prefault({}),
  exclude: z
    .strictObject({
      companies: listOf(words).default([]),
      titleWords: listOf(words).default([]),
      topics: listOf(words).default([]),
    })
    .prefault({}),
  /** Pinned conversions, so that the same posting is judged the same every night. */
  conversions: z
    .strictObject({
      hoursPerYear: count(1, 4_000).default(2_080),
      daysPerYear: count(1, 366).default(260),
      /** How many units of the floor's currency one unit of another is worth. */
      rates: z.record(currency, z.number().positive()).default({}),
    })
    .prefault({}),
})
export type Search = z.infer<typeof Search>
