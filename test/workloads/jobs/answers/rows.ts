// A row of the tables of wordings: who is asked what, in which field, and what may be said.
import type { FormField } from '../../../../packages/workloads/jobs/forms/schema.ts'
import type { Kind, Where } from './people.ts'

export interface Row {
  of: 'example' | 'visa' | 'silent'
  says: string
  kind: Kind
  expect: string
  where: Where
  more: Partial<FormField>
}

type Options = { where?: Where } & Partial<FormField>

const of =
  (who: Row['of']) =>
  (says: string, kind: Kind, expect: string, options: Options = {}): Row => {
    const { where = 'berlin', ...more } = options
    return { of: who, says, kind, expect, where, more }
  }
/** The example profile, somebody on a visa, and somebody who said little. */
export const j = of('example')
export const v = of('visa')
export const s = of('silent')
export const optional = { required: false }
export const london = { where: 'london' } as const
export const texas = { where: 'texas' } as const
export const anywhere = { where: 'anywhere' } as const
