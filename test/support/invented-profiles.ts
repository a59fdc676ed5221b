// Invented applicants as profiles, unlike each other: trades, ages, countries, ways of writing a CV.
import { fileURLToPath } from 'node:url'
import { Answers } from '../../packages/workloads/jobs/profile/answers.ts'
import { loadProfile, type Profile } from '../../packages/workloads/jobs/profile/index.ts'
import { Resume } from '../../packages/workloads/jobs/profile/resume.ts'
import { Search } from '../../packages/workloads/jobs/profile/search.ts'

export async function exampleProfile(): Promise<Profile> {
  const folder = fileURLToPath(new URL('../../profile.example', import.meta.url))
  const { profile } = await loadProfile(folder)
  if (profile === null) throw new Error('the example profile is broken')
  return profile
}

/** A profile around a resume, with nothing answered in advance. */
export function profileOf(resume: unknown): Profile {
  return {
    resume: Resume.parse(resume),
    answers: Answers.parse({}),
    search: Search.parse({ boards: [{ board: 'greenhouse', account: 'ferrograph' }] }),
    templates: { cv: null, letter: null },
  }
}

/** In Austin; writes in fragments, some of which begin with no verb. */
export const dataEngineer = profileOf({
  basics: {
    name: 'Marisol Vega-Thompson',
    label: 'Data Engineer',
    email: 'marisol@vega-thompson.example',
    phone: '+1 512 555 0134',
    url: 'https://vega-thompson.example',
    summary:
      'Data engineer with a background in public health. I care about tables that people trust.',
    location: { city: 'Austin', region: 'Texas', countryCode: 'US' },
    profiles: [{ network: 'GitHub', username: 'mvt', url: 'https://github.com/mvt-example' }],
  },
  work: [
    {
      name: 'Bluebonnet Health Analytics, Inc.',
      position: 'Senior Data Engineer',
      location: 'Austin, TX',
      startDate: '2022-05',
      highlights: [
        'Own the dbt project behind 340 dashboards; a full run went from 3 hours to 25 minutes.',
        'Built a Spark and Airflow pipeline that ingests claims from 19 insurers every night.',
        'Introduced data contracts with 6 product teams, after which broken loads fell by 80%.',
        'Responsible for the HIPAA audit of the warehouse in 2024 and 2025; no findings.',
      ],
    },
    {
      name: 'Travis County Public Health',
      position: 'Data Analyst',
      location: 'Austin, TX',
      startDate: '2018-08',
      endDate: '2022-04',
      highlights: [
        'Automated the weekly influenza report in Python and R; two days of work became one hour.',
        'Dashboards for 11 clinics, used daily during the pandemic.',
        'Trained 30 nurses to read their own numbers.',
      ],
    },
  ],
  education: [
    {
      institution: 'University of Texas at Austin',
      studyType: 'MPH',
      area: 'Epidemiology',
      startDate: '2016',
      endDate: '2018',
      score: 'GPA 3.9',
    },
    {
      institution: 'Trinity University',
      studyType: 'BA',
      area: 'Mathematics',
      startDate: '2012',
      endDate: '2016',
    },
  ],
  skills: [
    { name: 'Data', keywords: ['SQL', 'dbt', 'Snowflake', 'Spark', 'Airflow'] },
    { name: 'Languages', keywords: ['Python', 'R', 'Bash'] },
  ],
  languages: [
    { language: 'English', fluency: 'Native' },
    { language: 'Spanish', fluency: 'Native' },
  ],
  certificates: [{ name: 'SnowPro Core', issuer: 'Snowflake', date: '2023-02' }],
  countersign: {
    citizenships: ['US'],
    residence: { country: 'US', region: 'TX', city: 'Austin' },
    noticeWeeks: 2,
    workplaces: { remote: true, relocation: [{ city: 'Denver', region: 'CO', country: 'US' }] },
    skills: [
      { name: 'Python', since: '2018-08' },
      { name: 'SQL', since: '2018-08' },
      { name: 'dbt', since: '2022-05' },
      { name: 'Snowflake', since: '2022-05' },
    ],
  },
})

/** One year of work, one project, no phone, no summary. */
export const beginner = profileOf({
  basics: {
    name: 'Þórður Ægisson',
    email: 'thordur@aegisson.example',
    location: { city: 'Akureyri', countryCode: 'IS' },
  },
  work: [
    {
      name: 'Síldarminjar hf.',
      position: 'Junior Developer',
      startDate: '2025-09',
      highlights: [
        'Rewrote the quota import in TypeScript; it takes 40 seconds instead of 9 minutes.',
        'Added 212 integration tests against a real database.',
      ],
      evidence: ['quota-import', 'quota-tests'],
    },
  ],
  projects: [
    {
      name: 'skip',
      description: 'A scheduler for research vessels, written in Rust and Postgres.',
      startDate: '2024-09',
      endDate: '2025-05',
      highlights: ['Used by the university for two seasons.'],
    },
  ],
  education: [
    {
      institution: 'Háskólinn á Akureyri',
      studyType: 'BSc',
      area: 'Software Engineering',
      startDate: '2022-09',
      endDate: '2025-06',
    },
  ],
  skills: [{ name: 'Tools', keywords: ['TypeScript', 'Rust', 'Postgres', 'Docker', 'Git'] }],
  languages: [
    { language: 'Icelandic', fluency: 'Native' },
    { language: 'English', fluency: 'C1' },
  ],
  countersign: { citizenships: ['IS'], residence: { country: 'IS', city: 'Akureyri' } },
})

