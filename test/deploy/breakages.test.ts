// The deployments that are broken on purpose: each still breaks something that is there, and names what must notice it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { breakages } from './breakages.ts'
import { refusal } from './broken/breakage.ts'
import { checks } from './checks/index.ts'
import { projectRoot } from './offline/sst.ts'

it.each(breakages)('$what', ({ edits, by }) => {
  expect([refusal, ...Object.keys(checks)]).toContain(by)
  const found = Object.entries(edits).flatMap(([file, edit]) => {
    const text = readFileSync(path.join(projectRoot, file), 'utf8')
    return typeof edit === 'string' ? [] : edit.map(([find]) => text.split(find).length - 1)
  })
  expect(found).toEqual([1])
})

it('every check but two is shown to notice something', () => {
  const noticed = new Set(breakages.map(({ by }) => by))
  const never = Object.keys(checks).filter((name) => !noticed.has(name))
  expect(never).toEqual([
    'every value of every resource is known',
    'a package has room for its layer',
  ])
})
