// CVs and letters made by the real engine: checked, repeatable, fast, and refused for exact reasons.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { inspectPdf, type LatexEngine, renderPages } from '#clients'
import { sectionTitles } from '../../../../packages/workloads/jobs/documents/cv-template.ts'
import { makeCv, makeLetter } from '../../../../packages/workloads/jobs/documents/index.ts'
import { inventedCvs, inventedLetters } from '../../../support/invented-people.ts'
import { letterOf } from '../../../support/judged-letter.ts'
import { assemblyTimeoutMs, testEngine } from '../../../support/tex.ts'

const out = fileURLToPath(new URL('../../../out/documents/', import.meta.url))
vi.setConfig({ testTimeout: 120_000 })

let engine: LatexEngine
beforeAll(async () => {
  engine = await testEngine()
  await mkdir(out, { recursive: true })
}, assemblyTimeoutMs)

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

  test('a reader finds its headings alone on their lines, in order, after name and address', async () => {
    const { text } = await makeCv(inventedCvs.zoe, { engine })
    const lines = text.split('\r\n')
    const titles: readonly string[] = Object.values(sectionTitles)
    expect(lines.filter((line) => titles.includes(line))).toEqual(titles)
    expect(lines[0]).toBe('Zoë Müller-Łukasiewicz')
    expect(lines.findIndex((line) => line.includes('zoe.mueller@example.org'))).toBeLessThan(4)
    const dated = lines.filter((line) => line.includes('Żubr'))
    expect(dated).toEqual([
      'Senior Platform Engineer, Żubr Logistics Sp. z o.o., Łódź Apr 2021 – Present',
    ])
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

  test('take less than five seconds together (median of all six pairs)', async () => {
    const seconds: number[] = []
    for (const cv of Object.values(inventedCvs)) {
      for (const letter of Object.values(inventedLetters)) {
        const started = await processorSeconds()
        await makeCv(cv, { engine })
        await makeLetter(letter, { engine })
        seconds.push((await processorSeconds()) - started)
      }
    }
    const median = seconds.sort((a, b) => a - b)[3] ?? Number.NaN
    process.stdout.write(`CV and letter: median ${median.toFixed(2)} s of processor time\n`)
    expect(median).toBeLessThan(5)
  })
})

/** Processor time of this process and of those it waited for: what an idle machine would take. */
async function processorSeconds(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).replace(/^.*\) /, '').split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks / 100
}

/** Keeps PDF and pages where a person can look at them. */
async function keep(name: string, pdf: Uint8Array): Promise<void> {
  await writeFile(`${out}${name}.pdf`, pdf)
  for (const { page, bytes } of await renderPages(pdf, { format: 'png' })) {
    await writeFile(`${out}${name}-${page}.png`, bytes)
  }
}

describe('documents that can’t be made say why', () => {
  test('a name in another script, with a spelling that helps', async () => {
    const content = { ...inventedCvs.junior, name: '李雷' }
    await expect(makeCv(content, { engine })).rejects.toThrow(
      'The CV can’t be made. name: “李雷” (U+674E U+96F7) can’t be printed: the fonts of the ' +
        'documents don’t have it. Write it in other letters, or approve the spelling “Li Lei” ' +
        'under countersign.spellings in resume.json.',
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
