// A small letter, and which checks a document fails that was meant to be it.
import { compile, type LatexEngine } from '#clients'
import {
  type CheckName,
  checkDocument,
} from '../../packages/workloads/jobs/documents/document-checks.ts'
import { plannedLetter } from '../../packages/workloads/jobs/documents/expected.ts'
import { type LetterInput, letterSchema } from '../../packages/workloads/jobs/documents/index.ts'

export function letterOf(text: string, extra: Partial<LetterInput> = {}): LetterInput {
  return {
    sender: { name: 'Ada Example', contact: { email: 'ada@example.org' } },
    ...{
      date: 'today',
      recipient: { company: 'Acme' },
      salutation: 'Dear all,',
      closing: 'Yours,',
    },
    paragraphs: [{ text }],
    ...extra,
  }
}

/** The names of the checks that a source fails as the document of this letter. */
export async function problemsOf(
  engine: LatexEngine,
  source: string,
  letter: LetterInput,
): Promise<CheckName[]> {
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
