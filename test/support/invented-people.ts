// Five invented applicants whose documents a person looks at: test/out has them after a slow run.
import type { CvInput, LetterInput } from '../../packages/workloads/jobs/documents/index.ts'

const zoe: CvInput = {
  name: 'Zoë Müller-Łukasiewicz',
  headline: 'Senior Platform Engineer',
  contact: { email: 'zoe.mueller@example.org', phone: '+48 555 010 020', location: 'Łódź, Poland' },
  links: [
    { url: 'https://github.example/zoe' },
    { url: 'https://www.network.example/in/zoe-mueller/' },
    { url: 'https://zoe.example.org/' },
  ],
  summary:
    'Platform engineer with eleven years of running Postgres, Kubernetes and event-driven systems in production. I like systems whose failure modes are written down, and I have led two migrations of more than 10 TB without a maintenance window.',
  jobs: [
    {
      title: 'Senior Platform Engineer',
      employer: 'Żubr Logistics Sp. z o.o.',
      location: 'Łódź',
      start: '2021-04',
      end: null,
      bullets: [
        'Led the move of 14 services from a self-managed cluster to managed Kubernetes; cut the monthly bill by 38 % and the median deploy time from 22 to 6 minutes.',
        'Designed a lease-based job queue on Postgres that handles 4 million jobs a day with at-most-once external effects.',
        'Introduced error budgets with three product teams; pages per week fell from 31 to 9 within two quarters.',
        'Wrote the on-call handbook that the whole engineering department (60 people) now uses.',
        'Mentored four engineers, two of whom were promoted to senior.',
      ],
    },
    {
      title: 'Backend Engineer',
      employer: 'Straße & Söhne GmbH',
      location: 'Berlin',
      start: '2017-09',
      end: '2021-03',
      bullets: [
        'Built the routing API in Go (p99 ≤ 40 ms at 3,000 requests/s) that replaced a commercial product.',
        'Moved 12 TB of Postgres data to partitioned tables while the service stayed online.',
        'Reduced CI time from 45 to 11 minutes with test sharding and a shared build cache.',
        'Owned the GDPR deletion pipeline; 100 % of requests were answered within 72 hours.',
      ],
    },
    {
      title: 'Software Developer',
      employer: 'Fjörður Data ehf.',
      location: 'Reykjavík',
      start: '2014-06',
      end: '2017-08',
      summary: 'Small team; everybody did everything.',
      bullets: [
        'Developed the C++ ingest for 900 weather stations and its Python tooling.',
        'Introduced code review and continuous integration.',
      ],
    },
  ],
  projects: [
    {
      name: 'pg-lanes',
      url: 'https://github.example/zoe/pg-lanes',
      start: '2022',
      summary:
        'A small library for fair queues in Postgres; 1,900 stars, used by several companies.',
    },
  ],
  skills: [
    { group: 'Languages', items: ['Go', 'TypeScript', 'Python', 'SQL', 'C++', 'C#', 'Bash'] },
    {
      group: 'Infrastructure',
      items: ['Kubernetes', 'Terraform', 'AWS', 'Postgres', 'Kafka', 'Prometheus', 'Grafana'],
    },
    {
      group: 'Practices',
      items: ['incident management', 'capacity planning', 'CI/CD', 'threat modelling'],
    },
  ],
  education: [
    {
      degree: 'MSc Computer Science',
      institution: 'Politechnika Łódzka',
      location: 'Łódź',
      start: '2012',
      end: '2014',
      note: 'Thesis on consensus under partial synchrony, grade 5.0.',
    },
    {
      degree: 'BSc Mathematics',
      institution: 'Universität Wien',
      location: 'Wien',
      start: '2009',
      end: '2012',
    },
  ],
  certificates: ['Certified Kubernetes Administrator (2023)'],
  languages: [
    { language: 'Polish', level: 'native' },
    { language: 'German', level: 'C2' },
    { language: 'English', level: 'C1' },
  ],
}

const junior: CvInput = {
  name: 'Þórður Ægisson',
  contact: { email: 'thordur@example.is', location: 'Akureyri, Iceland' },
  links: [{ url: 'https://code.example/thordur' }],
  summary:
    'Graduate in software engineering with one year in a team that builds fishing-quota software. Looking for a backend team that writes tests.',
  jobs: [
    {
      title: 'Junior Developer',
      employer: 'Síldarminjar hf.',
      location: 'Siglufjörður',
      start: '2025-09',
      end: null,
      bullets: [
        'Rewrote the quota import in TypeScript; a full import takes 40 seconds instead of 9 minutes.',
        'Added 212 integration tests against a real database.',
        'Found and fixed a rounding error that had shifted landings by up to 0.5 %.',
      ],
    },
  ],
  skills: [
    { group: 'Languages', items: ['TypeScript', 'Python', 'SQL', 'Rust (learning)'] },
    { group: 'Tools', items: ['Postgres', 'Docker', 'Git', 'Linux'] },
  ],
  education: [
    {
      degree: 'BSc Software Engineering',
      institution: 'Háskóli Íslands',
      location: 'Reykjavík',
      start: '2022-09',
      end: '2025-06',
      note: 'First class. Final project: a scheduler for research vessels.',
    },
  ],
  languages: [
    { language: 'Icelandic', level: 'native' },
    { language: 'English', level: 'C1' },
    { language: 'Danish', level: 'B2' },
  ],
}

