// Postings judged and read for their terms, each without its text: what a night's ranking works on.
import { type Posting, postingKey } from '../boards/posting.ts'
import {
  type Applicant,
  type Judgement,
  judge,
  nothingRead,
  prepareJob,
} from '../requirements/index.ts'
import { compact } from '../text/compact.ts'
import { type PostingTerms, phraseFinder, repeatedSentences, termsOf } from './terms.ts'
import type { RankingWish } from './wish.ts'

/** A posting as the table lists it. Texts of thousands of postings would fill the memory. */
export type ListedPosting = Omit<Posting, 'text'>

export interface JudgedPosting {
  key: string
  posting: ListedPosting
  judgement: Judgement
  terms: PostingTerms
}

/** How many postings of an account are read before what it repeats in them is known. */
const groupSize = 250

/**
 * Judges postings account by account, so that what an account repeats in them is known. Pure and
 * deterministic, whatever their order. A posting listed twice is judged once. Nothing of the texts
 * is kept.
 */
export function judgePostings(
  postings: readonly Posting[],
  applicant: Applicant,
  wish: RankingWish,
): JudgedPosting[] {
  const phrases = phraseFinder(wish.terms)
  const accounts = Map.groupBy(distinct(postings), ({ board, account }) => `${board}:${account}`)
  return [...accounts.values()].flatMap((group) => {
    const before = nothingRead()
    const first = group.slice(0, groupSize).map((posting) => prepareJob(posting, before))
    const repeated = repeatedSentences(first.map((job) => job.sentences))
    return group.map((posting, at) => {
      const job = first[at] ?? prepareJob(posting, before)
      const terms = termsOf(job.sentences, repeated, phrases)
      return judged(posting, judge(job, applicant, before), terms)
    })
  })
}

function judged(posting: Posting, judgement: Judgement, terms: PostingTerms): JudgedPosting {
  const { text: _, ...listed } = posting
  for (const said of Object.values(judgement.dimensions)) {
    if (said.quote !== null) said.quote = compact(said.quote)
  }
  return { key: postingKey(posting), posting: listed, judgement, terms }
}

/**
 * One of each key, in the order of the keys. Of two readings of one posting it is the one with the
 * larger hash, so that their order doesn't matter.
 */
export function distinct<T extends Pick<Posting, 'board' | 'account' | 'externalId' | 'rawHash'>>(
  postings: readonly T[],
): T[] {
  const byKey = new Map<string, T>()
  for (const posting of postings) {
    const key = postingKey(posting)
    const other = byKey.get(key)
    if (!other || posting.rawHash > other.rawHash) byKey.set(key, posting)
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, posting]) => posting)
}