const veteranWork = [
  'Engineering Manager|Meridian Storage, Inc.|2020-02||Led nine engineers across three time zones; two of them were promoted.~Cut tail latency of the storage tier from 180 to 35 ms by moving compaction off the write path.~Negotiated the hosting contract and saved 1.2 million dollars a year.~Promoted to manager of both storage teams in 2022.',
  'Staff Engineer|Northwind Compute|2015-01|2020-01|Designed the replication protocol that survived 41 zone failures without data loss.~Ported the storage layer to ARM; the fleet runs on 30 % fewer machines.~Reviewed every design document of the storage group for two years.',
  'Senior Engineer|Quayside Payments|2009-03|2014-12|Replaced a nightly batch of 6 hours with a streaming job that lags 40 seconds.~Introduced chaos days; four severe defects were found before customers met them.',
  'Software Engineer|Ołtarz Telecom S.A.|2003-06|2009-02|Wrote the billing mediation for 2 million subscribers in C++.',
]

/** Twenty-three years of work, most of it to be said in few words. */
export const veteran = profileOf({
  basics: {
    name: 'Agnieszka Brzęczyszczykiewicz-O’Connor',
    label: 'Engineering Manager, Storage',
    email: 'agnieszka@brz-oconnor.example',
    phone: '+48 22 555 01 23',
    summary:
      'Storage engineer and manager. Twenty years between the disk and the people who rely on it.',
    location: { city: 'Warsaw', countryCode: 'PL' },
    profiles: [{ network: 'LinkedIn', url: 'https://www.linkedin.com/in/brz-oconnor-example' }],
  },
  work: veteranWork.map((line) => {
    const [position, name, startDate, endDate, bullets = ''] = line.split('|')
    const end = endDate ? { endDate } : {}
    return { position, name, startDate, ...end, highlights: bullets.split('~') }
  }),
  education: [
    {
      institution: 'Politechnika Warszawska',
      studyType: 'MSc',
      area: 'Computer Science',
      endDate: '2003',
    },
  ],
  skills: [
    { name: 'Systems', keywords: ['C++', 'Rust', 'Linux', 'Postgres', 'Kafka', 'Kubernetes'] },
    { name: 'Leadership', keywords: ['hiring', 'mentoring', 'budgets'] },
  ],
  languages: [
    { language: 'Polish', fluency: 'Native speaker' },
    { language: 'English', fluency: 'C2' },
    { language: 'German', fluency: 'B2' },
  ],
  countersign: {
    citizenships: ['PL', 'IE'],
    residence: { country: 'PL', city: 'Warsaw' },
    availableFrom: '2027-03-01',
    workplaces: {
      remote: true,
      offices: [{ city: 'Warsaw', country: 'PL', maxDaysPerWeek: 2 }],
    },
  },
})

/** Not an engineer: titles, skills and deeds that no table of ours knows. */
export const librarian = profileOf({
  basics: {
    name: 'Nkechi Adebayo',
    label: 'Metadata Librarian',
    email: 'nkechi@adebayo.example',
    summary: 'Metadata librarian for maps and manuscripts.',
    location: { city: 'Leeds', countryCode: 'GB' },
  },
  work: [
    {
      name: 'Northern Map Library',
      position: 'Metadata Librarian',
      location: 'Leeds',
      startDate: '2019-10',
      highlights: [
        'Catalogued 14,000 sea charts and wrote the guidelines that three other libraries now use.',
        'Reconciled 90,000 place names with an authority file, four of five without a human look.',
        'Teach cataloguing to volunteers, eight sessions a year.',
      ],
    },
    {
      name: 'Calder Archives',
      position: 'Archive Assistant',
      startDate: '2016-02',
      endDate: '2019-09',
      highlights: ['Digitised 1,100 letters and described each of them.'],
    },
  ],
  education: [
    {
      institution: 'University of Sheffield',
      studyType: 'MA',
      area: 'Librarianship',
      endDate: '2015',
    },
  ],
  skills: [{ name: 'Metadata', keywords: ['MARC 21', 'RDA', 'OpenRefine', 'XML'] }],
  languages: [{ language: 'English', fluency: 'Native' }],
  countersign: {
    citizenships: ['GB'],
    residence: { country: 'GB', city: 'Leeds' },
    noticeWeeks: 8,
  },
})
