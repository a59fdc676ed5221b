// What nearly every application form asks, for a form that can't be read: the person copies from it.

import type { Posting } from '../boards/index.ts'
import type { FieldKind, FormField, FormSchema } from '../forms/schema.ts'

const usual: readonly (readonly [label: string, kind: FieldKind])[] = [
  ['Full name', 'text'],
  ['Email', 'email'],
  ['Phone', 'phone'],
  ['Current location', 'text'],
  ['LinkedIn profile', 'text'],
  ['GitHub profile', 'text'],
  ['Website', 'text'],
  ['Current company', 'text'],
  ['Notice period', 'text'],
  ['What are your salary expectations?', 'text'],
  ['Are you authorised to work in the country where this role is based?', 'text'],
  ['Do you require visa sponsorship?', 'text'],
  ['How did you hear about us?', 'text'],
  ['Resume', 'file'],
  ['Cover letter', 'file'],
  ['Cover letter as text', 'long-text'],
]

export function usualForm({ board, applyUrl, title }: Posting): FormSchema {
  const fields = usual.map(
    ([label, kind], at): FormField => ({
      ...{ key: `usual-${at}`, label, kind, required: true, description: null, options: [] },
      ...{ links: [], section: 'main', accepts: [], maxLength: null },
    }),
  )
  return { board, variant: 'unread', url: applyUrl, title, fields }
}
