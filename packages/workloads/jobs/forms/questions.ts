// The form as it is in the browser now: its questions, each with the controls that answer it.
import type { ElementHandle, Page } from 'puppeteer-core'
import { oneLine } from '../text/unicode.ts'
import type { Family } from './families.ts'
import { withValues } from './greenhouse-questions.ts'
import { surveyScript } from './page/kit.ts'
import type { Found, Seen, Surveyed, WidgetName } from './page/survey.ts'
import type { FieldKind, FormField, FormOption } from './schema.ts'
import { offered } from './widgets/menu.ts'

export interface Question {
  field: FormField
  widget: WidgetName
  found: Found
  /** Of radios, boxes and toggles one for each option, in the order of the options. */
  controls: ElementHandle<Element>[]
}

export interface Survey extends Pick<Surveyed, 'rest' | 'unread'> {
  questions: Question[]
}

/** What the page itself doesn't show, or not all the time. */
export interface Knowledge {
  /** What a combobox offers while it is open; null for one that offers what is typed. */
  menus: Map<string, FormOption[] | null>
  /** What the board's API says of the form. */
  api: readonly FormField[]
}

/** Reads the form. Comboboxes not met before are opened and closed again; nothing is chosen. */
export async function surveyForm(
  page: Page,
  family: Family,
  { menus, api }: Knowledge,
): Promise<Survey> {
  using whole = await page.evaluateHandle(surveyScript(family.anatomy))
  const { seen, rest, unread } = await whole.evaluate((it) => {
    const { elements: _, ...plain } = it as Surveyed & { elements: Element[] }
    return plain
  })
  using list = await whole.evaluateHandle((it) => (it as { elements: Element[] }).elements)
  const handles = [...(await list.getProperties()).values()].map((one) => one.asElement())
  const elements = handles.filter((one): one is ElementHandle<Element> => one !== null)
  const questions: Question[] = []
  for (const one of seen) {
    const controls = elements.splice(0, one.controls)
    const key = family.key(one.key)
    let options: FormOption[] | null = one.options
    const [input] = controls
    if (one.widget === 'combobox' && input) {
      if (!menus.has(key)) menus.set(key, await offered(page, input))
      options = menus.get(key) ?? null
    }
    const widget = options === null ? 'lookup' : one.widget
    const field = withValues(fieldOf({ ...one, key, options: options ?? [], widget }), api)
    questions.push({ field, widget, found: one.found, controls })
  }
  return { questions, rest, unread }
}

function fieldOf(seen: Seen): FormField {
  const kind = kindOf(seen)
  const { key, required, links, accepts, maxLength, description } = seen
  const chosen = kind === 'choice' || kind === 'choices' || kind === 'yes-no'
  return {
    key,
    label: oneLine(seen.label),
    description: description === null ? null : description.split('\n').map(oneLine).join('\n'),
    required,
    kind,
    options: chosen
      ? seen.options.map(({ value, label }) => ({ value, label: oneLine(label) }))
      : [],
    links,
    section: kind === 'consent' ? 'consent' : seen.demographic ? 'demographic' : 'main',
    accepts,
    maxLength: kind === 'text' || kind === 'long-text' ? maxLength : null,
  }
}

const byWidget: Partial<Record<WidgetName, FieldKind>> = {
  file: 'file',
  phone: 'phone',
  date: 'date',
  checkboxes: 'choices',
  box: 'consent',
}
const byType: Readonly<Record<string, FieldKind>> = {
  email: 'email',
  tel: 'phone',
  number: 'number',
  url: 'url',
  date: 'date',
  textarea: 'long-text',
}

function kindOf({ widget, type, key, label, options }: Seen): FieldKind {
  const known = byWidget[widget]
  if (known) return known
  if (widget === 'lookup') {
    return /location|city|\b(?:based|live|living|located|working? from)\b/i.test(`${key} ${label}`)
      ? 'location'
      : 'text'
  }
  if (widget === 'text') {
    if (key === 'email' || key === 'phone') return key
    return byType[type] ?? 'text'
  }
  const words = options.map((option) => oneLine(option.label).toLowerCase()).sort()
  return words.join() === 'no,yes' ? 'yes-no' : 'choice'
}
