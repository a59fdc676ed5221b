// The stem by which two forms of a word are one.
import { stemmer } from 'stemmer'

/** Forms of verbs that a stemmer can't know. */
const irregular: Readonly<Record<string, string>> = {
  built: 'build',
  rebuilt: 'rebuild',
  wrote: 'write',
  written: 'write',
  ran: 'run',
  led: 'lead',
  kept: 'keep',
  made: 'make',
  took: 'take',
  taken: 'take',
  gave: 'give',
  given: 'give',
  brought: 'bring',
  taught: 'teach',
  found: 'find',
  fell: 'fall',
  fallen: 'fall',
  grew: 'grow',
  grown: 'grow',
  sold: 'sell',
  chose: 'choose',
  chosen: 'choose',
  lost: 'lose',
  sped: 'speed',
}

/** Porter's stem of a word's plain form, in lower case. */
export function stemOf(word: string): string {
  const low = word
    .toLowerCase()
    .replace(/['’]s?$/, '')
    .replaceAll('’', "'")
  return stemmer(irregular[low] ?? low)
}
