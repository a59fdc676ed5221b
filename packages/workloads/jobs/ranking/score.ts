// Points of one posting, part by part, each with its reason. Points are whole hundredths, so that
// parts add up exactly.
import type { Judgement } from '../requirements/index.ts'
import { skillName } from '../skills.ts'
import type { RankingWish } from './wish.ts'

export interface ScorePart {
  name: 'text' | 'skills' | 'title' | 'recency' | 'unclear'
  points: number
  why: string
}

const hundredths = (value: number) => Math.round(value * 100) / 100

/** Sum of parts without floating dust. */
export function total(parts: readonly ScorePart[]): number {
  return parts.reduce((sum, part) => sum + Math.round(part.points * 100), 0) / 100
}

/**
 * BM25 of the posting's terms, saturating: half of the weight at a quarter of the profile's
 * whole vocabulary.
 */
export function textPart(
  matched: ReadonlyMap<string, number>,
  ideal: number,
  weight: number,
): ScorePart {
  let raw = 0
  for (const value of matched.values()) raw += value
  const half = ideal / 4
  const points = raw === 0 ? 0 : hundredths((weight * raw) / (raw + half))
  const best = [...matched].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 6)
  const why =
    best.length === 0
      ? 'names nothing of the profile'
      : best.map(([term]) => skillName(term)).join(', ')
  return { name: 'text', points, why }
}

/** Share of the skills a posting asks for that the applicant has; one of two when it names none. */
export function skillsPart(
  asked: readonly string[],
  has: ReadonlySet<string>,
  weight: number,
): ScorePart {
  const distinct = [...new Set(asked)]
  const there = distinct.filter((id) => has.has(id))
  const lacking = distinct.filter((id) => !has.has(id)).sort()
  const points = hundredths((weight * (there.length + 1)) / (distinct.length + 2))
  const without = lacking.length > 0 ? `; not ${lacking.slice(0, 4).map(skillName).join(', ')}` : ''
  return { name: 'skills', points, why: `${there.length} of ${distinct.length} skills${without}` }
}

/** Share of a wanted title's words that the posting's title has; nothing for an unwanted one. */
export function titlePart(title: string, wish: RankingWish): ScorePart {
  const words = new Set(wordsOf(title))
  const has = (phrase: string) => wordsOf(phrase).every((word) => words.has(word))
  const unwanted = wish.unwanted.find(has)
  if (unwanted !== undefined) return { name: 'title', points: 0, why: `unwanted: ${unwanted}` }
  let best = { share: 0, wanted: '' }
  for (const wanted of wish.titles) {
    const parts = wordsOf(wanted)
    const share =
      parts.length === 0 ? 0 : parts.filter((word) => words.has(word)).length / parts.length
    if (share > best.share) best = { share, wanted }
  }
  const why = best.share === 0 ? 'no wanted title' : `like ${best.wanted}`
  return { name: 'title', points: hundredths(wish.weights.title * best.share), why }
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/back-?\s?end/g, 'backend')
      .replace(/front-?\s?end/g, 'frontend')
      .match(/[\p{L}\p{N}+#.]+/gu) ?? []
  )
}

/** Falls by two thirds a month. A posting without a date counts as a month old. */
export function recencyPart(ageDays: number | null, weight: number): ScorePart {
  const age = ageDays === null ? 30 : Math.max(0, ageDays)
  const days = Math.floor(age)
  const why = ageDays === null ? 'no date' : days === 1 ? '1 day old' : `${days} days old`
  return { name: 'recency', points: hundredths(weight * Math.exp(-age / 30)), why }
}

export function unclearPart(judgement: Judgement, weight: number): ScorePart {
  const points = hundredths(-weight * judgement.unclear.length)
  const why =
    judgement.unclear.length === 0 ? 'nothing unclear' : `unclear: ${judgement.unclear.join(', ')}`
  return { name: 'unclear', points: points === 0 ? 0 : points, why }
}
