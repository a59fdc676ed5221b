// Requests as workloads would ask them, with invented people and employers.
import type { Pictures } from './pictures.ts'

type Ask = { action: Record<string, never>; shown: Record<string, never> }

const letter = `Dear Nordlicht team,

I have run Postgres-backed queues in production since 2019, most recently for 111 automated workloads, and your note on lease-based workers reads like my last two years.

What I would bring first is a habit of making failure boring: every job either finishes, asks, or says why it did not. I have not written Go in production; I have read a good deal of yours.

With kind regards,
Maja Łukasiewicz`

const posting = `Backend Engineer, Platform

We run the grid software of eleven cities. You will own the workers that move meter readings through Postgres.

What we look for
- ideally 5+ years of Go or similar
- you have carried a pager for something people noticed
- two days a week in our Kreuzberg office

How we pay: €82,000 to €95,000, everybody sees the bands.\u200B\u200B`

/** A job application with everything a page can show; `pictures` where it was filled into a form. */
export function application(
  {
    employer = 'Nordlicht GmbH',
    role = 'Backend Engineer, Platform',
    host = 'jobs.nordlicht.example',
  } = {},
  pictures?: Pictures,
) {
  const fact = (label: string, at: string, more: object = {}) => ({
    label,
    at,
    source: 'yours',
    from: 'profile',
    ...more,
  })
  return {
    action: {
      employer,
      role,
      form: `https://${host}/apply/4711`,
      pay: '€82,000 to €95,000',
      place: 'Berlin, hybrid 2 days',
      fit: '0.81',
      values: {
        name: 'Maja Łukasiewicz',
        email: 'maja@mail.example',
        phone: '+49 30 5550 1234',
        notice: '3 months',
        salary: 88000,
        permit: 'Yes, EU citizen',
        start: '2027-03-01',
        relocation: false,
        language: 'German C1, English C2',
        source: 'Nordlicht careers page',
      },
      why: 'I have run Postgres-backed queues in production since 2019, most recently for 111 automated workloads, and your note on lease-based workers reads like my last two years.',
      letter,
      consent:
        '“I have read the privacy notice and agree to my data being kept for 12 months after the end of the process.”',
      privacy: `https://${host}/privacy`,
    },
    shown: {
      facts: [
        fact('Pay', '/action/pay', { source: 'internet', from: 'posting', role: 'key' }),
        fact('Place', '/action/place', { source: 'internet', from: 'posting', role: 'key' }),
        fact('Fit', '/action/fit', { from: 'ranking', role: 'key' }),
        {
          label: 'Why Nordlicht?',
          at: '/action/why',
          source: 'generated',
          new: true,
          restsOn: [
            {
              quote: 'Postgres-backed queues in production since 2019',
              fact: 'profile 4: Windmühle AG, platform engineer',
            },
            { quote: '111 automated workloads', fact: 'profile 11: “111 scheduled workloads”' },
          ],
        },
        {
          label: 'Letter',
          at: '/action/letter',
          source: 'generated',
          new: true,
          restsOn: [
            { quote: 'for 111 automated workloads', fact: 'profile 11: “111 scheduled workloads”' },
            { quote: 'I have not written Go in production', fact: 'profile: no entry for Go' },
          ],
        },
        fact('Notice period', '/action/values/notice', {
          from: 'your answer, first time used',
          new: true,
        }),
        fact('Salary expectation, EUR a year', '/action/values/salary', {
          from: 'your answer, first time used',
          new: true,
        }),
        fact('Consent', '/action/consent', { source: 'internet', role: 'consent', new: true }),
        fact('Privacy notice', '/action/privacy', { source: 'internet', from: 'form', new: true }),
        fact('Full name', '/action/values/name'),
        fact('Email', '/action/values/email'),
        fact('Phone', '/action/values/phone'),
        fact('Right to work in Germany', '/action/values/permit'),
        fact('Earliest start', '/action/values/start'),
        fact('Would relocate', '/action/values/relocation'),
        fact('Languages', '/action/values/language'),
        fact('How you heard of us', '/action/values/source', {
          from: 'your answer, 14 times used',
        }),
        fact('Form', '/action/form', { source: 'internet', from: 'posting' }),
      ],
      requirements: [
        { name: 'Years of Go', verdict: 'unclear', words: 'ideally 5+ years of Go or similar' },
        { name: 'Workplace', verdict: 'meets', words: 'two days a week in our Kreuzberg office' },
        { name: 'Right to work', verdict: 'meets' },
        { name: 'Being on call', verdict: 'meets', words: 'you have carried a pager' },
      ],
      warnings: [
        'The posting asks for 5 years of Go. Your profile has none, and the letter says so.',
      ],
      consequences: [
        `The form at ${host} is filled with these 14 fields and 2 files, and sent once.`,
        'A confirmation by mail is expected within the hour, and noted on the receipt.',
      ],
      texts: [{ title: 'The posting', text: posting, source: 'internet' }],
      ...(pictures && evidence(pictures)),
    },
  } as unknown as Ask
}

