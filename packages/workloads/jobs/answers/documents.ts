// Which document a file field wants. The wrong one in a slot is worse than a question.
import type { FormField } from '../forms/schema.ts'
import { pattern } from '../text/pattern.ts'
import type { PlanInput, PlannedFile, PlannedValue } from './planned.ts'
import { plain } from './wording.ts'

const cv = /\b(?:cv|c\.v|resume|résumé|curriculum(?: vitae)?|lebenslauf)\b/
const letter = pattern('')`
  \b(?:cover(?:ing)? letter|coverletter|anschreiben|motivation(?:al)? letter|
  motivationsschreiben|letter of motivation)\b
`
/** A version that nobody drafted, or another document beside it. */
const another = pattern('')`
  \b(?:anonym\w+|redacted|blind|without|no photo|video|translat\w+|transcripts?|portfolio|
  photos?|references?|certificates?|zeugnis\w*|autofill|auto-fill|german|french|spanish|
  dutch|polish|deutsch\w*|französisch\w*)\b
`
/** A description that wants something else than what there is. */
const version = /\b(?:anonym\w+|redacted|no photo|in (?:german|french|spanish|dutch|polish))\b/
const keys: Readonly<Record<string, 'cv' | 'letter'>> = {
  resume: 'cv',
  cv: 'cv',
  _systemfield_resume: 'cv',
  cover_letter: 'letter',
}

/** The document for this field; null where it wants another, or takes no PDF. */
export function documentFor(field: FormField, { drafted }: PlanInput): PlannedFile | null {
  const label = plain(field.label)
  const isCv = cv.test(label)
  const isLetter = letter.test(label)
  if (another.test(label) || version.test(plain(field.description ?? ''))) return null
  if (isCv && isLetter) return null
  const named = isCv ? 'cv' : isLetter ? 'letter' : keys[field.key]
  // "Attach" says nothing; "Writing sample" does, whatever its key.
  const silent = /^(?:attach(?:ment)?|upload|file|choose file|drop (?:your )?file.*)?$/.test(label)
  if (named === undefined || (!isCv && !isLetter && !silent)) return null
  const takesPdf = field.accepts.length === 0 || field.accepts.includes('.pdf')
  return takesPdf ? drafted[named] : null
}

export function documentValue(field: FormField, file: PlannedFile): PlannedValue {
  const { key, label, kind } = field
  return {
    ...{ key, label, kind },
    value: file,
    text: file.name,
    source: 'document',
    sourceDetail: 'drafted for this posting',
  }
}
