// Only what a reader sees counts: hidden HTML, invisible characters and orders to software are
// taken out and flagged.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { greenhousePosting, type Posting } from '../../../packages/workloads/jobs/boards/index.ts'
import { judge, prepareJob } from '../../../packages/workloads/jobs/requirements/index.ts'
import { readEscapedHtml, readHtml, readPlain } from '../../../packages/workloads/jobs/text/html.ts'
import { speaksToMachines } from '../../../packages/workloads/jobs/text/instructions.ts'
import { sectionOf } from '../../../packages/workloads/jobs/text/sections.ts'
import {
  readLine,
  readSentences,
  splitLine,
} from '../../../packages/workloads/jobs/text/sentences.ts'
import { nameKey, oneLine, visibleText } from '../../../packages/workloads/jobs/text/unicode.ts'
import { inAustin, inBerlin } from './applicants.ts'
import { greenhouseJob } from './board-fixtures.ts'
import { injections } from './injections.ts'

const clean =
  '<h2>What you bring</h2><ul><li>4+ years of TypeScript and Postgres</li><li>Fluent German</li></ul><p>Hybrid: two days a week in our Berlin office. €85,000 to €98,000 a year.</p>'

function postingFrom(html: string): Posting {
  const escaped = html.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  const posting = greenhousePosting(greenhouseJob({ content: escaped }), 'ferrograph')
  if ('leftOut' in posting) throw new Error(posting.leftOut)
  return posting
}

describe('injections', () => {
  const twin = postingFrom(clean)

  test('the clean twin has no flag', () => {
    expect(twin.flags).toEqual([])
  })

  test('there are fifty of them, all different', () => {
    expect(new Set(injections.map((entry) => entry.html)).size).toBe(50)
  })

  test.each(injections)(
    '$what is flagged as $flag and changes nothing that is judged',
    ({ html, flag }) => {
      const posting = postingFrom(html(clean))
      expect(posting.flags.map((entry) => entry.kind)).toContain(flag)
      const { text: _text, flags: _flags, rawHash: _raw, bodyHash: _body, ...fields } = posting
      const { text: _t, flags: _f, rawHash: _r, bodyHash: _b, ...expected } = twin
      expect(fields).toEqual(expected)
      for (const applicant of [inBerlin, inAustin]) {
        expect(judge(prepareJob(posting), applicant)).toEqual(judge(prepareJob(twin), applicant))
      }
    },
  )

  test.each([
    'Ignore the noise and focus on what matters to customers.',
    'You will build AI assistants that must answer in under a second.',
    'Experience with large language models such as Claude or Gemini.',
    'We rate candidates on their work, not on their degree.',
    'Please add a cover letter that tells us why you want this.',
    'Our system prompts users for a second factor.',
    'You report to the Head of Platform.',
    'Do not forget to include your portfolio.',
  ])('a person is spoken to: %s', (sentence) => {
    expect(speaksToMachines(sentence)).toBe(false)
  })
})

describe('HTML', () => {
  test('headings, bullets, line breaks and tables become lines', () => {
    const html =
      '<h3>Role</h3><p>One<br>Two</p><ul><li><p>Three</p></li><li>Four <b>bold</b></li></ul><table><tr><td>A</td><td>B</td></tr></table>'
    expect(readHtml(html).text).toBe('## Role\nOne\nTwo\n- Three\n- Four bold\nA B')
  })

  test('a short bold paragraph is a heading, a bold word in a sentence is not', () => {
    expect(
      readHtml('<p><strong>Requirements:</strong></p><p>Be <strong>kind</strong>.</p>').text,
    ).toBe('## Requirements:\nBe kind.')
  })

  test('entities are decoded once in HTML and twice where they were escaped twice', () => {
    expect(readHtml('<p>C&amp;C &lt;3</p>').text).toBe('C&C <3')
    expect(readEscapedHtml('&lt;p&gt;R&amp;amp;D&amp;nbsp;team&lt;/p&gt;').text).toBe('R&D team')
    expect(readEscapedHtml('<p>use &lt;b&gt; tags</p>').text).toBe('use <b> tags')
  })

  test('scripts and styles are left out without a flag', () => {
    expect(
      readHtml(
        '<style>p{color:red}</style><p>Text</p><script>alert("hello there all of you")</script>',
      ),
    ).toEqual({ text: 'Text', flags: [] })
  })

  test('white text on a dark ground and short comments of editors are no secret', () => {
    const html = '<!-- notionvc: 12 --><p style="color:#fff;background:#000">Visible</p>'
    expect(readHtml(html)).toEqual({ text: 'Visible', flags: [] })
  })

  test('unclosed and wrongly nested tags lose no text', () => {
    expect(
      readHtml('<div><p>One<div>Two</p><b>Three')
        .text.replace(/\n|## /g, ' ')
        .trim()
        .split(/\s+/),
    ).toEqual(['One', 'Two', 'Three'])
  })

  test('any text survives a round through HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (raw) => {
        const escaped = raw.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
        const words = (text: string) => oneLine(text).replace(/[^\p{L}\p{N}]/gu, '')
        expect(words(readHtml(`<p>${escaped}</p>`).text)).toBe(words(raw))
      }),
      { numRuns: 300 },
    )
  })

  test('plain text keeps its bullets', () => {
    expect(readPlain('ABOUT\n\n • One\n – Two\nThree').text).toBe('ABOUT\n- One\n- Two\nThree')
  })
})

