// CVs and letters made by the real engine: checked, repeatable, fast, and refused for exact reasons.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { compile, inspectPdf, type LatexEngine, printableCharacters, renderPages } from '#clients'
import {
  cvSchema,
  type LetterInput,
  letterSchema,
} from '../../../../packages/workloads/jobs/documents/content.ts'
import {
  type CheckName,
  checkDocument,
} from '../../../../packages/workloads/jobs/documents/document-checks.ts'
import { sourceOf } from '../../../../packages/workloads/jobs/documents/escape.ts'
import { plannedLetter } from '../../../../packages/workloads/jobs/documents/expected.ts'
import { letterSource } from '../../../../packages/workloads/jobs/documents/letter-template.ts'
import {
  DocumentFailed,
  makeCv,
  makeLetter,
} from '../../../../packages/workloads/jobs/documents/make.ts'
import { settings } from '../../../../packages/workloads/jobs/documents/preamble.ts'
import { measureCharacters } from '../../../support/character-table.ts'
import { inventedCvs, inventedLetters } from '../../../support/invented-people.ts'
import { assemblyTimeoutMs, testEngine } from '../../../support/tex.ts'

const out = fileURLToPath(new URL('../../../out/documents/', import.meta.url))
let engine: LatexEngine
beforeAll(async () => {
  engine = await testEngine()
  await mkdir(out, { recursive: true })
}, assemblyTimeoutMs)

const letterOf = (text: string, extra: Partial<LetterInput> = {}): LetterInput => ({
  sender: { name: 'Ada Example', contact: { email: 'ada@example.org' } },
  ...{ date: 'today', recipient: { company: 'Acme' }, salutation: 'Dear all,', closing: 'Yours,' },
  paragraphs: [{ text }],
  ...extra,
})

describe('the invented people’s documents', () => {
  test.each([
    ['zoe', 1, 'regular', 0],
    ['junior', 1, 'roomy', 0],
    ['principal', 2, 'compact', 5],
  ] as const)('the CV of %s has %i page(s), set %s', async (who, pages, setting, leftOut) => {
    const made = await makeCv(inventedCvs[who], { engine })
    await keep(who, made.pdf)
    expect(made).toMatchObject({ pages, setting })
    expect(made.leftOut).toHaveLength(leftOut)
    for (const { employer } of inventedCvs[who].jobs ?? []) expect(made.text).toContain(employer)
  })

  test.each([
    ['shortLetter', 'roomy', []],
    ['longLetter', 'compact', ['paragraphs[7]']],
  ] as const)('the %s has one page, set %s', async (which, setting, leftOut) => {
    const made = await makeLetter(inventedLetters[which], { engine })
    await keep(which, made.pdf)
    expect(made).toMatchObject({ pages: 1, setting })
    expect(made.leftOut.map(({ place }) => place)).toEqual(leftOut)
  })

  test('are the same bytes each time, and say whose they are', async () => {
    const options = { engine, epochSeconds: 1_790_000_000 }
    const [first, second] = [
      await makeCv(inventedCvs.zoe, options),
      await makeCv(inventedCvs.zoe, options),
    ]
    expect(Buffer.from(first.pdf).equals(second.pdf)).toBe(true)
    const { title, author, links, fonts } = await inspectPdf(first.pdf)
    expect({ title, author }).toEqual({
      title: 'Zoë Müller-Łukasiewicz – Curriculum Vitae',
      author: 'Zoë Müller-Łukasiewicz',
    })
    expect([...new Set(links.map(({ uri }) => uri))]).toEqual([
      'mailto:zoe.mueller@example.org',
      'https://github.example/zoe',
      'https://www.network.example/in/zoe-mueller/',
      'https://zoe.example.org/',
      'https://github.example/zoe/pg-lanes',
    ])
    expect(fonts.every(({ embedded, toUnicode }) => embedded && toUnicode)).toBe(true)
  })

  test('take less than five seconds together (median of seven)', async () => {
    const seconds: number[] = []
    for (let round = 0; round < 7; round += 1) {
      const started = performance.now()
      await makeCv(inventedCvs.principal, { engine })
      await makeLetter(inventedLetters.shortLetter, { engine })
      seconds.push((performance.now() - started) / 1000)
    }
    const median = seconds.sort((a, b) => a - b)[3] ?? Number.NaN
    process.stdout.write(`CV and letter: median ${median.toFixed(2)} s\n`)
    expect(median).toBeLessThan(5)
  }, 60_000)
})

