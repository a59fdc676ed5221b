// Whose answers the tables expect: the example's, somebody's on a visa, a taciturn person's.
import { fileURLToPath } from 'node:url'
import type { PlanInput, PlannedValue } from '../../../../packages/workloads/jobs/answers/index.ts'
import { planAnswers } from '../../../../packages/workloads/jobs/answers/index.ts'
import type { Posting } from '../../../../packages/workloads/jobs/boards/index.ts'
import type { FormField, FormSchema } from '../../../../packages/workloads/jobs/forms/schema.ts'
import { loadProfile, type Profile } from '../../../../packages/workloads/jobs/profile/index.ts'

export async function exampleProfile(): Promise<Profile> {
  const folder = fileURLToPath(new URL('../../../../profile.example', import.meta.url))
  const { profile } = await loadProfile(folder)
  if (!profile) throw new Error('the example profile is broken')
  return profile
}

/** In Austin on an H-1B that a new employer takes over; one present job, a master's degree. */
export function onVisa(example: Profile): Profile {
  const resume = structuredClone(example.resume)
  resume.basics = { name: 'Ana Ruiz', email: 'ana@example.com', phone: '+1 512 555 0142' }
  resume.countersign = {
    citizenships: ['MX'],
    authorisation: {
      US: { authorised: true, sponsorship: 'transfer', visa: 'H-1B' },
      elsewhere: { authorised: false, sponsorship: 'needed' },
    },
    residence: { country: 'US', region: 'TX', city: 'Austin' },
    pay: { floor: 140_000, expectation: 155_000, currency: 'USD', period: 'year' },
    noticeWeeks: 2,
    workplaces: { remote: true, relocation: [{ country: 'US' }] },
  }
  return { ...example, resume }
}

/** A name, an address and one job: everything else has to be asked. */
export function silent(example: Profile): Profile {
  const resume = structuredClone(example.resume)
  resume.basics = { name: 'María del Carmen García López', email: 'maria@example.com' }
  resume.countersign = {}
  return {
    ...example,
    resume: { ...resume, education: [], work: [] },
    answers: {
      ...example.answers,
      facts: [],
      texts: [],
      consents: { talentPool: false, marketing: false },
    },
  }
}

const places: Readonly<Record<string, Posting['locations']>> = {
  berlin: [{ text: 'Berlin, Germany', country: 'DE', region: null, city: 'Berlin' }],
  london: [{ text: 'London, UK', country: 'GB', region: null, city: 'London' }],
  texas: [{ text: 'Austin, TX', country: 'US', region: 'TX', city: 'Austin' }],
  both: [
    { text: 'Berlin, Germany', country: 'DE', region: null, city: 'Berlin' },
    { text: 'London, UK', country: 'GB', region: null, city: 'London' },
  ],
  'remote in Europe': [{ text: 'Remote, Europe', country: null, region: null, city: null }],
  'remote in the US': [{ text: 'Remote, US', country: 'US', region: null, city: null }],
  anywhere: [{ text: 'Remote', country: null, region: null, city: null }],
}
export type Where = keyof typeof places

export function postingIn(where: Where, more: Partial<Posting> = {}): Posting {
  return {
    board: 'greenhouse',
    account: 'ferrograph',
    externalId: '4001',
    company: 'Ferrograph',
    title: 'Backend Engineer',
    url: 'https://boards.example.com/ferrograph/4001',
    applyUrl: 'https://boards.example.com/ferrograph/4001/apply',
    locations: places[where] ?? [],
    workplace: String(where).startsWith('remote') ? 'remote' : 'hybrid',
    commitment: null,
    pay: [],
    department: null,
    language: 'en',
    postedAt: null,
    deadline: null,
    text: '',
    flags: [],
    rawHash: 'a'.repeat(64),
    bodyHash: 'b'.repeat(64),
    ...more,
  }
}

/** `text`, `long`, `number`, `date`, `file`, `phone`, `url`, `location`, `consent`, `yn`, or `A|B|C`. */
export type Kind = string

const kinds: Readonly<Record<string, FormField['kind']>> = {
  text: 'text',
  long: 'long-text',
  number: 'number',
  date: 'date',
  file: 'file',
  phone: 'phone',
  email: 'email',
  url: 'url',
  location: 'location',
  consent: 'consent',
  yn: 'yes-no',
}

export function field(
  label: string,
  kind: Kind = 'text',
  more: Partial<FormField> = {},
): FormField {
  const known = kinds[kind]
  const many = kind.startsWith('+')
  const labels = known ? [] : kind.replace(/^\+/, '').split('|')
  return {
    key: 'q1',
    label,
    description: null,
    required: true,
    kind: known ?? (many ? 'choices' : 'choice'),
    options: labels.map((text, at) => ({ value: String(900 + at), label: text })),
    links: [],
    section: known === 'consent' ? 'consent' : 'main',
    accepts: [],
    maxLength: null,
    ...more,
  }
}

export function formOf(fields: FormField[], more: Partial<FormSchema> = {}): FormSchema {
  return {
    board: 'greenhouse',
    variant: 'current',
    url: 'https://boards.example.com/ferrograph/4001/apply',
    title: 'Backend Engineer',
    fields,
    ...more,
  }
}

export const drafted: PlanInput['drafted'] = {
  cv: { file: 'c'.repeat(64), name: 'Joerdis_Kowalczyk_CV.pdf' },
  letter: { file: 'd'.repeat(64), name: 'Joerdis_Kowalczyk_Letter.pdf' },
  paragraphs: ['I build queues, and yours carries freight.', 'I would like to talk about leases.'],
  letterText: 'Dear team,\n\nI build queues, and yours carries freight.\n\nJördis Kowalczyk',
  cvText: 'Jördis Kowalczyk, Senior Backend Engineer',
}

export function inputFor(
  profile: Profile,
  fields: FormField[],
  more: Partial<PlanInput> = {},
): PlanInput {
  return {
    schema: formOf(fields),
    profile,
    today: '2026-11-30',
    posting: postingIn('berlin'),
    drafted,
    given: {},
    remembered: new Map(),
    ...more,
  }
}

export const asks = 'ASK'
export const leaves = 'LEAVE'

/** The planned text of the only field, or whether it is asked or left alone. */
export function outcomeOf(profile: Profile, one: FormField, posting: Posting): string {
  const plan = planAnswers(inputFor(profile, [one], { posting }))
  const value: PlannedValue | undefined = plan.values[0]
  if (value) return value.text
  return plan.ask.length > 0 || plan.beyond.length > 0 ? asks : leaves
}