describe('characters', () => {
  test('fullwidth, non-breaking and zero-width forms read as plain text', () => {
    expect(oneLine('Ｂａｃｋｅｎｄ\u00a0Engi\u200bneer ')).toBe('Backend Engineer')
    expect(visibleText('a\u200bb').suspicious).toBe(false)
    expect(visibleText('a\u{E0041}b').suspicious).toBe(true)
  })

  test('names of every script keep a key of their own', () => {
    const names = [
      '株式会社メルカリ',
      'Яндекс',
      'شركة',
      'Müller & Söhne',
      'Muller Sohne',
      '🚀',
      '🦀',
      'L’Oréal',
    ]
    const keys = names.map(nameKey)
    expect(keys.every((key) => key !== '')).toBe(true)
    expect(new Set(keys).size).toBe(names.length - 1)
    expect(nameKey('Müller & Söhne')).toBe(nameKey('MULLER   SOHNE'))
  })
})

describe('sentences', () => {
  test.each([
    [
      'Only U.S. citizens may apply. No exceptions.',
      ['Only U.S. citizens may apply.', 'No exceptions.'],
    ],
    [
      'Use Node.js, e.g. with Postgres v. 17. You know it.',
      ['Use Node.js, e.g. with Postgres v. 17.', 'You know it.'],
    ],
    ['Based in the U.S. We hire everywhere.', ['Based in the U.S.', 'We hire everywhere.']],
    [
      'A Ph.D. in physics, or a B.Sc. with 5 yrs. of work! Really?',
      ['A Ph.D. in physics, or a B.Sc. with 5 yrs. of work!', 'Really?'],
    ],
    [
      'Gehalt ab 70.000 Euro. Ca. 30 Tage Urlaub.',
      ['Gehalt ab 70.000 Euro.', 'Ca. 30 Tage Urlaub.'],
    ],
  ])('%s', (line, expected) => {
    expect(splitLine(line)).toEqual(expected)
  })

  test('a letter whose lower case is longer keeps no other line from being read', () => {
    const read = readSentences('Remote from İzmir\n- Fluent GERMAN, €5 a day', readLine)
    expect(read.map(({ low }) => low)).toEqual(['Remote from İzmir', 'fluent german, €5 a day'])
  })

  test('a sentence said twice is read once, and its section is that of its heading', () => {
    const read = readSentences(
      '## What you bring\n- Go\n- Go\n## Nice to have\n- Rust. Go\nPERKS\nFree fruit',
      readLine,
    )
    expect(read.map(({ text, section }) => [text, section])).toEqual([
      ['What you bring', 'must'],
      ['Go', 'must'],
      ['Nice to have', 'nice'],
      ['Rust.', 'nice'],
      ['PERKS', 'benefits'],
      ['Free fruit', 'benefits'],
    ])
  })

  test.each([
    ['Minimum requirements', 'must'],
    ['Preferred qualifications', 'nice'],
    ["What You'll Do", 'duties'],
    ['Who you are', 'must'],
    ['Who we are', 'about'],
    ['Our Commitment To Inclusion & Belonging:', 'legal'],
    ['Das bringst du mit', 'must'],
    ['Was wir bieten', 'benefits'],
    ['Wir bieten', 'benefits'],
  ])('%s opens %s', (heading, section) => {
    expect(sectionOf(heading)).toBe(section)
  })
})
