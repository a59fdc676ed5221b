// Typed answers to what a workload could not know: the form's own options, nothing prefilled by guessing.
import type { FC } from 'hono/jsx'
import { Visible } from '../look/visible.tsx'
import type { OpenProps } from './props.ts'
import { Seen } from './seen.tsx'
import type { Question } from './shown.ts'

export const QuestionForm: FC<OpenProps & { questions: readonly Question[] }> = (props) => {
  const { row } = props.loaded
  const [first] = props.questions
  const oneTap = first && props.questions.length === 1 && isFewChoices(first)
  return (
    <>
      <section class="card warm" aria-labelledby="answers">
        <h2 id="answers">
          {oneTap ? (
            <Visible text={first.label} />
          ) : props.questions.length === 1 ? (
            'One question'
          ) : (
            `${props.questions.length} questions`
          )}
        </h2>
        <form method="post" action={`/r/${row.public_id}/answer`} autocomplete="off">
          <Seen {...props} action="answer" />
          {props.filled && (
            <p class="warning bad" role="alert">
              <Visible text={props.filled.problem} />. Nothing was sent yet.
            </p>
          )}
          {oneTap ? (
            <div class="row">
              {first.options.map((option) => (
                <button type="submit" name={`q-${first.id}`} value={option}>
                  <Visible text={option} />
                </button>
              ))}
            </div>
          ) : (
            <>
              {props.questions.map((question) => (
                <Asked
                  question={question}
                  given={props.filled?.form.get(`q-${question.id}`) ?? []}
                />
              ))}
              <button type="submit" class="primary">
                Answer
              </button>
            </>
          )}
        </form>
      </section>
      <div class="row">
        <a class="button" href={props.place?.onward ?? '/'}>
          Later
        </a>
        <form method="post" action={`/r/${row.public_id}/reject`}>
          <Seen {...props} action="reject" />
          <button type="submit" class="bad" name="reason" value="not answering">
            Don’t answer, and end this task
          </button>
        </form>
      </div>
    </>
  )
}

/** Few choices, one of which has to be taken: each is a button. */
function isFewChoices({ type, options, required }: Question): boolean {
  return type === 'choice' && required && options.length > 0 && options.length <= 4
}

interface AskedProps {
  question: Question
  /** What was filled in before, where it could not be taken. */
  given: readonly string[]
}

const Asked: FC<AskedProps> = ({ question, given }) => {
  const { id, label, help, type, required } = question
  const field = `q-${id}`
  const title = (
    <>
      <Visible text={label} />
      {required ? '' : <span class="soft"> (optional)</span>}
    </>
  )
  const note = help && (
    <small>
      <Visible text={help} />
    </small>
  )
  if (type === 'choices' || type === 'boolean') {
    return (
      <fieldset class="field">
        <legend>{title}</legend>
        {note}
        <Ticks question={question} given={given} />
      </fieldset>
    )
  }
  return (
    <div class="field">
      <label for={field}>{title}</label>
      {note}
      <Entry question={question} given={given} />
    </div>
  )
}

const Ticks: FC<AskedProps> = ({ question, given }) => {
  const { id, type, options, required } = question
  const radio = type === 'boolean'
  return (
    <>
      {(radio ? ['yes', 'no'] : options).map((option) => (
        <label class="check">
          <input
            type={radio ? 'radio' : 'checkbox'}
            name={`q-${id}`}
            value={option}
            checked={given.includes(option)}
            required={radio && required}
          />
          <Visible text={option} />
        </label>
      ))}
    </>
  )
}

const Entry: FC<AskedProps> = ({ question, given }) => {
  const { id, type, options, required } = question
  const common = { id: `q-${id}`, name: `q-${id}`, required, autocomplete: 'off' }
  const [text = ''] = given
  if (type === 'long') {
    return (
      <textarea {...common} rows={6}>
        {text && `\n${text}`}
      </textarea>
    )
  }
  if (type === 'choice') {
    return (
      <select {...common}>
        <option value="">Choose</option>
        {options.map((option) => (
          <option value={option} selected={option === text}>
            {option}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...common}
      value={text}
      type={type === 'date' ? 'date' : 'text'}
      inputmode={type === 'number' ? 'numeric' : undefined}
    />
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
