// A CV's bullet becomes a sentence one can say of oneself, or is left to the CV.
import { expect, test } from 'vitest'
import { firstPerson } from '../../../../packages/workloads/jobs/drafting/first-person.ts'

const told: readonly [bullet: string, going: boolean, sentence: string | null][] = [
  ['Cut the build time from 9 to 4 minutes', true, 'I cut the build time from 9 to 4 minutes.'],
  ['Designed and run a queue.', true, 'I designed and run a queue.'],
  ['Successfully led the move to AWS', false, 'I successfully led the move to AWS.'],
  ['Mentor two engineers; both lead now.', true, 'I mentor two engineers; both lead now.'],
  ['Mentor two engineers; both lead now.', false, null],
  ['Responsible for the on-call rota', true, 'I am responsible for the on-call rota.'],
  ['Responsible for the on-call rota', false, 'I was responsible for the on-call rota.'],
  ['Promoted to team lead in 2021', false, 'I was promoted to team lead in 2021.'],
  ['Awarded the prize for the best thesis', false, 'I was awarded the prize for the best thesis.'],
  ['Promoted reading among children', false, 'I promoted reading among children.'],
  ['I wrote the manual', false, 'I wrote the manual.'],
  ['310 stars and 14 contributors', true, null],
  ['Distributed systems in Go and Rust', true, null],
  ['Embedded software for pumps', true, null],
  ['Speed and care', true, null],
  ['Team of six', true, null],
  ['TypeScript, Postgres, AWS', true, null],
  ['Member of the works council', true, null],
  [`Wrote ${'a very long text '.repeat(30)}`, true, null],
  ['', true, null],
]

test.each(told)('%s (still there: %s)', (bullet, going, sentence) => {
  expect(firstPerson(bullet, going)).toBe(sentence)
})