function evidence(pictures: Pictures) {
  const file = (picture: Pictures['cvFile'], pages: { sha256: string }[]) => ({
    name: picture.name,
    sha256: picture.sha256,
    mediaType: picture.mediaType,
    bytes: picture.bytes.length,
    pages: pages.map(({ sha256 }) => sha256),
  })
  return {
    images: pictures.form.map(({ sha256 }, at) => ({
      sha256,
      caption: `Filled form, ${at + 1} of 2`,
    })),
    files: [file(pictures.letterFile, [pictures.letter]), file(pictures.cvFile, pictures.cv)],
  }
}

export function resize() {
  return {
    action: {
      vm: 'web-03',
      was: { cpus: 4, memoryGiB: 16, host: 'esx-02' },
      now: { cpus: 8, memoryGiB: 32, host: 'esx-02' },
      window: 'Tue 1 Dec, 02:00 to 02:20',
      rollback: 'revert to snapshot before-resize-4711',
      why: 'Memory stood above 92 % for 6 of the last 7 days.',
    },
    shown: {
      changes: [
        { label: 'Virtual CPUs', was: '/action/was/cpus', now: '/action/now/cpus' },
        { label: 'Memory, GiB', was: '/action/was/memoryGiB', now: '/action/now/memoryGiB' },
        { label: 'Host', was: '/action/was/host', now: '/action/now/host' },
      ],
      facts: [
        {
          label: 'When',
          at: '/action/window',
          source: 'yours',
          from: 'maintenance window',
          role: 'key',
          new: true,
        },
        { label: 'Way back', at: '/action/rollback', source: 'yours', from: 'plan', new: true },
        {
          label: 'Why',
          at: '/action/why',
          source: 'generated',
          from: 'from 2,016 readings',
          new: true,
        },
      ],
      consequences: [
        'web-03 reboots once, and is away for about 3 minutes.',
        'shop.example answers from web-01 and web-02 meanwhile.',
        'A snapshot is taken first; without one nothing is changed.',
      ],
      texts: [
        {
          title: 'Plan',
          text: 'CreateSnapshot web-03 before-resize-4711\nShutdownGuest web-03\nReconfigVM web-03 numCPUs=8 memoryMB=32768\nPowerOn web-03',
          source: 'yours',
        },
      ],
    },
  } as unknown as Ask
}

export function housekeeping() {
  return {
    action: { before: '2026-08-31', tasks: 4213, files: 388, gigabytes: 3 },
    shown: {
      facts: [
        {
          label: 'Ended before',
          at: '/action/before',
          source: 'yours',
          from: 'your setting: 90 days',
          role: 'key',
        },
        {
          label: 'Tasks',
          at: '/action/tasks',
          source: 'yours',
          from: 'counted at 06:00',
          new: true,
        },
        {
          label: 'Files',
          at: '/action/files',
          source: 'yours',
          from: 'counted at 06:00',
          new: true,
        },
      ],
      consequences: ['History, requests and keys stay. What is deleted can’t be brought back.'],
    },
  } as unknown as Ask
}

export function details() {
  return {
    action: {
      employer: 'Kranich Werke',
      role: 'Data Engineer',
      questions: [
        { id: 'shift', label: 'Would you work one weekend a month?', type: 'boolean' },
        {
          id: 'salary',
          label: 'Salary expectation, EUR a year',
          type: 'number',
          help: 'Their form asks for one whole number.',
        },
        {
          id: 'office',
          label: 'Which office do you prefer?',
          type: 'choice',
          options: ['Hamburg', 'Bremen', 'remote'],
        },
        {
          id: 'tools',
          label: 'Which of these have you used at work?',
          type: 'choices',
          options: ['dbt', 'Airflow', 'Spark', 'none of them'],
        },
        {
          id: 'why',
          label: 'Tell us about a pipeline you are proud of',
          type: 'long',
          required: false,
          help: 'At most 1,000 characters. Nothing is written for you here.',
        },
      ],
    },
    shown: {
      warnings: ['None of this is in your profile, so it is asked and never guessed.'],
      texts: [
        {
          title: 'Around the question, in their form',
          text: 'Section 2 of 3: Working with us. Fields marked * are needed.',
          source: 'internet',
        },
      ],
    },
  } as unknown as Ask
}
