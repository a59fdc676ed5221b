// Real forms as they were recorded: each required field is answered, asked or handed on.
import { describe, expect, it } from 'vitest'
import { planAnswers } from '../../../../packages/workloads/jobs/answers/index.ts'
import { exampleProfile, formOf, inputFor, postingIn, silent } from './people.ts'
import { recordedForms } from './recorded.ts'

const example = await exampleProfile()
const forms = recordedForms()

describe('recorded forms', () => {
  it('are looked at where their folder lies beside the project', () => {
    for (const { fields } of forms) expect(fields.length).toBeGreaterThan(5)
  })

  it('are answered, asked or handed on, field by field, and never swept', () => {
    for (const { file, fields } of forms) {
      for (const profile of [example, silent(example)]) {
        const input = inputFor(profile, fields, {
          schema: formOf(fields),
          posting: postingIn('london'),
        })
        const { values, ask, beyond } = planAnswers(input)
        const known = new Set(fields.map(({ key }) => key))
        expect([file, values.filter(({ key }) => !known.has(key))]).toEqual([file, []])
        const covered = new Set([...values, ...beyond].map(({ key }) => key))
        for (const { id } of ask) covered.add(id)
        const twin = (key: string) => covered.has(key.replace(/_text$/, ''))
        const left = fields.filter(
          ({ key, required }) => required && !covered.has(key) && !twin(key),
        )
        expect([file, left.map(({ label }) => label)]).toEqual([file, []])
        for (const { kind, value } of values) {
          if (kind === 'choice' || kind === 'choices') expect(value).not.toBe('')
        }
      }
    }
  })

  it('decline every question about who one is', () => {
    for (const { file, fields } of forms) {
      const { values } = planAnswers(inputFor(example, fields))
      const personal = fields.filter(({ section }) => section === 'demographic')
      for (const { key } of personal) {
        const value = values.find((one) => one.key === key)
        const declines = /declin|not (?:wish|want|to)|n't wish|rather not|prefer not/i
        if (value) expect([file, value.text]).toEqual([file, expect.stringMatching(declines)])
      }
    }
  })
})
