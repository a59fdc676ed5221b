// Our own invented board entries, shaped like the real APIs' with their odd values.

const escaped = (html: string) =>
  html.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** A Greenhouse job; the content is HTML that is escaped once more, as the API answers it. */
export function greenhouseJob(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const html =
    '<div class="content-intro"><p>Ferrograph builds tide gauges &amp; the R&amp;D around them.&nbsp;</p></div>' +
    '<p><strong>What you bring</strong></p><ul><li>4+ years of TypeScript</li><li>Postgres</li></ul>' +
    '<div class="content-conclusion"><p>We do not discriminate on any protected status.</p></div>'
  return {
    id: 4_128_667_550_113,
    internal_job_id: 771,
    title: 'Platform Engineer ',
    absolute_url: 'https://job-boards.example/ferrograph/jobs/4128667550113?gh_src=newsletter',
    company_name: 'Ferrograph',
    location: { name: 'Remote, Germany' },
    offices: [
      { id: 3, name: 'Berlin', location: 'Berlin, Germany', child_ids: [], parent_id: null },
    ],
    departments: [{ id: 9, name: 'Engineering', child_ids: [], parent_id: null }],
    metadata: null,
    requisition_id: 'See Opening ID',
    updated_at: '2026-11-29T21:10:00-05:00',
    first_published: '2026-11-10T09:00:00-05:00',
    application_deadline: null,
    language: 'en',
    content: escaped(html),
    data_compliance: [],
    ...changes,
  }
}

/** A Lever posting: its requirements are in `lists`, its description says little. */
export function leverEntry(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: '6f0c2a7e-1111-4c55-9b1c-2c6e1f9e0a10',
    text: 'Backend Engineer  - Ledger',
    categories: {
      location: 'Lisbon',
      commitment: 'Permanent',
      team: 'Ledger',
      department: 'Engineering',
      allLocations: ['Lisbon', 'Berlin'],
    },
    country: 'PT',
    workplaceType: 'onsite',
    createdAt: 1_762_300_800_000,
    opening: '<div>Mossbank keeps books for bakeries.</div>',
    openingPlain: 'Mossbank keeps books for bakeries.',
    description: '<div>Mossbank keeps books for bakeries.</div><div>You will own the ledger.</div>',
    descriptionPlain: 'Mossbank keeps books for bakeries. You will own the ledger.',
    descriptionBody: '<div>You will own the ledger.</div>',
    descriptionBodyPlain: '',
    lists: [
      { text: 'Qualifications', content: '<li>Ten years of Go</li><li>Fluent Portuguese</li>' },
      { text: "Where You'll Be ", content: '<li>Anywhere in the European Union</li>' },
    ],
    additional: '',
    additionalPlain: '',
    hostedUrl: 'https://jobs.example/mossbank/6f0c2a7e-1111-4c55-9b1c-2c6e1f9e0a10',
    applyUrl: 'https://jobs.example/mossbank/6f0c2a7e-1111-4c55-9b1c-2c6e1f9e0a10/apply',
    ...changes,
  }
}

/** An Ashby job: hybrid and yet flagged remote, equity before salary. */
export function ashbyJob(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const equity = {
    compensationType: 'EquityPercentage',
    interval: 'NONE',
    currencyCode: null,
    minValue: 0.1,
    maxValue: 0.3,
    summary: '0.1% – 0.3%',
  }
  const salary = {
    compensationType: 'Salary',
    interval: '1 YEAR',
    currencyCode: 'EUR',
    minValue: 82_000,
    maxValue: 104_000,
    summary: '€82K – €104K',
  }
  return {
    id: 'b1a7d3f0-2222-4d8e-8f52-7f1a2b3c4d5e',
    title: ' Infrastructure Engineer',
    department: 'Engineering',
    team: 'Core',
    employmentType: 'FullTime',
    location: 'London',
    secondaryLocations: [
      {
        location: 'Berlin',
        address: {
          postalAddress: {
            addressLocality: 'Berlin',
            addressRegion: '',
            addressCountry: 'Germany',
          },
        },
      },
    ],
    address: {
      postalAddress: {
        addressLocality: 'London',
        addressRegion: 'England ',
        addressCountry: 'United Kingdom',
      },
    },
    publishedAt: '2026-11-20T08:00:00.000+00:00',
    isListed: true,
    isRemote: true,
    workplaceType: 'Hybrid',
    jobUrl: 'https://jobs.example/tarnwood/b1a7d3f0-2222-4d8e-8f52-7f1a2b3c4d5e',
    applyUrl: 'https://jobs.example/tarnwood/b1a7d3f0-2222-4d8e-8f52-7f1a2b3c4d5e/application',
    descriptionHtml: '<h2>About you</h2><ul><li>3+ years of running Linux</li></ul>',
    descriptionPlain: 'ABOUT YOU\n\n - 3+ years of running Linux',
    compensation: {
      compensationTierSummary: '€82K – €104K • 0.1% – 0.3%',
      scrapeableCompensationSalarySummary: '€82K - €104K',
      compensationTiers: [
        {
          id: 't1',
          title: null,
          tierSummary: '€82K – €104K • 0.1% – 0.3%',
          additionalInformation: null,
          components: [equity, salary],
        },
      ],
      summaryComponents: [equity, salary],
    },
    ...changes,
  }
}
