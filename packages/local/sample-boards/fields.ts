// The fields of each board's forms: what all of a board's employers ask, and what only full forms do.
import { asked, same } from './asked.ts'
import type { Family, Field, Form, FormWish, Option } from './form.ts'
import { numberOf, uuidOf } from './ids.ts'
import type { Kind } from './questions.ts'

/** The form of a posting. The same posting has the same keys at every start. */
export function formOf(family: Family, posting: string, company: string, wish: FormWish): Form {
  const full = wish.with.includes('full')
  const fields = [
    ...base[family](full, posting),
    ...wish.asks.map((name, index) => asked(family, posting, company, name, index)),
    ...(full ? extras[family](posting) : []),
  ]
  const markup = { salt: '101oc', wrapped: false, reordered: false, footer: '' }
  return { fields, traits: wish.with, captcha: wish.captcha, markup }
}

function field(key: string, kind: Kind, label: string, more: Partial<Field> = {}): Field {
  return {
    key,
    kind,
    label,
    required: true,
    options: [],
    description: null,
    section: 'main',
    ...more,
  }
}

const optional = { required: false }

const base: Record<Family, (full: boolean, posting: string) => Field[]> = {
  greenhouse: (full) => [
    field('first_name', 'text', 'First Name'),
    field('last_name', 'text', 'Last Name'),
    ...(full ? [field('preferred_name', 'text', 'Preferred First Name', optional)] : []),
    field('email', 'email', 'Email'),
    field('phone', 'phone', 'Phone'),
    ...(full ? [field('location', 'location', 'Location (City)')] : []),
    field('resume', 'file', 'Resume/CV'),
    field('cover_letter', 'file', 'Cover Letter', optional),
  ],
  lever: () => [
    field('resume', 'file', 'Resume/CV'),
    field('name', 'text', 'Full name'),
    field('email', 'email', 'Email'),
    field('phone', 'phone', 'Phone', optional),
    field('location', 'location', 'Current location'),
    field('org', 'text', 'Current company', optional),
    field('urls[LinkedIn]', 'text', 'LinkedIn URL', optional),
    field('urls[GitHub]', 'text', 'GitHub URL', optional),
    field('urls[Portfolio]', 'text', 'Portfolio URL', optional),
    field('comments', 'long-text', 'Additional information', optional),
    consent('consent[marketing]', false, 'Tell me about events and news by e-mail.'),
  ],
  ashby: (full, posting) => [
    field('_systemfield_name', 'text', 'Name'),
    field('_systemfield_email', 'email', 'Email'),
    field('_systemfield_resume', 'file', 'Resume'),
    field(uuidOf(`${posting} letter`), 'file', 'Cover letter', optional),
    field(uuidOf(`${posting} phone`), 'phone', 'Phone\u00a0', optional),
    ...(full
      ? [field('_systemfield_location', 'location', 'Where would you be working from?')]
      : []),
  ],
}

const decline = { value: '8', label: 'Decline To Self Identify' }
const eeoc = (key: string, label: string, options: Option[]) =>
  field(key, 'choice', label, { required: false, section: 'eeoc', options })
const numbered = (labels: readonly string[]) =>
  labels.map((label, index) => ({ value: String(labels.length - index), label })).reverse()

const extras: Record<Family, (posting: string) => Field[]> = {
  greenhouse: (posting) => {
    const gender = numberOf(`${posting} demographic gender`)
    const age = numberOf(`${posting} demographic age`)
    const options = (id: number, labels: string[]) =>
      labels.map((label, index) => ({ value: String(id + 1 + index), label }))
    const demographic = (id: number, label: string, labels: string[]) =>
      field(String(id), 'choice', label, {
        required: false,
        section: 'demographic',
        options: options(id, labels),
      })
    return [
      eeoc('gender', 'Gender', [...numbered(['Male', 'Female']), decline]),
      eeoc('hispanic_ethnicity', 'Are you Hispanic/Latino?', [
        ...numbered(['Yes', 'No']),
        { ...decline, value: '3' },
      ]),
      eeoc('race', 'Please identify your race', [
        ...numbered(['Asian', 'Black or African American', 'White', 'Two or More Races']),
        decline,
      ]),
      eeoc('veteran_status', 'Veteran Status', [
        ...numbered(['I am not a protected veteran', 'I identify as a protected veteran']),
        { value: '3', label: "I don't wish to answer" },
      ]),
      eeoc('disability_status', 'Disability Status', [
        ...numbered(['Yes, I have a disability', 'No, I do not have a disability']),
        { value: '3', label: 'I do not want to answer' },
      ]),
      demographic(gender, 'How would you describe your gender identity?', [
        'Woman',
        'Man',
        'Non-binary',
        'I prefer to self-describe',
        "I don't wish to answer",
      ]),
      demographic(age, 'Which age group do you belong to?', [
        'Under 30',
        '30 to 49',
        '50 or older',
        "I don't wish to answer",
      ]),
      consent(
        'gdpr_processing_consent_given',
        true,
        'I agree that my data is processed for this application.',
      ),
      consent(
        'gdpr_demographic_data_consent_given',
        false,
        'I agree that my answers to the demographic questions are kept for statistics.',
      ),
    ]
  },
  lever: () => [
    field('pronouns', 'choices', 'Pronouns', {
      required: false,
      options: ['She/her', 'He/him', 'They/them', 'Use name only'].map(same),
    }),
    eeoc('eeo[gender]', 'Gender', ['Male', 'Female', 'Decline to self-identify'].map(same)),
    eeoc('eeo[veteran]', 'Veteran status', ['I am a veteran', 'I am not', 'I decline'].map(same)),
    eeoc(
      'eeo[disability]',
      'Disability',
      ['Yes, I have a disability', 'No, I do not', 'I do not want to answer'].map(same),
    ),
  ],
  ashby: () => [
    eeoc('_systemfield_eeoc_gender', 'Gender', ['Male', 'Female', 'Decline to answer'].map(same)),
    eeoc(
      '_systemfield_eeoc_veteran_status',
      'Veteran status',
      ['I am a veteran', 'I am not a veteran', 'I decline to answer'].map(same),
    ),
  ],
}

function consent(key: string, required: boolean, label: string): Field {
  return field(key, 'consent', label, {
    required,
    section: 'consent',
    description: '<a href="/privacy" target="_blank">Privacy notice</a>',
  })
}
