// Typed answers to what a workload could not know: the form's own options, nothing prefilled by guessing.
import type { FC } from 'hono/jsx'
import { Visible } from '../look/visible.tsx'
import { Seen } from './act-bar.tsx'
import type { OpenProps } from './open.tsx'
import type { Question } from './shown.ts'

export const QuestionForm: FC<OpenProps & { questions: readonly Question[] }> = (props) => {
  const { row } = props.loaded
  return (
    <section class="card new">
      <h2>Your answers</h2>
      <form method="post" action={`/r/${row.public_id}/answer`} autocomplete="off">
        <Seen {...props} action="answer" />
        {props.questions.map((question) => (
          <Asked question={question} />
        ))}
        <button type="submit" class="primary">
          Answer
        </button>
      </form>
      <form method="post" action={`/r/${row.public_id}/reject`}>
        <Seen {...props} action="reject" />
        <button type="submit" class="bad" name="reason" value="not answering">
          Don’t answer, and end this task
        </button>
      </form>
    </section>
  )
}

const Asked: FC<{ question: Question }> = ({ question }) => {
  const { id, label, help, type, options, required } = question
  const field = `q-${id}`
  if (type === 'choices') {
    return (
      <fieldset>
        <legend>
          <Visible text={label} />
        </legend>
        {options.map((option) => (
          <label class="check">
            <input type="checkbox" name={field} value={option} /> <Visible text={option} />
          </label>
        ))}
      </fieldset>
    )
  }
  return (
    <p>
      <label for={field}>
        <Visible text={label} />
        {required ? '' : ' (optional)'}
      </label>
      {help && (
        <small>
          <Visible text={help} />
        </small>
      )}
      {type === 'long' ? (
        <textarea id={field} name={field} rows={6} required={required} />
      ) : type === 'choice' || type === 'boolean' ? (
        <select id={field} name={field} required={required}>
          <option value="">Choose</option>
          {(type === 'boolean' ? ['yes', 'no'] : options).map((option) => (
            <option value={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          id={field}
          name={field}
          required={required}
          type={type === 'date' ? 'date' : 'text'}
          inputmode={type === 'number' ? 'numeric' : undefined}
        />
      )}
    </p>
  )
}

/**
 * The answers of a posted form, each of its question's type, or the label and fix of the first that is
 * not. Fields that no question asks for are refused.
 */
export function readAnswers(
  questions: readonly Question[],
  form: ReadonlyMap<string, readonly string[]>,
): { answers: Record<string, string | number | boolean | string[] | null> } | { problem: string } {
  const asked = new Set(questions.map(({ id }) => `q-${id}`))
  for (const field of form.keys()) {
    if (field.startsWith('q-') && !asked.has(field))
      return { problem: `nobody asked for ${field.slice(2)}` }
  }
  const answers: Record<string, string | number | boolean | string[] | null> = {}
  for (const question of questions) {
    const given = (form.get(`q-${question.id}`) ?? []).filter((text) => text !== '')
    const read = readOne(question, given)
    if (typeof read === 'object' && read !== null && 'problem' in read) return read
    answers[question.id] = read
  }
  return { answers }
}

function readOne(question: Question, given: readonly string[]) {
  const { label, type, options, required } = question
  const [first] = given
  if (type === 'choices') {
    const foreign = given.find((option) => !options.includes(option))
    if (foreign !== undefined) return { problem: `“${label}”: ${foreign} is none of its options` }
    if (required && given.length === 0) return { problem: `“${label}” needs at least one choice` }
    return [...given]
  }
  if (first === undefined) return required ? { problem: `“${label}” needs an answer` } : null
  if (type === 'boolean') {
    return first === 'yes' || first === 'no'
      ? first === 'yes'
      : { problem: `“${label}”: yes or no` }
  }
  if (type === 'number') {
    const number = Number(first.replaceAll(/[\s,_]/g, ''))
    return Number.isSafeInteger(number) ? number : { problem: `“${label}” needs a whole number` }
  }
  if (type === 'choice' && !options.includes(first)) {
    return { problem: `“${label}”: ${first} is none of its options` }
  }
  if (type === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(first)) {
    return { problem: `“${label}” needs a date like 2026-12-31` }
  }
  return first
}
