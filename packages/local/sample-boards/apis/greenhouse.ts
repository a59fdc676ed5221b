// Greenhouse's public Job Board API (grnhse/greenhouse-api-docs): postings, and with `questions=true` their forms.
import { Hono } from 'hono'
import type { Pay, SamplePosting } from '../employers.ts'
import type { Field } from '../form.ts'
import { numberOf } from '../ids.ts'
import { escaped, paragraphsHtml, textHtml } from '../text.ts'
import { currentForm, isOpen, openOf, postingOf, type World } from '../world.ts'

export function greenhouseApi(world: World): Hono {
  const app = new Hono()
  app.get('/v1/boards/:account', (c) => {
    const employer = openOf(world, 'greenhouse', c.req.param('account'))?.[0]?.employer
    if (!employer) return c.json({ status: 404, error: 'Job board not found' }, 404)
    return c.json({ name: employer.name, content: escaped(paragraphsHtml([employer.about])) })
  })
  app.get('/v1/boards/:account/jobs', (c) => {
    const open = openOf(world, 'greenhouse', c.req.param('account'))
    if (!open) return c.json({ status: 404, error: 'Job not found' }, 404)
    const whole = c.req.query('content') === 'true'
    const jobs = open.map((posting) => {
      const { content, departments, offices, ...job } = jobOf(world, posting)
      return whole ? { ...job, content, departments, offices } : job
    })
    return c.json({ jobs, meta: { total: jobs.length } })
  })
  app.get('/v1/boards/:account/jobs/:id', (c) => {
    const posting = postingOf(world, c.req.param('account'), c.req.param('id'))
    if (!posting || !isOpen(world, posting) || posting.employer.board !== 'greenhouse')
      return c.json({ status: 404, error: 'Job not found' }, 404)
    return c.json({
      ...jobOf(world, posting),
      ...(c.req.query('questions') === 'true' && formQuestions(world, posting)),
      ...(c.req.query('pay_transparency') === 'true' && { pay_input_ranges: payRanges(posting) }),
    })
  })
  return app
}

/** Where a person is sent: the board's page, or the employer's own with the form in a frame. */
function addressOf(world: World, { employer, id, form }: SamplePosting): string {
  return form.traits.includes('embedded')
    ? `${world.origin}/careers/${employer.account}/openings?gh_jid=${id}`
    : `${world.origin}/${employer.account}/jobs/${id}`
}

export function jobOf(world: World, posting: SamplePosting): Record<string, unknown> {
  const { employer, id, title, places, workplace, department, publishedAt } = posting
  // Boards touch all of their postings at once, so this says nothing of any of them.
  const touched = world.postings[0]?.publishedAt ?? publishedAt
  return {
    absolute_url: addressOf(world, posting),
    data_compliance: [
      {
        type: 'gdpr',
        requires_consent: false,
        requires_processing_consent: posting.form.traits.includes('full'),
        requires_retention_consent: false,
        retention_period: null,
        demographic_data_consent_applies: posting.form.traits.includes('full'),
      },
    ],
    internal_job_id: numberOf(`${posting.key} opening`),
    location: { name: places.join('; ') },
    metadata: metadataOf(posting),
    id: Number(id),
    updated_at: touched.toISOString().replace('Z', '-00:00'),
    requisition_id: 'See Opening ID',
    title,
    company_name: employer.name,
    first_published: publishedAt.toISOString().replace('Z', '-00:00'),
    application_deadline: null,
    language: 'en',
    departments: [{ id: numberOf(department), name: department, child_ids: [], parent_id: null }],
    offices: employer.offices.map((name) => ({
      id: numberOf(name),
      name: name.split(',')[0],
      location: workplace === 'remote' ? null : name,
      child_ids: [],
      parent_id: null,
    })),
    content: contentOf(posting),
    ...posting.raw,
  }
}

/** Intro, text and conclusion in one string, escaped once more than HTML needs. */
function contentOf({ employer, text }: SamplePosting): string {
  const html = [
    `<div class="content-intro">${paragraphsHtml([employer.about])}</div>`,
    textHtml(text, (title) => `<p><strong>${title}</strong></p>`),
    `<div class="content-conclusion"><p>&nbsp;</p>${paragraphsHtml([employer.closing])}</div>`,
  ]
  return escaped(html.join('\n'))
}