/** Keeps PDF and pages where a person can look at them. */
async function keep(name: string, pdf: Uint8Array): Promise<void> {
  await writeFile(`${out}${name}.pdf`, pdf)
  for (const { page, bytes } of await renderPages(pdf, { format: 'png' })) {
    await writeFile(`${out}${name}-${page}.png`, bytes)
  }
}

const hostile = [
  '\\input{/etc/passwd}',
  '\\write18{touch pwned}',
  '\\immediate\\openout5=x',
  '\\loop\\iftrue\\repeat',
  '\\def\\x{\\x}\\x',
  '^^5cinput ^^7b',
  '\\csname end\\endcsname',
  '\\expandafter\\end\\csname document\\endcsname',
  '\\catcode`\\%=12 %',
  '}}}\\end{document}',
  '\\\\[99cm]',
  '\\par\\newpage\\vspace{99cm}',
  '#1 ##2 &&& $x$ $$y$$',
  '\\special{x}\\pdfliteral{0 g}',
]

describe('hostile values', () => {
  test.each(hostile)('%s is printed as it is, nothing more', async (value) => {
    const made = await makeLetter(letterOf(`before ${value} after`), { engine })
    const printed = made.text.replace(/\s+/g, ' ')
    expect(printed).toContain(`before ${value} after`)
  })

  test.each(hostile)('%s would be noticed if it were not escaped', async (value) => {
    const letter = letterSchema.parse(letterOf(`before ${value} after`))
    const marked = letterSchema.parse(letterOf('before MARK after'))
    const source = sourceOf(letterSource(marked, settings[0])).replace('MARK', () => value)
    expect(await problemsOf(source, letter)).not.toEqual([])
  })
})

/** The names of the checks that a source fails as the document of this letter. */
async function problemsOf(source: string, letter: LetterInput): Promise<CheckName[]> {
  const files = { 'main.tex': source }
  const compiled = await compile({ engine, main: 'main.tex', files, timeoutMs: 2_000 }).catch(
    () => undefined,
  )
  if (compiled === undefined) return ['template']
  const content = letterSchema.parse(letter)
  const expected = { ...plannedLetter(content, true), maxPages: 1, paper: content.paper }
  const { problems } = await checkDocument({ ...compiled, source }, expected)
  return [...new Set(problems.map(({ check }) => check))]
}

describe('every check notices what it is for', () => {
  const letter = letterOf('The office is in Łódź; see the “note”.', {
    sender: {
      name: 'Ada Example',
      contact: { email: 'ada@example.org' },
      links: [{ url: 'https://ada.example/x' }],
    },
  })
  const good = () => sourceOf(letterSource(letterSchema.parse(letter), settings[0]))

  test('and passes the letter as it should be', async () => {
    expect(await problemsOf(good(), letter)).toEqual([])
  })

  test.each<[CheckName, string, string, string]>([
    ['text', 'a lost word', 'office is in', 'office is'],
    ['glyphs', 'a letter too many', 'The office', 'The office x'],
    ['fonts', 'a font without a map to Unicode', '\\pdfgentounicode=1', '\\pdfgentounicode=0'],
    ['overfull', 'a word past the margin', 'The office', '\\mbox{\\hskip 175mm}The office'],
    [
      'links',
      'a link that leads elsewhere',
      '68747470733A2F2F6164612E',
      '68747470733A2F2F6264612E',
    ],
    ['length', 'a second page', '\\finished\n\\end{', '\\newpage .\\finished\n\\end{'],
    ['paper', 'the wrong paper', 'a4paper', 'a5paper'],
  ])('%s: %s', async (check, _what, from, to) => {
    const source = good()
    expect(source).toContain(from)
    expect(await problemsOf(source.replace(from, to), letter)).toContain(check)
  })
})

