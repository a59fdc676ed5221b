// What a model would answer for a draft: the rules' own paragraphs as its JSON, or a sentence of choice.
import type { drafting } from '../../packages/workloads/jobs/drafting/index.ts'

type Drafted = ReturnType<typeof drafting>

/** An answer that passes every check: what the rules would have written. */
export function goodLetter({ letter }: Pick<Drafted, 'letter'>): string {
  return JSON.stringify({ paragraphs: letter.body.map(({ sentences }) => ({ sentences })) })
}

/** The same with sentences put in front, each said to rest on the first fact. */
export function badLetter({ letter }: Pick<Drafted, 'letter'>, ...lies: string[]): string {
  const [first] = letter.body.flatMap(({ sentences }) => sentences)
  const facts = first?.facts ?? []
  const told = { sentences: lies.map((text) => ({ text, facts })) }
  return JSON.stringify({
    paragraphs: [told, ...letter.body.map(({ sentences }) => ({ sentences }))],
  })
}
