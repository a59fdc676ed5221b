// Where a filled form isn't as planned, hidden controls included.
import { answerOf, type Difference, type FieldValue, isEmpty, means, shown } from './compare.ts'
import type { Found, Surveyed } from './page/survey.ts'
import type { Survey } from './questions.ts'
import type { FormInPage } from './read.ts'

/** What was planned, by the field's key. */
export type Plan = ReadonlyMap<string, FieldValue>

/** What stood in a question when the form was first read. */
export function initial(form: FormInPage, key: string): Found {
  return form.first.questions.find(({ field }) => field.key === key)?.found ?? ''
}

/** Two contents that a person couldn't tell apart. */
export const same = (a: Found, b: Found) => (isEmpty(a) && isEmpty(b)) || shown(a) === shown(b)

/** Compares every control of the page, by what it means. */
export function differencesIn(form: FormInPage, survey: Survey, plan: Plan): Difference[] {
  const all = survey.questions.flatMap(({ field, found }) => {
    const { key, label, required } = field
    const value = plan.get(key)
    if (!value) {
      if (!same(initial(form, key), found))
        return [difference(key, label, 'unplanned', null, shown(found))]
      return required && isEmpty(found) ? [difference(key, label, 'unanswered', null, null)] : []
    }
    const answer = answerOf(field, value)
    if (answer === null)
      return [difference(key, label, 'not-offered', String(value.value), shown(found))]
    return means(field, answer, found)
      ? []
      : [difference(key, label, 'other', shown(answer), shown(found))]
  })
  // Nothing was put where nobody looks. Fields of an earlier page are hidden now, and were read there.
  const known = new Set([...form.met.keys(), ...plan.keys()])
  const touched = changed(form.first.rest, survey.rest).filter(
    ({ name }) => !known.has(form.family.key(name)),
  )
  return [
    ...all,
    ...touched.map(({ name, found }) => difference(name, name, 'unplanned', null, shown(found))),
  ]
}

/** Of the controls that belong to no question those that hold something they didn't hold at first. */
function changed(before: Surveyed['rest'], now: Surveyed['rest']): Surveyed['rest'] {
  const left = [...before]
  return now.filter((one) => {
    const at = left.findIndex(({ name, found }) => name === one.name && found === one.found)
    if (at >= 0) left.splice(at, 1)
    return at < 0 && !isEmpty(one.found)
  })
}

export function difference(
  key: string,
  label: string,
  why: Difference['why'],
  planned: string | null,
  found: string | null,
): Difference {
  return { key, label, why, planned, found }
}
