// resume.json: JSON Resume, of which we require what an application needs, plus our block
// `countersign`.
import { z } from 'zod'
import { count, country, currency, date, email, flag, listOf, oneOf, url, words } from './fields.ts'

const levels = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const
const periods = ['year', 'month', 'week', 'day', 'hour'] as const

/** A bullet's evidence id: how drafts name the fact behind a sentence. */
const evidence = words.refine((value) => /^[a-z0-9][a-z0-9-]{1,60}$/.test(value), {
  error: (issue) => `"${issue.input}" isn't an evidence id; use small letters, digits and hyphens`,
})

/**
 * `evidence` runs parallel to `highlights`: JSON Resume's highlights are plain strings and stay
 * so.
 */
const withBullets = {
  highlights: listOf(words, 60).optional(),
  evidence: listOf(evidence, 60).optional(),
}

const Work = z.looseObject({
  name: words,
  position: words,
  location: words.optional(),
  url: url.optional(),
  startDate: date,
  /** Left out: still there. */
  endDate: date.optional(),
  summary: words.optional(),
  /** False for work that is shown but doesn't count as experience. */
  relevant: flag.optional(),
  ...withBullets,
})

const Education = z.looseObject({
  institution: words,
  area: words.optional(),
  studyType: words.optional(),
  startDate: date.optional(),
  endDate: date.optional(),
  score: words.optional(),
  courses: listOf(words).optional(),
})

const Project = z.looseObject({
  name: words,
  description: words.optional(),
  url: url.optional(),
  startDate: date.optional(),
  endDate: date.optional(),
  keywords: listOf(words).optional(),
  ...withBullets,
})

const Standing = z.strictObject({
  /** May work there today. */
  authorised: flag,
  /** `none` needed, a visa to be taken over (`transfer`), or a new one (`needed`). */
  sponsorship: oneOf(['none', 'transfer', 'needed']),
  visa: words.optional(),
})

const Skill = z.strictObject({
  name: words,
  since: date.optional(),
  until: date.optional(),
  /** True: "I don't know this", so that a posting that asks for years of it is a miss. */
  none: flag.optional(),
})

const Place = z.strictObject({ city: words.optional(), region: words.optional(), country })

/**
 * What hiring needs to know and JSON Resume has no place for. Everything is optional; what is
 * missing is asked.
 */
export const Extension = z.strictObject({
  citizenships: listOf(country).optional(),
  permanentResidences: listOf(country).optional(),
  /** By country code, and `elsewhere` for every country that isn't listed. */
  authorisation: z.record(z.union([z.literal('elsewhere'), country]), Standing).optional(),
  residence: Place.optional(),
  availableFrom: date.optional(),
  noticeWeeks: count(0, 52).optional(),
  pay: z
    .strictObject({
      floor: count(0, 100_000_000),
      expectation: count(0, 100_000_000).optional(),
      currency,
      period: oneOf(periods),
    })
    .optional(),
  workplaces: z
    .strictObject({
      remote: flag,
      offices: listOf(
        z.strictObject({ city: words, country, maxDaysPerWeek: count(0, 7) }),
      ).optional(),
      relocation: listOf(Place).optional(),
    })
    .optional(),
  timeZone: z
    .strictObject({
      zone: words.refine(isZone, {
        error: (issue) => `"${issue.input}" isn't a time zone; write it as Europe/Berlin`,
      }),
      maxShiftHours: count(0, 12).optional(),
    })
    .optional(),
  /** ISO 639-1 code → CEFR level. A language that isn't listed isn't spoken. */
  languages: z.record(words, oneOf(levels)).optional(),
  skills: listOf(Skill).optional(),
  degree: oneOf(['none', 'bachelor', 'master', 'doctorate']).optional(),
  clearances: listOf(words).optional(),
  drivingLicence: flag.optional(),
  /**
   * What documents print for text that their fonts lack: "李雷": "Li Lei". Also for a posting's title
   * or company.
   */
  spellings: z.record(words, z.string().max(200)).optional(),
  /**
   * Evidence ids and basics fields (`phone`, `address`, `email`) that no model and no
   * posting-facing text may see.
   */
  private: listOf(words).optional(),
})
export type Extension = z.infer<typeof Extension>

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone.includes('/') || zone === 'UTC'
  } catch {
    return false
  }
}

