// What a posting says of others is no requirement, and a requirement stays one in unusual words.
import { describe, expect, test } from 'vitest'
import {
  dimensions,
  judge,
  prepareJob,
} from '../../../packages/workloads/jobs/requirements/index.ts'
import { inAustin, inBerlin, wary } from './applicants.ts'
import { askedInPart } from './asked-in-part.ts'
import { inPassing } from './in-passing.ts'
import { posting, postingIn, verdictOn } from './judging.ts'
import { heardTooLittle, heardTooMuch } from './misread.ts'
import { notAsked } from './not-asked.ts'
import { alsoNotAsked } from './not-asked-either.ts'
import { oddlyAsked, titles } from './oddly-asked.ts'
import { alsoOddlyAsked } from './oddly-asked-too.ts'
import type { Judged, Row, Setting } from './phrasings.ts'
import { readAfresh } from './read-afresh.ts'
import { readAgain } from './read-again.ts'
import { readClosely } from './read-closely.ts'

const [berlin, austin] = [wary(inBerlin), wary(inAustin)]
const settings: readonly (readonly [Setting, typeof berlin])[] = [
  ['nowhere', berlin],
  ['berlin hybrid', berlin],
  ['eu remote', berlin],
  ['nowhere', austin],
  ['us remote', austin],
]

function verdicts(text: string): string[] {
  return settings.flatMap(([where, applicant]) => {
    const judgement = judge(prepareJob(postingIn(where, text)), applicant)
    return dimensions.map((of) => `${where} ${of}: ${judgement.dimensions[of].verdict}`)
  })
}

const silence = verdicts('')
const ofOthers = [...Object.values(notAsked).flat(), ...alsoNotAsked, ...inPassing]
const rows = [oddlyAsked, alsoOddlyAsked, askedInPart, readAfresh, readClosely, ...readAgain]
  .flatMap((list): [string, readonly Row[]][] => Object.entries(list))
  .flatMap(([of, list]) => list.map((row) => [row[0], of as Judged, row] as const))

const heard = (of: Judged, [says, , , where]: Row) => {
  const job = postingIn(where ?? 'nowhere', says)
  return [verdictOn(of, job, berlin), verdictOn(of, job, austin)]
}

describe('what is said of others changes no verdict', () => {
  test.each(ofOthers.filter((says) => !heardTooMuch.includes(says)))('%s', (says) => {
    expect(verdicts(says)).toEqual(silence)
  })
})

describe('what is asked in unusual words is still asked', () => {
  test.each(rows.filter(([says]) => !heardTooLittle.includes(says)))('%s', (_, of, row) => {
    expect(heard(of, row)).toEqual([row[1], row[2]])
  })
  test.each(titles)('%s', (title, verdict) => {
    expect(verdictOn('seniority', posting({ title }), berlin)).toBe(verdict)
  })
})

describe('what is misread', () => {
  test('is little, and each of it is misread still', () => {
    expect(heardTooMuch.length).toBeLessThanOrEqual(9)
    expect(heardTooLittle.length).toBeLessThanOrEqual(16)
    expect(heardTooMuch.filter((says) => !ofOthers.includes(says))).toEqual([])
    expect(heardTooMuch.filter((says) => String(verdicts(says)) === String(silence))).toEqual([])
    const right = rows.filter(([, of, row]) => String(heard(of, row)) === `${row[1]},${row[2]}`)
    expect(right.length).toBe(rows.length - heardTooLittle.length)
  })

  test('never makes a job be skipped', () => {
    const skipping = heardTooMuch.filter((says) =>
      verdicts(says).some((verdict) => verdict.endsWith('misses')),
    )
    expect(skipping).toEqual([])
    const skipped = rows.filter(
      ([says, of, row]) => heardTooLittle.includes(says) && heard(of, row).includes('miss'),
    )
    expect(skipped).toEqual([])
  })
})
