// Invented postings for the invented applicants, in the boards' own form.
import { locationFromText, type Posting } from '../../packages/workloads/jobs/boards/posting.ts'
import { posting } from '../workloads/jobs/judging.ts'

const at = (...places: string[]) => places.map(locationFromText)

export const platform: Posting = posting({
  externalId: 'platform',
  title: 'Senior Platform Engineer (m/w/d)',
  company: 'Tidewater Labs GmbH',
  workplace: 'hybrid',
  locations: at('Berlin, Germany'),
  text: `We build scheduling software for ports.
## What you will do
- Run our Postgres clusters and job queues
- Move cron jobs to serverless functions
## Requirements
- 5+ years of backend experience with TypeScript
- Postgres in production, AWS and Terraform
- Fluent German and English
## Benefits
- Gym and fruit`,
})

export const ledger: Posting = posting({
  externalId: 'ledger',
  title: 'Backend Engineer, Ledger',
  company: 'Mossbank',
  workplace: 'remote',
  locations: at('Remote, European Union'),
  text: `## The role
- Own the double-entry ledger and its reconciliation
- Design settlement between member banks
## You bring
- Experience with TypeScript or Python, and SQL
- Property-based testing
- Care for audits and approvals`,
})

export const warehouse: Posting = posting({
  externalId: 'warehouse',
  title: 'Analytics Engineer - Remote (US)',
  company: 'Quill & Co, Inc.',
  workplace: 'remote',
  locations: at('United States'),
  text: `## What you'll do
- Own dbt models and data contracts
- Make nightly loads fast and boring
## Requirements
- 4+ years with SQL and Python
- dbt and Snowflake
- You have worked with healthcare data under HIPAA
## Nice to have
- Airflow`,
})

export const junior: Posting = posting({
  externalId: 'junior',
  title: 'Software Engineer',
  company: 'Hafrannsóknir ehf.',
  workplace: 'onsite',
  locations: at('Reykjavík, Iceland'),
  text: `## Your tasks
- Build software for research vessels: scheduling, catch data
## You have
- TypeScript or Rust, Postgres
- A habit of writing tests`,
})

export const manager: Posting = posting({
  externalId: 'manager',
  title: 'Engineering Manager, Databases',
  company: 'Halyard Systems sp. z o.o.',
  workplace: 'hybrid',
  locations: at('Warsaw, Poland'),
  text: `## You will
- Lead a team of eight that runs storage for 400 services
- Own latency, replication and the hosting budget
## You bring
- Years of leading engineers
- Distributed storage, Kubernetes, Linux
- Good Polish and English`,
})

export const maps: Posting = posting({
  externalId: 'maps',
  title: 'Digital Collections Librarian',
  company: 'Ferrograph Trust',
  workplace: 'onsite',
  locations: at('Leeds, United Kingdom'),
  text: `## The job
- Catalogue a collection of nautical charts
- Reconcile names with authority files
- Train volunteers
## You need
- Metadata standards such as MARC and RDA`,
})

/** As a German employer writes one. */
export const german: Posting = posting({
  externalId: 'german',
  title: 'Backend-Entwickler:in (m/w/d)',
  company: 'Bücherstube AG',
  workplace: 'hybrid',
  locations: at('Berlin, Deutschland'),
  text: `Wir entwickeln eine Plattform für Buchhandlungen und suchen Verstärkung für unser Team in Berlin.
## Deine Aufgaben
- Du entwickelst Dienste mit TypeScript und Postgres und betreibst sie gemeinsam mit uns
- Du kümmerst dich um Warteschlangen, Abrechnungen und die Suche
## Das bringst du mit
- Mehrjährige Erfahrung mit TypeScript
- Sehr gute Deutschkenntnisse`,
})
