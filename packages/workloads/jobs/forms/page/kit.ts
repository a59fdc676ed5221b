// What runs inside the page: the methods of one object, sent there as text.
import { type Obstacles, obstacles } from './obstacles.ts'
import { shown } from './shown.ts'
import {
  type Anatomy,
  type Found,
  type Seen,
  type Surveyed,
  surveying,
  type WidgetName,
} from './survey.ts'
import { values } from './values.ts'
import { words } from './words.ts'

/** An input, textarea, select or button, each with what it has of these. */
export interface Control extends HTMLElement {
  type: string
  name: string
  value: string
  checked: boolean
  required: boolean
  accept: string
  maxLength: number
  placeholder: string
  files: FileList | null
  options: HTMLOptionsCollection
  selectedOptions: HTMLCollectionOf<HTMLOptionElement>
  selectedIndex: number
}

/** The controls under one key. */
export interface Group {
  key: string
  members: Control[]
}

/** All methods. Each calls the others by `this`: nothing else goes along into the page. */
export interface Kit {
  // survey.ts
  survey(anatomy: Anatomy): Surveyed & { elements: Element[] }
  unread(elements: Element[], anatomy: Anatomy): string[]
  sorted(anatomy: Anatomy): { groups: Group[]; rest: Surveyed['rest'] }
  question(key: string, own: Control[], anatomy: Anatomy): Seen
  entryOf(control: Element, anatomy: Anatomy): Element | null
  keyOf(control: Control, anatomy: Anatomy): string
  ownControls(members: Control[]): Control[]
  widgetOf(own: Control[], anatomy: Anatomy): WidgetName
  // shown.ts
  shown(element: Element | null): boolean
  clips(element: Element): boolean
  near(control: Element): boolean
  forPeople(control: Control, form: Element): boolean
  isFile(control: Control): boolean
  isBox(control: Control): boolean
  // words.ts
  wordsOf(element: Element | null): string
  labelOf(control: Control): Element | null
  byId(ids: string | null): Element | null
  titleOf(control: Control, entry: Element | null, anatomy: Anatomy): Element | null
  labelWords(control: Control, title: Element | null): string
  explaining(control: Control, entry: Element | null, anatomy: Anatomy): Element[]
  linksIn(parts: Element[]): { text: string; href: string }[]
  demanded(own: Control[], title: Element | null, entry: Element | null): boolean
  isTrap(title: Element | null): boolean
  // values.ts
  optionsOf(own: Control[], widget: WidgetName): { value: string; label: string }[]
  optionName(control: Control): string
  textOf(option: HTMLOptionElement): string
  prompts(option: HTMLOptionElement): boolean
  foundIn(own: Control[], widget: WidgetName, entry: Element | null): Found
  chosenIn(input: Control): string
  phoneIn(input: Control): string
  fileIn(control: Control, entry: Element | null): string
  // obstacles.ts
  obstacles(): Obstacles
  challenges(frame: HTMLIFrameElement): boolean
}

/** One file's methods, with all of them as `this`. */
export type Part<Name extends keyof Kit> = Pick<Kit, Name> & ThisType<Kit>

/** A script for the page that answers `call`, an expression about `kit`. */
function script(call: string): string {
  const parts = [shown, words, values, surveying, obstacles]
  const methods = parts.flatMap((part) => Object.values(part)).map(String)
  return `(() => { const kit = { ${methods.join(',\n')} }; return ${call} })()`
}

export function surveyScript(anatomy: Anatomy): string {
  return script(`kit.survey(${JSON.stringify(anatomy)})`)
}

export const obstaclesScript = script('kit.obstacles()')
