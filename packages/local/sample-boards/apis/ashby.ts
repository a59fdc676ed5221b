// Ashby's public posting API, and the undocumented call by which its own pages get a form.
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { SamplePosting } from '../employers.ts'
import type { Field } from '../form.ts'
import { uuidOf } from '../ids.ts'
import type { Kind } from '../questions.ts'
import { plainText, textHtml } from '../text.ts'
import { currentForm, isOpen, openOf, postingOf, type World } from '../world.ts'

export function ashbyApi(world: World): Hono {
  const app = new Hono()
  app.get('/posting-api/job-board/:account', (c) => {
    const open = openOf(world, 'ashby', c.req.param('account'))
    if (!open) return c.text('Not Found', 404)
    const paid = c.req.query('includeCompensation') === 'true'
    const jobs = open.map((posting) => {
      const { compensation, ...job } = jobOf(world, posting)
      return paid ? { ...job, compensation } : job
    })
    return c.json({ apiVersion: '1', jobs })
  })
  return app
}

const Variables = z.looseObject({
  variables: z.looseObject({
    organizationHostedJobsPageName: z.string(),
    jobPostingId: z.string(),
  }),
})

/** `op=ApiJobPosting`: the posting with its form, or null for one that is closed. */
export async function answerJobPosting(world: World, c: Context): Promise<Response> {
  const asked = Variables.safeParse(await c.req.json().catch(() => undefined))
  if (!asked.success) return c.json({ errors: [{ message: 'Variables are missing' }] }, 400)
  const { organizationHostedJobsPageName: account, jobPostingId: id } = asked.data.variables
  const posting = postingOf(world, account, id)
  const open = posting && isOpen(world, posting) && posting.employer.board === 'ashby'
  return c.json({ data: { jobPosting: open ? formAnswer(world, posting) : null } })
}

function formAnswer(world: World, posting: SamplePosting): Record<string, unknown> {
  const { fields } = currentForm(world, posting)
  const render = (some: readonly Field[]) => ({
    id: formId(posting),
    formControls: [{ identifier: uuidOf(`${posting.key} submit`), title: 'Submit Application' }],
    errorMessages: [],
    sections: [
      {
        title: null,
        descriptionHtml: null,
        fieldEntries: some.map((field) => entryOf(posting, field)),
        isHidden: null,
        __typename: 'FormSectionRender',
      },
    ],
    __typename: 'FormRender',
  })
  const survey = fields.filter(({ section }) => section === 'eeoc')
  return {
    id: posting.id,
    title: posting.title,
    applicationForm: render(fields.filter(({ section }) => section !== 'eeoc')),
    surveyForms: survey.length === 0 ? [] : [render(survey)],
    applicationDeadline: null,
    applicationLimitCalloutHtml: null,
    __typename: 'JobPostingDetails',
  }
}

export const formId = (posting: SamplePosting) => uuidOf(`${posting.key} form`)

const types: Record<Kind, string> = {
  text: 'String',
  email: 'Email',
  phone: 'Phone',
  'long-text': 'LongText',
  number: 'Number',
  date: 'Date',
  choice: 'ValueSelect',
  choices: 'MultiValueSelect',
  'yes-no': 'Boolean',
  file: 'File',
  location: 'Location',
  consent: 'Boolean',
}

function entryOf(posting: SamplePosting, field: Field): Record<string, unknown> {
  const { key, kind, label, required, description, options } = field
  return {
    id: `${formId(posting)}_${key}`,
    field: {
      id: uuidOf(`${posting.key} ${key} field`),
      path: key,
      humanReadablePath: key.startsWith('_systemfield') ? label : '',
      title: label,
      // Says nothing of what is required; `isRequired` does.
      isNullable: false,
      isPrivate: false,
      isDeactivated: false,
      isMany: kind === 'choices',
      metadata: {},
      type: types[kind],
      ...(options.length > 0 && kind !== 'yes-no' && { selectableValues: options }),
      __autoSerializationID: `${types[kind]}Field`,
    },
    fieldValue: null,
    isRequired: required,
    descriptionHtml: description,
    isHidden: null,
    __typename: 'FormFieldEntry',
  }
}

function jobOf(world: World, posting: SamplePosting): Record<string, unknown> {
  const { employer, id, title, places, workplace, department, commitment, publishedAt } = posting
  const [first = '', ...others] = places
  const page = `${world.origin}/${employer.account}/${id}`
  const types: Record<string, string> = { hybrid: 'Hybrid', onsite: 'OnSite', remote: 'Remote' }
  return {
    id,
    title,
    department,
    team: department,
    employmentType: commitment === 'Permanent' ? 'FullTime' : commitment,
    location: nameOf(first),
    shouldDisplayCompensationOnJobPostings: posting.pay !== undefined,
    secondaryLocations: others.map((place) => ({
      location: nameOf(place),
      address: addressOf(place),
    })),
    publishedAt: publishedAt.toISOString().replace('Z', '+00:00'),
    isListed: true,
    // True on hybrid jobs too: seen on real boards.
    isRemote: workplace !== 'onsite',
    workplaceType: workplace === undefined ? null : types[workplace],
    address: addressOf(first),
    jobUrl: page,
    applyUrl: `${page}/application`,
    descriptionHtml: htmlOf(posting),
    descriptionPlain: plainText(`${employer.about}\n\n${posting.text}\n\n${employer.closing}`),
    compensation: compensationOf(posting),
    ...posting.raw,
  }
}

export function htmlOf({ employer, text }: SamplePosting): string {
  const html = textHtml(
    `${employer.about}\n\n${text}\n\n## Good to know\n\n${employer.closing}`,
    (title) => `<h2>${title}</h2>`,
  )
  return html.replace(/<(p|ul|li)>/g, '<$1 style="min-height:1.5em">')
}

/** "Berlin, Germany" is shown as Berlin; "Remote, Germany" as Remote, the country only in its address. */
const nameOf = (place: string) => place.split(',')[0] ?? place

function addressOf(place: string): Record<string, unknown> {
  const [name = '', country] = place.split(',').map((part) => part.trim())
  const city = /remote|europe/i.test(name) ? {} : { addressLocality: name }
  return { postalAddress: { addressCountry: country ?? name, ...city } }
}

const symbols: Record<string, string> = { EUR: '€', GBP: '£', USD: '$', CHF: 'CHF ' }

/** One tier; equity stands in front of the salary. */
function compensationOf({ pay, key }: SamplePosting): Record<string, unknown> {
  if (!pay) return { compensationTierSummary: null, compensationTiers: [], summaryComponents: [] }
  const thousands = (value: number) => `${symbols[pay.currency] ?? ''}${value / 1000}K`
  const summary = `${thousands(pay.min)} – ${thousands(pay.max)}`
  const components = [
    {
      compensationType: 'EquityPercentage',
      interval: 'NONE',
      currencyCode: null,
      minValue: 0.05,
      maxValue: 0.2,
      summary: '0.05% – 0.2%',
    },
    {
      compensationType: 'Salary',
      interval: `1 ${pay.period.toUpperCase()}`,
      currencyCode: pay.currency,
      minValue: pay.min,
      maxValue: pay.max,
      summary,
    },
  ]
  return {
    compensationTierSummary: `${summary} • 0.05% – 0.2%`,
    scrapeableCompensationSalarySummary: summary.replace('–', '-'),
    compensationTiers: [
      {
        id: uuidOf(`${key} tier`),
        title: null,
        tierSummary: `${summary} • 0.05% – 0.2%`,
        additionalInformation: pay.note === '' ? null : pay.note,
        components,
      },
    ],
    summaryComponents: components,
  }
}