function metadataOf({ workplace, pay, commitment }: SamplePosting): unknown[] {
  const entry = (name: string, value: unknown, type = 'single_select') => ({
    id: numberOf(name),
    name,
    value,
    value_type: type,
  })
  const modes = { remote: 'Remote', hybrid: 'Hybrid', onsite: 'In-Office' }
  return [
    entry('Featured on website', false, 'yes_no'),
    ...(workplace ? [entry('Workplace Type', modes[workplace])] : []),
    entry('Employment Type', commitment),
    ...(pay && pay.note === 'in metadata' ? payMetadata(pay, entry) : []),
  ]
}

/** Amounts are strings here, and their period is an entry of its own. */
function payMetadata(
  pay: Pay,
  entry: (name: string, value: unknown, type?: string) => unknown,
): unknown[] {
  const range = {
    unit: pay.currency,
    min_value: pay.min.toFixed(1),
    max_value: pay.max.toFixed(1),
  }
  return [entry('Salary Range', range, 'currency_range'), entry('Pay Period', `per ${pay.period}`)]
}

/** Cents, without any word on their period but what the employer wrote beside them. */
function payRanges({ pay }: SamplePosting): unknown[] {
  if (!pay || pay.note === 'in metadata') return []
  return [
    {
      min_cents: pay.min * 100,
      max_cents: pay.max * 100,
      currency_type: pay.currency,
      title: 'Pay range',
      blurb: pay.note === '' ? '' : escaped(`<p>${escaped(pay.note)}</p>`),
    },
  ]
}

function formQuestions(world: World, posting: SamplePosting): Record<string, unknown> {
  const { fields } = currentForm(world, posting)
  const of = (section: Field['section']) => fields.filter((field) => field.section === section)
  const main = of('main')
  const place = main.filter(({ kind }) => kind === 'location')
  const demographic = of('demographic')
  const eeoc = of('eeoc')
  return {
    questions: main.filter(({ kind }) => kind !== 'location').map(questionOf),
    location_questions: place.map((field) => ({
      ...questionOf(field),
      fields: [
        { name: 'location', type: 'input_text', values: [] },
        { name: 'latitude', type: 'input_hidden', values: [] },
        { name: 'longitude', type: 'input_hidden', values: [] },
      ],
    })),
    compliance:
      eeoc.length === 0
        ? null
        : [
            { type: 'eeoc', questions: [], description: burden },
            { type: 'eeoc', questions: eeoc.map(questionOf), description: burden },
          ],
    demographic_questions:
      demographic.length === 0
        ? null
        : {
            header: 'Voluntary questions',
            description: '<p>Nobody who decides on applications sees these answers.</p>',
            questions: demographic.map(demographicOf),
          },
  }
}

const burden = escaped('<p>Answering is voluntary and takes about five minutes.</p>')

function demographicOf({ key, label, required, options }: Field): Record<string, unknown> {
  return {
    id: Number(key),
    label,
    required,
    type: 'multi_value_single_select',
    answer_options: options.map(({ value, label: answer }) => ({
      id: Number(value),
      label: answer,
      free_form: /self-describe/.test(answer),
      // Also of the option that says so.
      decline_to_answer: false,
    })),
  }
}

function questionOf({ key, kind, label, required, description, options }: Field) {
  const values = options.map(({ value, label: answer }) => ({
    label: answer,
    value: /^question_/.test(key) ? Number(value) : value,
  }))
  const type = { file: 'input_file', 'long-text': 'textarea', choices: 'multi_value_multi_select' }
  const single = kind === 'choice' || kind === 'yes-no' ? 'multi_value_single_select' : 'input_text'
  const name = kind in type ? type[kind as keyof typeof type] : single
  return {
    description,
    label,
    required,
    fields: [
      { name: key, type: name, values },
      ...(kind === 'file' ? [{ name: `${key}_text`, type: 'textarea', values: [] }] : []),
    ],
  }
}
