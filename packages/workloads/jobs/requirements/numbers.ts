// Numbers written as words, in the languages postings mix.
import { remembering } from '../text/names.ts'

const words: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  eighteen: 18,
  twenty: 20,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  dix: 10,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
}

const pattern = new RegExp(`\\b(?:${Object.keys(words).join('|')})\\b`, 'g')
/** Tested on single lower-case words: no number is in a text without one of them. */
export const numberWords = new RegExp(`\\d|${pattern.source}|decade`)

/** True where one of the words is: most sentences have none. */
const anyNumber = new RegExp(`decade|between|zwischen|entre|${pattern.source}`)

function inDigits(low: string): string {
  if (!anyNumber.test(low)) return low
  return low
    .replace(/\bhalf a decade\b/g, '5 years')
    .replace(/\b(?:a|one) decade\b/g, '10 years')
    .replace(/\btwo decades\b/g, '20 years')
    .replace(pattern, (word) => String(words[word]))
    .replace(/\b(?:between|zwischen|entre) (\d+) (?:and|und|et|y) (\d+)\b/g, '$1-$2')
}

/** "five (5) or more" → "5 (5) or more". Works on lower-case text. */
export const digits = remembering(inDigits)
