// The questions of an employer's own, as a board numbers them.
import type { Family, Field, Option } from './form.ts'
import { numberOf, uuidOf } from './ids.ts'
import { type Kind, type Question, type QuestionName, questions } from './questions.ts'

/** An option whose value is its label. */
export const same = (label: string): Option => ({ value: label, label })

export function asked(
  family: Family,
  posting: string,
  company: string,
  name: QuestionName,
  index: number,
): Field {
  const question: Question = questions[name]
  const options =
    question.kind === 'yes-no'
      ? yesNo[family]
      : (question.options ?? []).map((label, at) =>
          family === 'greenhouse'
            ? { value: String(numberOf(`${posting} ${name}`) + 7 * (at + 1)), label }
            : same(label),
        )
  return {
    key: keyOf(family, posting, name, index, question.kind),
    kind: question.kind,
    label: question.label.replace('{company}', company),
    required: question.required ?? false,
    description: question.description ?? null,
    options,
    section: 'main',
  }
}

const yesNo: Record<Family, Option[]> = {
  greenhouse: [
    { value: '1', label: 'Yes' },
    { value: '0', label: 'No' },
  ],
  lever: [same('Yes'), same('No')],
  ashby: [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ],
}

/** Lever keeps a card's questions under one id, the first card being all that are asked here. */
export const cardOf = (posting: string) => uuidOf(`${posting} card`)

function keyOf(
  family: Family,
  posting: string,
  name: QuestionName,
  index: number,
  kind: Kind,
): string {
  if (family === 'lever') return `cards[${cardOf(posting)}][field${index}]`
  if (family === 'ashby') return uuidOf(`${posting} ${name}`)
  const id = `question_${numberOf(`${posting} ${name}`)}`
  return kind === 'choices' || kind === 'consent' ? `${id}[]` : id
}
