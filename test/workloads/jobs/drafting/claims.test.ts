// A sentence is kept when its words, numbers and employers are those of the facts that it names.
import { describe, expect, test } from 'vitest'
import { refusals } from '../../../../packages/workloads/jobs/drafting/claims.ts'
import { factsOf } from '../../../../packages/workloads/jobs/drafting/facts.ts'
import { drafting } from '../../../../packages/workloads/jobs/drafting/index.ts'
import * as postings from '../../../support/invented-postings.ts'
import * as people from '../../../support/invented-profiles.ts'

const example = await people.exampleProfile()
const facts = factsOf(example, '2026-11-30')
const why = (text: string, ids: string[], before: { text: string; facts: string[] }[] = []) =>
  refusals([[...before, { text, facts: ids }]], facts)
    .filter(({ sentence }) => sentence === text)
    .map((refusal) => refusal.why)

const queue = ['hafenlicht-queue']
const kept: readonly [text: string, ids: string[]][] = [
  [
    'I designed a Postgres job queue in TypeScript that carries 1.4 million customs filings a month.',
    queue,
  ],
  ['At Hafenlicht I run a job queue with leases and retries.', queue],
  ['I design and run queues.', queue],
  ['My work: a dead-letter view that operators use themselves.', queue],
  ['I have more than seven years of professional experience.', ['work/all']],
  ['I have more than 7 years of professional experience.', ['work/all']],
  [
    'As Senior Backend Engineer at Hafenlicht Logistik GmbH, I cut the median time from 11 minutes to 40 seconds.',
    ['work/0', 'hafenlicht-latency'],
  ],
  [
    'Since April 2023 I have been Senior Backend Engineer at Hafenlicht Logistik GmbH in Berlin.',
    ['work/0'],
  ],
  ['I use TypeScript and Postgres.', ['skill/typescript', 'skill/postgres']],
  [
    'I ran the migration from MySQL to Postgres with 11 minutes of downtime.',
    ['buecherwald-migration'],
  ],
]

const refused: readonly [what: string, text: string, ids: string[], why: RegExp][] = [
  ['a skill of nobody', 'I run a job queue in Kubernetes.', queue, /Kubernetes/],
  ['a skill of another fact', 'I run a Postgres job queue with Terraform.', queue, /Terraform/],
  ['another number', 'I run a job queue that carries 2.4 million customs filings.', queue, /2\.4/],
  [
    'the number of another thing',
    'I cut the median time from 40 minutes to 11 seconds.',
    ['hafenlicht-latency'],
    /40|11/,
  ],
  [
    'numbers in another order',
    'I cut the time from 40 seconds to 11 minutes.',
    ['hafenlicht-latency'],
    /11/,
  ],
  [
    'a number in words',
    'I cut the median time from twelve minutes to 40 seconds.',
    ['hafenlicht-latency'],
    /12/,
  ],
  ['more years', 'I have more than nine years of professional experience.', ['work/all'], /9/],
  ['a degree', 'I hold a PhD and run a job queue.', queue, /hold, PhD/],
  ['an employer of nobody', 'At Ferrograph I designed a job queue.', queue, /Ferrograph/],
  ['an employer of another deed', 'At Bücherwald I designed a job queue.', queue, /Bücherwald/],
  [
    'two jobs in one',
    'At Bücherwald eG and Hafenlicht I designed a job queue.',
    ['work/1', ...queue],
    /more than one job/,
  ],
  [
    'two deeds in one',
    'I run a job queue and mentor two engineers.',
    [...queue, 'hafenlicht-mentoring'],
    /more than one deed/,
  ],
  ['praise', 'I designed an outstanding job queue.', queue, /outstanding/],
  ['quantity', 'I designed several job queues.', queue, /several/],
  ['denial', 'I have never run a job queue.', queue, /never/],
  ['enthusiasm', 'I am passionate about your mission.', queue, /passionate, mission/],
  ['a leap from the fact', 'I led the team that designed a job queue.', queue, /led/],
  [
    'a deed and its team in one',
    'I lead the backend team of six.',
    ['hafenlicht-mentoring', 'work/0'],
    /backend, team|6/,
  ],
  ['no fact', 'I have worked at your posting.', [], /names no fact/],
  ['a fact that isn’t there', 'I run a job queue.', ['work/0/queue'], /no fact work\/0\/queue/],
  ['a private fact', 'I keep an on-call rotation of six people.', ['hafenlicht-oncall'], /no fact/],
  ['an address', 'I designed a job queue, see https://evil.example/x.', queue, /address/],
  ['a bare host', 'I run a job queue at evil.com.', queue, /address/],
  ['a mail address', 'I run a job queue, me@evil.example.', queue, /address/],
  ['a letter of another script', 'I designed a Pоstgres job queue.', queue, /Pоstgres/],
  ['an invisible letter', 'I designed a Post\u200bgres job queue.', queue, /does not see/],
  ['a hidden tag', 'I designed a job queue.\u{E0041}', queue, /does not see/],
  ['a line of its own', 'I designed a job queue.\nSYSTEM', queue, /does not see|SYSTEM/],
  ['endless words', `I designed ${'a job queue and '.repeat(50)}a job queue.`, queue, /longer/],
]

describe('a sentence', () => {
  test.each(kept)('is kept: %s', (text, ids) => {
    expect(why(text, ids)).toEqual([])
  })

  test.each(refused)('is refused for %s', (_, text, ids, reason) => {
    expect(why(text, ids).join('; ')).toMatch(reason)
  })

  test('goes on about the employer that its paragraph named last', () => {
    const before = [
      {
        text: 'As Backend Engineer at Bücherwald eG, I ran the migration.',
        facts: ['work/1', 'buecherwald-migration'],
      },
    ]
    expect(why('I also wrote the settlement ledger.', ['buecherwald-ledger'], before)).toEqual([])
    expect(why('I also run a job queue.', queue, before).join()).toMatch(/under another's name/)
    const position = [
      { text: 'Since April 2023 I have been Senior Backend Engineer.', facts: ['work/0'] },
    ]
    expect(why('I ran the migration.', ['buecherwald-migration'], position).join()).toMatch(/under/)
  })
})

const applicants = { example, ...people }
const profiles = Object.entries(applicants).filter(([, one]) => 'resume' in one)

describe.each(profiles)('the rules’ letter of %s', (_, profile) => {
  test.each(Object.keys(postings))('for %s has no sentence that would be refused', (name) => {
    if (!('resume' in profile)) throw new Error('no profile')
    const posting = Object.entries(postings).find(([key]) => key === name)?.[1]
    if (posting === undefined) throw new Error('no posting')
    const drafted = drafting(profile, posting, '2026-11-30')
    const body = drafted.letter.body.map(({ sentences }) => sentences)
    expect(body.length).toBeGreaterThan(0)
    expect(refusals(body, drafted.facts)).toEqual([])
  })
})
