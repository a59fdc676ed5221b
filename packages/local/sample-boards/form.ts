// What a sample employer's application form asks, and what kind of trouble it is.
import type { Kind, QuestionName } from './questions.ts'

export const families = ['greenhouse', 'lever', 'ashby'] as const
export type Family = (typeof families)[number]

export const traits = [
  /** Greenhouse as it was until 2024, with select2 and an upload form of its own. */
  'old',
  /** Everything a board can ask: letter, place, EEO, demographic questions, consents. */
  'full',
  /** On the employer's own page, in a frame, under a cookie banner. */
  'embedded',
  /** Inputs that only robots fill. */
  'honeypots',
  /** Fields that come seconds after the page. */
  'slow',
  'two-step',
  /** The first submission is refused: the session was too old. */
  'session-expires',
  /** Still listed and still with a form, and yet no longer accepting. */
  'closed-banner',
] as const
export type Trait = (typeof traits)[number]

/** What stands between the button and the employer. */
export const captchas = [
  'none',
  /** Invisible: a badge in the corner, nothing to do. */
  'badge',
  /** A box to tick, on the page from the start. */
  'challenge',
  'challenge-after-click',
  /** A code sent by e-mail, asked for after the click. */
  'email-code',
  /** The click changes nothing, and nothing arrives. */
  'silent',
] as const
export type Captcha = (typeof captchas)[number]

export interface Option {
  value: string
  label: string
}

export interface Field {
  /** The id, name or path that the board's own pages give it. */
  key: string
  label: string
  kind: Kind
  required: boolean
  options: readonly Option[]
  /** HTML. */
  description: string | null
  section: 'main' | 'eeoc' | 'demographic' | 'consent'
}

/** Changes of markup that mean nothing. */
export interface Markup {
  /** Part of the generated class names. */
  salt: string
  /** One more element around every field. */
  wrapped: boolean
  /** Attributes in another order, and more of them. */
  reordered: boolean
  /** Words around the form. */
  footer: string
}

export interface Form {
  fields: readonly Field[]
  traits: readonly Trait[]
  captcha: Captcha
  markup: Markup
}

export interface FormWish {
  asks: readonly QuestionName[]
  with: readonly Trait[]
  captcha: Captcha
}
