// How `npm start -- --once` lists a night's applications, and which of them make it end with 1.
import { expect, test } from 'vitest'
import {
  type Application,
  applicationLines,
  hasFailed,
} from '../../packages/cli/show/applications.ts'

const hash = 'ab'.padEnd(64, '0')
const made = (name: string, pages: number) => ({
  name,
  sha256: hash,
  pages: Array(pages).fill(hash),
})
const application = (changes: Partial<Application>): Application => ({
  id: 1,
  status: 'completed',
  attempts: 0,
  run_at: new Date(),
  error: null,
  documents: null,
  ...changes,
})

test('one line an application, best posting first, and one a document', () => {
  const night = {
    tasks: { a: 7, b: 3 },
    table: {
      rows: [
        { key: 'a', company: 'Ferrograph', title: 'Platform Engineer' },
        { key: 'b', company: 'Quill & Co', title: 'Engineer\u202e' },
        { key: 'c', company: 'Nobody', title: 'Never taken up' },
      ],
    },
  }
  const applications = [
    application({ id: 3, status: 'failed', error: { error: 'DocumentFailed' } }),
    application({
      id: 7,
      status: 'needs_approval',
      documents: { cv: made('A_CV.pdf', 2), letter: made('A_Letter.pdf', 1) },
    }),
  ]
  const lines = applicationLines(night, applications, '/state/files', {
    out: () => {},
    err: () => {},
  })
  expect(lines.map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    '',
    'Applications',
    '7 | waits for you | Ferrograph: Platform Engineer',
    ` | A_CV.pdf, 2 pages: /state/files/ab/${hash}`,
    ` | A_Letter.pdf, 1 page: /state/files/ab/${hash}`,
    '3 | failed ({"error":"DocumentFailed"}) | Quill & Co: Engineer\\u{202e}',
  ])
})

test.each([
  ['completed', 0, false],
  ['needs_approval', 1, false],
  ['skipped', 0, false],
  ['pending', 0, false],
  ['pending', 1, true],
  ['failed', 1, true],
  ['dead', 5, true],
] as const)('%s after %i attempts has failed: %s', (status, attempts, failed) => {
  expect(hasFailed(application({ status, attempts }))).toBe(failed)
})
