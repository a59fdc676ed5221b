// Exclusions: companies, title words and topics the user named, travel beyond their limit, a
// driving licence.

import { remembering } from '../text/names.ts'
import { pattern } from '../text/pattern.ts'
import { nameKey } from '../text/unicode.ts'
import type { Finding, Requirement } from './types.ts'
import { isHedged, quoteOf } from './wording.ts'

const dimension = 'exclusions'

const travel = pattern('')`
    (?<!\bsaves? (?:up to )?)\b(\d{1,3})(?:\s*(?:-|to)\s*(\d{1,3}))?\s?%(?! (?:off(?![- ]?site)|discount)\b)(?! of (?:the |our |all )?(?:people|users|customers|
    guests|passengers|employees|them|us)\b)[^.;]{0,28}\b(?<!\bnot )(?:travel(?!\w* (?:by|costs?|expenses|
    budget|bookings|product))|reise(?!kosten)|on the road)|\b(?:travel(?:l?ing)?|reise\w*|on the road)\b(?! (?:costs?|
    expenses|budget|bookings|agenc|product))[^.;%]{0,40}?(?<!\bby )(\d{1,3})(?:\s*(?:-|to)\s*(\d{1,3}))?\s?%
    (?! of (?!(?:the |your |working |work )*time|the (?:week|month|year)))
  `
const licence = /\bdriv(?:er'?s?|ing) licen[cs]e|führerschein|permis b\b/
const keyOf = remembering(nameKey)
const cache = new Map<string, RegExp>()

/** A whole word or phrase, in any script: "java" isn't in "JavaScript", "us" isn't in "bonus". */
function wholeWord(word: string): RegExp {
  const known = cache.get(word)
  if (known) return known
  const escaped = word
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu')
  if (cache.size < 1_000) cache.set(word, pattern)
  return pattern
}

export const exclusions: Requirement = {
  dimension,
  mentions: /%|percent|prozent|\bhalf\b|licen[cs]e|führerschein|permis/,
  judge(sentence, _job, applicant) {
    const { maxTravelPercent, drivingLicence } = applicant.exclusions
    const low = sentence.low
      .replace(/(?<=\d) ?(?:per ?cent|prozent)\b/g, '%')
      .replace(/\bhalf of (?:the|your) (?:time|year|weeks?)\b/, '50% of the time')
    const misses = (reason: string): Finding => ({
      dimension,
      verdict: 'misses',
      quote: quoteOf(sentence.text),
      reason,
    })
    if (maxTravelPercent !== null && low.includes('%')) {
      const match = travel.exec(low)
      // "Up to 50 %" may be less; the least that is named decides.
      const least = Number(match?.[1] ?? match?.[3] ?? Number.NaN)
      const upTo =
        /\bup to\b|bis zu|\b(?:can|may|might|could) (?:be|include|involve|require)\b/.test(low) &&
        match?.[2] === undefined &&
        match?.[4] === undefined
      if (least > maxTravelPercent) {
        if (upTo) return { ...misses(`up to ${least} % travel`), verdict: 'unclear' }
        return misses(`${least} % travel, ${maxTravelPercent} % at most wanted`)
      }
    }
    const drives = drivingLicence === true ? null : licence.exec(low)
    if (drives && !isHedged(low, drives.index, drives.index + drives[0].length)) {
      return drivingLicence === false
        ? misses('driving licence')
        : { ...misses('driving licence'), verdict: 'unclear' }
    }
    return null
  },
  fields(job, applicant) {
    const { companies, titleWords, topics } = applicant.exclusions
    const { company, account, title } = job.posting
    const field = (quote: string, reason: string): Finding[] => [
      { dimension, verdict: 'misses', quote, reason, field: true },
    ]
    if (companies.length > 0) {
      const names = [keyOf(company), keyOf(account)]
      if (companies.some((name) => names.includes(keyOf(name))))
        return field(`Company: ${company}`, 'a company you left out')
    }
    const word = titleWords.find((entry) => wholeWord(entry).test(title))
    if (word !== undefined) return field(`Title: ${title}`, `"${word}" in the title`)
    for (const topic of topics) {
      const about = wholeWord(topic)
      const word = topic.toLowerCase()
      const sentence = job.sentences.find(({ low }) => low.includes(word) && about.test(low))
      if (sentence) return field(quoteOf(sentence.text), `about ${topic}`)
    }
    return []
  },
}