const careerOfChau = [
  'Principal Engineer|Meridian Storage, Inc.|Austin, TX|2020-02|',
  'Staff Engineer|Northwind Compute|Austin, TX|2017-01|2020-01',
  'Senior Engineer|Cobalt & Ash LLC|Denver, CO|2014-05|2016-12',
  'Senior Engineer|Quayside Payments|Seattle, WA|2011-03|2014-04',
  'Software Engineer|Brightwater Search|Seattle, WA|2009-01|2011-02',
  'Software Engineer|Ołtarz Telecom S.A.|Kraków|2007-06|2008-12',
  'Software Engineer|Hollow Oak Games|Lyon|2006-01|2007-05',
  'Developer|Système Rivière|Lyon|2004-09|2005-12',
  'Intern|Institut für Meßtechnik|Karlsruhe|2003-07|2004-08',
]
const deedsOfChau = [
  'Designed the replication protocol that survived 41 zone failures without data loss, and proved its core in TLA+ before a line of it was written.',
  'Cut tail latency (p99.9) from 180 to 35 ms by moving compaction off the write path.',
  'Led nine engineers across three time zones; wrote the promotion guidelines of the department.',
  'Replaced a nightly batch of 6 hours with a streaming job that lags 40 seconds.',
  'Introduced chaos days; four severe defects were found before customers met them.',
  'Negotiated the vendor contract and saved $1.2M a year.',
  'Ported the storage layer to ARM; the fleet now runs on 30 % fewer machines.',
  'Reviewed every design document of the storage group for two years.',
]

const principal: CvInput = {
  paper: 'letter',
  name: 'Nguyễn Thị Minh Châu',
  headline: 'Principal Engineer, Distributed Systems',
  contact: { email: 'chau.nguyen@example.com', phone: '+1 555 0100', location: 'Austin, Texas' },
  links: [{ url: 'https://chau.example.com/talks' }, { url: 'https://github.example/chau' }],
  summary: 'Twenty-two years in storage engines, schedulers and the teams that run them.',
  jobs: careerOfChau.map((line) => {
    const [title = '', employer = '', location = '', start = '', end = ''] = line.split('|')
    return { title, employer, location, start, end: end === '' ? null : end, bullets: deedsOfChau }
  }),
  skills: [
    { group: 'Languages', items: ['C++', 'Rust', 'Go', 'Java', 'Python', 'TLA+'] },
    { group: 'Systems', items: ['Raft/Paxos', 'RocksDB', 'Postgres', 'Kafka', 'eBPF'] },
  ],
  education: [
    {
      degree: 'Diplôme d’ingénieur',
      institution: 'INSA Lyon',
      location: 'Lyon',
      start: '1999',
      end: '2004',
    },
  ],
  languages: [
    { language: 'Vietnamese', level: 'native' },
    { language: 'English', level: 'C2' },
    { language: 'French', level: 'C2' },
  ],
}

const shortLetter: LetterInput = {
  sender: { name: zoe.name, contact: zoe.contact, links: zoe.links?.slice(0, 2) ?? [] },
  date: '14 November 2026',
  recipient: { person: 'Hiring Team', company: 'Wolkenbruch Energy AG', lines: ['Zürich'] },
  subject: 'Senior Platform Engineer (Postgres, Kubernetes)',
  salutation: 'Dear Hiring Team,',
  paragraphs: [
    'You are looking for someone who has run Postgres under load and can say what broke. At Żubr Logistics I designed the lease-based queue that carries 4 million jobs a day, and I led the move of 14 services to managed Kubernetes, which cut the monthly bill by 38 %.',
    'Your posting asks for “calm hands during incidents”. I introduced error budgets with three product teams; pages per week fell from 31 to 9 within two quarters, and the on-call handbook I wrote is used by all 60 engineers of the company.',
    'Before that, at Straße & Söhne, I moved 12 TB of data to partitioned tables while the service stayed online. I would like to bring that care to grid data, where a wrong number is worse than a late one.',
    'I live in Łódź, may work anywhere in the EU and in Switzerland with a permit, and can start on 1 February 2027.',
  ].map((text) => ({ text })),
  closing: 'Kind regards,',
}

const habit =
  'In my current role I am responsible for the platform that carries every order of the company, and I was the one who wrote down how it fails before we changed it. That habit saved us twice: once when a zone went away during the migration, and once when a supplier’s interface answered with success and did nothing.'

/** About 900 words: more than a page takes in the roomy setting. */
const longLetter: LetterInput = {
  sender: { name: junior.name, contact: junior.contact },
  date: '14 November 2026',
  recipient: { company: 'Hafrannsóknir ehf.', lines: ['Bryggjan 4', '101 Reykjavík', 'Iceland'] },
  salutation: 'Dear Sir or Madam,',
  paragraphs: Array.from({ length: 8 }, (_, index) => ({
    text: `${index + 1}. ${habit} ${habit}`,
    optional: index > 3,
  })),
  closing: 'Yours faithfully,',
}

export const inventedCvs = { zoe, junior, principal }
export const inventedLetters = { shortLetter, longLetter }
