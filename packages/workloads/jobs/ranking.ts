// The night's table: every posting judged, scored and placed; exactly the top N are taken.
import MiniSearch from 'minisearch'
import type { Posting } from './boards/index.ts'
import {
  distinct,
  type JudgedPosting,
  judgePostings,
  type ListedPosting,
} from './ranking/judging.ts'
import { type Placement, placements } from './ranking/placement.ts'
import {
  recencyPart,
  type ScorePart,
  skillsPart,
  textPart,
  titlePart,
  total,
  unclearPart,
} from './ranking/score.ts'
import type { RankingWish } from './ranking/wish.ts'
import type { Applicant, Judgement } from './requirements/index.ts'
import { nameKey } from './text/unicode.ts'

export { type JudgedPosting, judgePostings } from './ranking/judging.ts'
export { type RankingWish, rankingWish } from './ranking/wish.ts'

export interface NightRow {
  key: string
  posting: ListedPosting
  judgement: Judgement
  placement: Placement
  score: number
  /** Their points add up to the score. */
  parts: ScorePart[]
  /** The posting whose words these are, by key. */
  repostOf: string | null
}

export interface NightTable {
  /** Best first: taken ones, then the rest by score; misses by key at the end. */
  rows: NightRow[]
  /**
   * Keys of what is taken, best first; at most the wished number, and exactly it while enough
   * are eligible.
   */
  taken: string[]
}

export interface Night {
  /** ISO instant that ages count from. */
  now: string
  /** Keys taken up before. */
  seen: ReadonlySet<string>
  /** Body hash → key of postings taken up before, within the time that counts as a repost. */
  seenBodies: ReadonlyMap<string, string>
}

/**
 * Judges and ranks a night's postings. Pure and deterministic: the order of `postings` changes
 * nothing, ties go to the newer posting and then to the smaller key. A posting listed twice is
 * one row.
 */
export function rankNight(
  postings: readonly Posting[],
  applicant: Applicant,
  wish: RankingWish,
  night: Night,
): NightTable {
  return rankJudged(judgePostings(postings, applicant, wish), wish, night)
}

/** As `rankNight`, of postings that were judged before: board by board, a night fits its memory. */
export function rankJudged(
  judged: readonly JudgedPosting[],
  wish: RankingWish,
  night: Night,
): NightTable {
  const byPosting = new Map(judged.map((entry) => [entry.posting, entry]))
  const candidates = distinct([...byPosting.keys()]).flatMap(
    (posting) => byPosting.get(posting) ?? [],
  )
  const matches = bm25(candidates, wish.terms)
  const rows = candidates.map((candidate, index) => {
    const parts = partsOf(candidate, index, matches, wish, night)
    return row(candidate, parts)
  })
  rows.sort(byScore)
  const taken = place(rows, wish, night)
  rows.sort((a, b) => placements.indexOf(a.placement) - placements.indexOf(b.placement))
  return { rows, taken }
}

interface Matches {
  /** Per candidate: term → BM25. */
  byCandidate: Map<string, number>[]
  /** What a posting would have that named every term once in its must-haves. */
  ideal: number
}

/**
 * BM25 of the profile's terms, term by term so that the sum can be explained. No length
 * normalisation (b = 0): how much else a posting asks enters through the skills part, and so
 * another must-have that is met can't lower a score.
 */
function bm25(candidates: readonly JudgedPosting[], terms: readonly string[]): Matches {
  const searched = new Set(terms)
  const index = new MiniSearch<{ id: number; must: string; rest: string }>({
    fields: ['must', 'rest'],
    tokenize: (text) => (text === '' ? [] : text.split('\n')),
    // The others are never searched, and how long a posting is counts for nothing.
    processTerm: (term) => (searched.has(term) ? term : null),
  })
  index.addAll(
    candidates.map((candidate, id) => ({
      id,
      must: candidate.terms.must.join('\n'),
      rest: candidate.terms.rest.join('\n'),
    })),
  )
  const byCandidate = candidates.map(() => new Map<string, number>())
  const inMusts = new Map<string, number>()
  for (const candidate of candidates) {
    for (const term of new Set(candidate.terms.must))
      inMusts.set(term, (inMusts.get(term) ?? 0) + 1)
  }
  const boost = { must: 1, rest: 0.35 }
  let ideal = 0
  for (const term of terms) {
    const results = index.search(term, { boost, bm25: { k: 1.2, b: 0, d: 0 } })
    for (const result of results) byCandidate[Number(result.id)]?.set(term, result.score)
    const inMust = inMusts.get(term) ?? 0
    ideal += Math.log(1 + (candidates.length - inMust + 0.5) / (inMust + 0.5))
  }
  return { byCandidate, ideal }
}

function partsOf(
  candidate: JudgedPosting,
  index: number,
  matches: Matches,
  wish: RankingWish,
  night: Night,
): ScorePart[] {
  const { weights } = wish
  const posted = candidate.posting.postedAt
  const ageDays = posted === null ? null : (Date.parse(night.now) - Date.parse(posted)) / 86_400_000
  return [
    textPart(matches.byCandidate[index] ?? new Map(), matches.ideal, weights.text),
    skillsPart(candidate.terms.must, wish.skills, weights.skills),
    titlePart(candidate.posting.title, wish),
    recencyPart(ageDays, weights.recency),
    unclearPart(candidate.judgement, weights.unclear),
  ]
}

function row(candidate: JudgedPosting, parts: ScorePart[]): NightRow {
  const { key, posting, judgement } = candidate
  return {
    key,
    posting,
    judgement,
    placement: 'below the cut',
    score: total(parts),
    parts,
    repostOf: null,
  }
}

function byScore(a: NightRow, b: NightRow): number {
  if (a.score !== b.score) return b.score - a.score
  const dates = (b.posting.postedAt ?? '').localeCompare(a.posting.postedAt ?? '')
  return dates !== 0 ? dates : a.key < b.key ? -1 : 1
}

/** Walks the rows best first and gives every one its placement. */
function place(rows: readonly NightRow[], wish: RankingWish, night: Night): string[] {
  const taken: string[] = []
  const perCompany = new Map<string, number>()
  const bodies = new Map(night.seenBodies)
  for (const entry of rows) {
    const { posting } = entry
    const original = bodies.get(posting.bodyHash)
    if (original !== undefined && original !== entry.key) entry.repostOf = original
    entry.placement = placementOf(entry, wish, night)
    if (entry.placement !== 'taken') continue
    bodies.set(posting.bodyHash, entry.key)
    const company = nameKey(posting.company)
    const count = perCompany.get(company) ?? 0
    if (taken.length >= wish.night.postings) entry.placement = 'below the cut'
    else if (count >= wish.night.perCompany) entry.placement = 'company cap'
    else {
      perCompany.set(company, count + 1)
      taken.push(entry.key)
    }
  }
  return taken
}

function placementOf(entry: NightRow, wish: RankingWish, night: Night): Placement {
  const { posting, judgement, key } = entry
  const now = Date.parse(night.now)
  if (judgement.verdict === 'misses') return 'misses'
  if (night.seen.has(key)) return 'seen'
  if (entry.repostOf !== null) return 'repost'
  if (posting.deadline !== null && Date.parse(posting.deadline) < now) return 'closed'
  const maxAge = wish.night.maxAgeDays * 86_400_000
  if (posting.postedAt !== null && now - Date.parse(posting.postedAt) > maxAge) return 'too old'
  return 'taken'
}