describe('documents that can’t be made say why', () => {
  test('a name in another script, with a spelling that helps', async () => {
    const content = { ...inventedCvs.junior, name: '李雷' }
    await expect(makeCv(content, { engine })).rejects.toThrow(
      'The CV can’t be made. name: “李雷” (U+674E U+96F7) can’t be printed: the fonts of the ' +
        'documents don’t have it. Write it in other letters, or approve the spelling “Li Lei”.',
    )
    const made = await makeCv(content, { engine, spellings: { 李雷: 'Li Lei' } })
    expect(made.text).toMatch(/^Li Lei\r\n/)
  })

  test('a letter that is too long even when set small', async () => {
    const long = letterOf('word '.repeat(400).trim(), {})
    const paragraphs = Array.from({ length: 4 }, () => ({ text: 'word '.repeat(390).trim() }))
    await expect(makeLetter({ ...long, paragraphs }, { engine })).rejects.toThrow(
      /needs 2 pages of at most 1, set as small as allowed. Shorten the text by about \d+ %, or mark/,
    )
  })

  test('a word wider than the line, with its place', async () => {
    const failing = makeLetter(letterOf(`a ${'x'.repeat(150)} b`), { engine })
    await expect(failing).rejects.toMatchObject({
      problems: [{ check: 'overfull', place: 'paragraphs[0]' }],
    })
    await expect(failing).rejects.toThrow(/paragraphs\[0\]: text sticks out by \d+\.\d pt beyond/)
  })

  test('content of the wrong shape, with its place', async () => {
    const failing = makeCv(
      { ...inventedCvs.junior, jobs: [{ title: '', employer: 'x' }] },
      { engine },
    )
    await expect(failing).rejects.toThrow(/jobs\[0\]\.title: /)
  })
})

describe('a template of the user’s own', () => {
  const template = String.raw`\documentclass[11pt,<<paper>>]{article}
<<fonts>>\usepackage[margin=2cm]{geometry}\usepackage[hidelinks]{hyperref}
\begin{document}
\section*{<<name>>} \href{mailto:<<email>>}{<<email>>}
<<#links>>\href{<<url>>}{<<label>>}<</links>>
<<#jobs>>
\subsection*{<<title>>, <<employer>> (<<period>>)}
<<#hasBullets>>\begin{itemize}<<#bullets>>\item <<.>><</bullets>>\end{itemize}<</hasBullets>>
<</jobs>>
\end{document}`

  test('is filled, fitted and checked like ours', async () => {
    const made = await makeCv(inventedCvs.zoe, { engine, template })
    expect(made).toMatchObject({ setting: 'template', leftOut: [] })
    expect(made.text).toContain('Żubr Logistics Sp. z o.o.')
    const long = await makeCv(inventedCvs.principal, { engine, template })
    expect(long.pages).toBe(2)
    expect(long.leftOut.length).toBeGreaterThan(10)
  })

  test('that leaves out an employer is refused', async () => {
    const failing = makeCv(inventedCvs.junior, {
      ...{ engine, template: template.replace('<<employer>>', '') },
    })
    await expect(failing).rejects.toThrow('jobs[0].employer: “Síldarminjar hf.” is not found')
  })

  test('with a mistake names the line; with a loop it is stopped', async () => {
    const broken = makeCv(inventedCvs.junior, {
      ...{ engine, template: template.replace('\\section*', '\\sektion*') },
    })
    await expect(broken).rejects.toThrow(/Undefined control sequence.*There it says: \\sektion\*/)
    const looping = template.replace('\\end{document}', '\\loop\\iftrue\\repeat\\end{document}')
    const endless = makeCv(inventedCvs.junior, { engine, template: looping, timeoutMs: 1_500 })
    await expect(endless).rejects.toThrow('stopped after 1.5 s; does the template loop?')
    await expect(endless).rejects.toThrow(DocumentFailed)
  })
})

describe('characters', () => {
  test('the committed table is what the engine prints and PDFium reads back', async () => {
    expect([...printableCharacters].sort()).toEqual((await measureCharacters(engine)).sort())
  }, 60_000)

  test('every pair of signs, and every sign beside a letter, comes out as written', async () => {
    const signs = [...'-–—,‚\'‘’"“”!?`<>.:;/\\{}[]()*&%$#_^~|=+@…«»‹›'].filter(
      (sign) => sign < '\u0080' || printableCharacters.has(sign),
    )
    const rows = signs.map((first) => signs.map((second) => `x${first}${second}x`).join(' '))
    for (let at = 0; at < rows.length; at += 12) {
      const paragraphs = rows.slice(at, at + 12).map((text) => ({ text }))
      await makeLetter({ ...letterOf(''), paragraphs }, { engine })
    }
  }, 60_000)

  test('every printable character stands in a name, a heading and a bullet', async () => {
    const all = [...printableCharacters]
    for (let at = 0; at < all.length; at += 40) {
      const text = all
        .slice(at, at + 40)
        .map((character) => `a${character}z`)
        .join(' ')
      const cv = cvSchema.parse({
        ...{ name: text.slice(0, 60).trim(), contact: { email: 'a@example.org' } },
        jobs: [{ title: text.slice(0, 160).trim(), employer: 'Acme', bullets: [text] }],
        headline: text.slice(0, 90).trim(),
      })
      await makeCv(cv, { engine })
    }
  }, 60_000)
})
