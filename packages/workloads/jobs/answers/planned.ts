// What a plan of answers consists of: values with their sources, and what has to be asked.
import { z } from 'zod'
import type { Posting } from '../boards/index.ts'
import type { FieldKind, FormField, FormSchema } from '../forms/schema.ts'
import type { Profile } from '../profile/index.ts'

/** A document as a form receives it: the stored bytes, and the name the file goes by. */
export interface PlannedFile {
  file: string
  name: string
}

/** Who or what a value comes from; nothing else is ever put into a form. */
export type Source = 'profile' | 'standing' | 'person' | 'generated' | 'document'

/**
 * One answer. `value` by the field's kind: `choice` an option's value, `choices` options' values,
 * `yes-no` and `consent` a boolean (a consent is only planned where it is given), `file` the
 * document, `date` YYYY-MM-DD, everything else the text to type.
 */
export interface PlannedValue {
  key: string
  label: string
  kind: FieldKind
  value: string | string[] | boolean | PlannedFile
  /** The value as a person reads it: labels of the options, Yes or No, a file's name. */
  text: string
  source: Source
  /** Where exactly, in a few words: `resume.json basics.phone`, `answers.yaml non-compete`. */
  sourceDetail: string
}

/** A question for the person, in the form that the approval pages render and type. */
export const Question = z.object({
  id: z.string(),
  label: z.string(),
  help: z.string().optional(),
  type: z.enum(['text', 'long', 'number', 'boolean', 'choice', 'choices', 'date']),
  options: z.array(z.string()),
  required: z.boolean(),
})
export type Question = z.infer<typeof Question>

/** What a person answered to questions, by their id; null where they left one out. */
export type GivenAnswers = Readonly<Record<string, string | number | boolean | string[] | null>>

export interface PlanInput {
  schema: FormSchema
  profile: Profile
  /** ISO date in the person's own zone; years and notice are counted from it. */
  today: string
  posting: Posting
  drafted: {
    cv: PlannedFile
    letter: PlannedFile
    /** The letter's own paragraphs, as they are printed. */
    paragraphs: readonly string[]
    /** The letter as plain text, from salutation to name. */
    letterText: string
    /** The CV as plain text, for a form that only takes text. */
    cvText: string
  }
  /** Answers the person gave for this task, by question id. */
  given: GivenAnswers
  /** Answers kept for next time, by `memoryKey`. */
  remembered: ReadonlyMap<string, Remembered>
}

/** An answer the person wanted kept, as the text or the options' labels they chose. */
export interface Remembered {
  answer: string | number | boolean | string[]
  /** The question as it was put then, and the day. */
  label: string
  on: string
}

export interface Plan {
  values: PlannedValue[]
  /** Required fields without a sourced answer. */
  ask: Question[]
  /** Required fields that no typed answer can fill, such as a file nobody drafted. */
  beyond: Pick<FormField, 'key' | 'label' | 'kind'>[]
}
