// Every phrasing gets the right verdict for both applicants.
import { describe, expect, test } from 'vitest'
import { inAustin, inBerlin } from './applicants.ts'
import { postingIn, verdictOn } from './judging.ts'
import { type Judged, phrasings } from './phrasings.ts'
import { sharedRows } from './shared-facts.ts'

for (const [of, rows] of Object.entries(phrasings)) {
  describe(`${of}: a person would read it the same way`, () => {
    test.each(rows.map((row) => [row[0], row] as const))('%s', (says, [, a, b, where]) => {
      const job = postingIn(where ?? 'nowhere', says)
      const judged = of as Judged
      expect([verdictOn(judged, job, inBerlin), verdictOn(judged, job, inAustin)]).toEqual([a, b])
    })
  })
}

describe('the phrasings of the shared facts, when that folder is there, and our own when not', () => {
  const shared = sharedRows()
  const own = phrasings.pay.map(([says, a, b, where]) => ({
    says,
    of: 'pay' as const,
    a,
    b,
    where: where ?? ('nowhere' as const),
  }))
  test.each(shared.length > 0 ? shared : own)('$of: $says', ({ says, of, a, b, where }) => {
    const job = postingIn(where, says)
    expect([verdictOn(of, job, inBerlin), verdictOn(of, job, inAustin)]).toEqual([a, b])
  })
})