export const Resume = z
  .looseObject({
    basics: z.looseObject({
      name: words,
      label: words.optional(),
      email,
      phone: words.optional(),
      url: url.optional(),
      summary: words.optional(),
      location: z
        .looseObject({
          address: words.optional(),
          postalCode: words.optional(),
          city: words.optional(),
          region: words.optional(),
          countryCode: country.optional(),
        })
        .optional(),
      profiles: listOf(
        z.looseObject({ network: words, username: words.optional(), url: url.optional() }),
      ).optional(),
    }),
    work: listOf(Work, 60).optional(),
    volunteer: listOf(
      z.looseObject({ organization: words, position: words.optional() }),
    ).optional(),
    education: listOf(Education, 30).optional(),
    projects: listOf(Project, 60).optional(),
    skills: listOf(
      z.looseObject({ name: words, level: words.optional(), keywords: listOf(words).optional() }),
    ).optional(),
    languages: listOf(z.looseObject({ language: words, fluency: words.optional() })).optional(),
    certificates: listOf(
      z.looseObject({ name: words, date: date.optional(), issuer: words.optional() }),
    ).optional(),
    publications: listOf(z.looseObject({ name: words, publisher: words.optional() })).optional(),
    awards: listOf(z.looseObject({ title: words, awarder: words.optional() })).optional(),
    interests: listOf(z.looseObject({ name: words })).optional(),
    countersign: Extension.default({}),
  })
  .check((context) =>
    crossChecks(context.value, (path, message) => {
      context.issues.push({ code: 'custom', message, path, input: context.value })
    }),
  )
export type Resume = z.infer<typeof Resume>

type Report = (path: (string | number)[], message: string) => void

/**
 * What one field alone can't show: order of dates, parallel lists, ids that are used twice or
 * nowhere.
 */
function crossChecks(resume: ResumeInput, report: Report): void {
  if (!resume.work?.length && !resume.education?.length && !resume.projects?.length)
    report(['basics'], 'stands alone; add at least one entry under work, education or projects')
  const seen = new Map<string, string>()
  for (const section of ['work', 'projects'] as const) {
    resume[section]?.forEach((entry, index) => {
      const { startDate, endDate, highlights = [], evidence: ids } = entry
      if (
        startDate &&
        endDate &&
        endDate.slice(0, startDate.length) < startDate.slice(0, endDate.length)
      )
        report(
          [section, index, 'endDate'],
          `"${endDate}" lies before startDate "${startDate}"; swap or correct them`,
        )
      if (ids && ids.length !== highlights.length)
        report(
          [section, index, 'evidence'],
          `has ${ids.length} ids for ${highlights.length} highlights; give one id per bullet, in the same order`,
        )
      for (const [at, id] of (ids ?? []).entries()) {
        const used = seen.get(id)
        if (used)
          report(
            [section, index, 'evidence', at],
            `"${id}" is already used in ${used}; every bullet needs an id of its own`,
          )
        seen.set(id, `${section}[${index}]`)
      }
    })
  }
  const basics = ['phone', 'address', 'email', 'postalCode', 'url']
  resume.countersign.private?.forEach((mark, at) => {
    if (!seen.has(mark) && !basics.includes(mark))
      report(
        ['countersign', 'private', at],
        `"${mark}" is neither an evidence id nor one of ${basics.join(', ')}`,
      )
  })
}

interface ResumeInput {
  work?: BulletEntry[] | undefined
  projects?: BulletEntry[] | undefined
  education?: unknown[] | undefined
  countersign: Extension
}
interface BulletEntry {
  startDate?: string | undefined
  endDate?: string | undefined
  highlights?: string[] | undefined
  evidence?: string[] | undefined
}
