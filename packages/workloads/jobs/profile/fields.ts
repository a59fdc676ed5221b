// Field types shared by the profile's files; every message says what to write instead.
import { z } from 'zod'

/**
 * Text of at least one character. YAML and careless JSON give numbers for years and phone
 * numbers.
 */
export const words = z
  .union([z.string(), z.number()], { error: 'should be text; put it in quotes' })
  .transform((value) => String(value).trim())
  .refine((value) => value !== '', { error: 'is empty; write it or leave the line out' })

const datePattern = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/

/**
 * `YYYY`, `YYYY-MM` or `YYYY-MM-DD` that exists in the calendar. The JSON Resume pattern accepts
 * month 19.
 */
function isDate(text: string): boolean {
  const match = datePattern.exec(text)
  if (!match) return false
  const [, year, month = '01', day = '01'] = match
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
}

export const date = words.refine(isDate, {
  error: (issue) =>
    `"${issue.input}" isn't a date; write YYYY, YYYY-MM or YYYY-MM-DD, e.g. 2019-03`,
})

export const country = words
  .refine((value) => /^[A-Za-z]{2}$/.test(value), {
    error: (issue) => `"${issue.input}" isn't a country code; write two letters, e.g. DE, US or GB`,
  })
  .transform((value) => value.toUpperCase())

export const currency = words
  .refine((value) => /^[A-Za-z]{3}$/.test(value), {
    error: (issue) => `"${issue.input}" isn't a currency; write three letters, e.g. EUR`,
  })
  .transform((value) => value.toUpperCase())

export const email = words.refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), {
  error: (issue) => `"${issue.input}" isn't an email address; write it as name@host`,
})

export const url = words.refine((value) => URL.canParse(value) && /^https?:/.test(value), {
  error: (issue) => `"${issue.input}" isn't a web address; start it with https://`,
})

export const flag = z.boolean({ error: 'should be true or false' })

/** One of a few words; the message lists them. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, {
    error: (issue) =>
      `"${String(issue.input)}" isn't known here; write one of ${values.join(', ')}`,
  })
}

export function count(min: number, max: number) {
  const error = `should be a number from ${min} to ${max}`
  return z.number({ error }).min(min, { error }).max(max, { error })
}

/** Any list is bounded, so that a slip of the keyboard can't become a night of work. */
export function listOf<T extends z.ZodType>(item: T, max = 500) {
  return z
    .array(item, { error: 'should be a list' })
    .max(max, { error: `has more than ${max} entries` })
}
