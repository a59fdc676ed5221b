// Each wording gets the answer the person wrote, or is put to the person.
import { describe, expect, it } from 'vitest'
import { naives } from './naive.ts'
import {
  asks,
  exampleProfile,
  field,
  leaves,
  onVisa,
  outcomeOf,
  postingIn,
  silent,
} from './people.ts'
import type { Row } from './rows.ts'
import { wordings } from './wordings.ts'

const example = await exampleProfile()
const people = { example, visa: onVisa(example), silent: silent(example) }

function outcome({ of, says, kind, where, more }: Row, options = field(says, kind, more).options) {
  return outcomeOf(people[of], { ...field(says, kind, more), options }, postingIn(where))
}

describe('the wordings that forms use', () => {
  it.each(wordings.map((row, at) => ({ ...row, at })))('$at $of: $says → $expect', (row) => {
    expect(outcome(row)).toBe(row.expect)
  })

  it('are many, and a good part of them must be asked', () => {
    expect(wordings.length).toBeGreaterThanOrEqual(150)
    expect(wordings.filter((row) => row.expect === asks).length).toBeGreaterThan(80)
  })

  it('get the same answer whatever the order of the options', () => {
    const listed = wordings.filter(({ kind }) => kind.includes('|'))
    expect(listed.length).toBeGreaterThan(40)
    for (const row of listed) {
      const options = field(row.says, row.kind, row.more).options.toReversed()
      expect([row.says, outcome(row, options)]).toEqual([row.says, row.expect])
    }
  })

  it('never get an answer that the same field without its label would get', () => {
    for (const row of wordings.filter(({ kind }) => kind !== 'file')) {
      const unnamed = {
        ...row,
        says: 'Lorem ipsum dolor',
        more: { ...row.more, section: 'main' as const, links: [], description: null },
      }
      expect([asks, leaves]).toContain(
        outcome({ ...unnamed, kind: row.kind === 'consent' ? 'yn' : row.kind }),
      )
    }
  })

  it.each(naives)('catch the mistake: $mistake', ({ says }) => {
    const caught = wordings.filter((row) => {
      const said = says(row)
      return said !== null && said !== row.expect
    })
    expect(caught.length).toBeGreaterThan(0)
  })
})
