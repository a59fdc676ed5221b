// What a plan of answers is made from: the profile as it is, the documents as they were made.
import type { Context } from '#queue'
import { type Plan, type PlanInput, planAnswers } from '../answers/index.ts'
import type { Posting } from '../boards/index.ts'
import type { FormSchema } from '../forms/index.ts'
import type { Profile } from '../profile/index.ts'
import { cvText, letterText } from './as-text.ts'
import { approvedBefore, keptBefore } from './remembered-values.ts'
import type { ApplicationState, FilledValue } from './state.ts'
import { localDate } from './today.ts'

export interface Ready {
  draft: NonNullable<ApplicationState['draft']>
  documents: NonNullable<ApplicationState['documents']>
  posting: Posting
  given: NonNullable<ApplicationState['given']>
}

/** A plan whose values say whether the person has approved the same before. */
export type Planner = (form: FormSchema) => Omit<Plan, 'values'> & { values: FilledValue[] }

/** Plans for any reading of the form. */
export async function planner(ready: Ready, profile: Profile, ctx: Context): Promise<Planner> {
  const { draft, documents, posting, given } = ready
  const { cv, letter } = documents
  const left = new Set(letter.leftOut.map(({ place }) => place))
  const paragraphs = draft.letter.paragraphs
    .filter((_, at) => !left.has(`paragraphs[${at}]`))
    .map(({ text }) => text)
  const input: Omit<PlanInput, 'schema'> = {
    ...{ profile, posting, given },
    today: localDate(ctx.claimedAt, profile),
    drafted: {
      cv: { file: cv.sha256, name: cv.name },
      letter: { file: letter.sha256, name: letter.name },
      paragraphs,
      letterText: letterText(draft.letter, paragraphs),
      cvText: cvText(draft.cv),
    },
    remembered: await keptBefore(ctx),
  }
  const known = await approvedBefore(ctx)
  return (schema) => {
    const { values, ...rest } = planAnswers({ ...input, schema })
    const filled = values.map((value) => {
      const own = value.source === 'profile' || value.source === 'standing'
      return { ...value, isNew: !own || !known(value) }
    })
    return { ...rest, values: filled }
  }
}
