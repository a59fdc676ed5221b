// Whose words a sentence's parts are: the applicant's, the team's, or those of other people and
// things. What is said of others is blanked before a rule reads the sentence.
import { matches } from '../../text/pattern.ts'
import type { Sentence } from '../../text/sentences.ts'
import {
  anyDenial,
  anyOtherMark,
  denials,
  freedTurn,
  otherMarks,
  othersAsk,
  ownMarks,
  personName,
  startsWithName,
  teamMust,
  theirs,
  turn,
} from './marks.ts'
import { trades } from './people.ts'
import { clauseStart, leadIn, subjectAt } from './subjects.ts'

/**
 * `asks` and `you` are the applicant's; `we` and `team` are of those who are there; `named` goes by
 * the mark before it; `freed` is what is said not to be needed.
 */
export type Voice = 'asks' | 'you' | 'we' | 'team' | 'others' | 'named' | 'freed'

/** From `from` on it is `voice`; `to` is where the words that say so end, then where it ends. */
interface Stretch {
  voice: Voice
  from: number
  to: number
}

/** "The team speaks French, and so must you": what is said of others is asked. */
const ofYouToo =
  /\bso (?:must|should|do|will) you\b|\byou (?:must|should|will|need)\b[^.;]*\b(?:too|as well)(?=[.,;]|$)/

/**
 * The sentence as a rule may read it: what it says of others and what nobody needs is blanked, and
 * unless `team` is set also what it says of those who are there already. Lengths and `text` stay,
 * and it is the same sentence when nothing is blanked. What no mark governs is asked of the
 * applicant. `title` is the job's, in lower case: to a driving school, drivers are no others.
 */
export function asked(sentence: Sentence, title: string, team: boolean): Sentence {
  const { norm, low } = sentence
  if (ofYouToo.test(low)) return sentence
  const gone = knownStretches(norm, low, title).filter(({ voice }) =>
    team ? voice === 'others' || voice === 'freed' : voice !== 'asks' && voice !== 'you',
  )
  if (gone.length === 0) return sentence
  return { ...sentence, norm: blanked(norm, gone), low: blanked(low, gone) }
}

let last: { norm: string; title: string; stretches: readonly Stretch[] } | null = null

/** Several rules ask it of one sentence in a row. */
function knownStretches(norm: string, low: string, title: string): readonly Stretch[] {
  if (last?.norm !== norm || last.title !== title)
    last = { norm, title, stretches: stretchesOf(norm, low, title) }
  return last.stretches
}

function stretchesOf(norm: string, low: string, title: string): Stretch[] {
  const found: Stretch[] = subjectsOf(low, title)
  if (anyOtherMark.test(low))
    for (const [voice, words] of otherMarks) found.push(...spots(low, voice, words))
  if (anyDenial.test(low))
    for (const [voice, words] of denials) found.push(...spots(low, voice, words))
  if (low.includes(', ') || startsWithName.test(norm))
    found.push(...spots(norm, 'others', personName))
  // Where nobody else is named, all of it is asked.
  if (found.length === 0) return []
  for (const [voice, words] of ownMarks) found.unshift(...spots(low, voice, words))
  const kept = inOrder(found)
  const stretches = kept.map((mark, at) => governed(low, mark, kept[at + 1]))
  const first = stretches[0]
  if (first !== undefined && theirs.test(low.slice(0, first.from))) first.from = 0
  return stretches
}

function spots(text: string, voice: Voice, words: RegExp): Stretch[] {
  return matches(text, words).map(({ index, 0: found }) => ({
    voice,
    from: index,
    to: index + found.length,
  }))
}

function subjectsOf(low: string, title: string): Stretch[] {
  const found: Stretch[] = []
  for (const { to: from } of spots(low, 'others', clauseStart)) {
    leadIn.lastIndex = from
    const at = from + (leadIn.exec(low)?.[0].length ?? 0)
    const subject = subjectAt(low, at)
    if (subject === null) continue
    const { voice, words, trade } = subject
    if (trade === undefined || !title.includes(trade))
      found.push({ voice, from, to: at + words.length })
  }
  return found
}

const tradeNames = new RegExp(trades, 'g')

/** All of a title that `asked` depends on. */
export function tradesIn(title: string): string {
  return (title.match(tradeNames) ?? []).join(' ')
}

/** By position, the longest first; a mark within an earlier one is part of it. */
function inOrder(found: readonly Stretch[]): Stretch[] {
  const kept: Stretch[] = []
  for (const mark of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1)
    if (last !== undefined && mark.from < last.to) continue
    if (mark.voice !== 'named') kept.push(mark)
    else if (last !== undefined && last.voice !== 'asks') kept.push({ ...mark, voice: 'others' })
  }
  return kept
}

/** What a mark governs: up to the next one or to its turn. A duty of the team's is asked. */
function governed(low: string, mark: Stretch, next: Stretch | undefined): Stretch {
  const until = next?.from ?? low.length
  const turned = low.slice(mark.to, until).search(mark.voice === 'freed' ? freedTurn : turn)
  const to = turned < 0 ? until : mark.to + turned
  const words = low.slice(mark.from, to)
  const asks =
    (mark.voice === 'team' && teamMust.test(words)) ||
    (mark.voice === 'others' && othersAsk.test(words))
  return { voice: asks ? 'asks' : mark.voice, from: mark.from, to }
}

function blanked(text: string, gone: readonly Stretch[]): string {
  let left = ''
  for (const { from, to } of gone) {
    left += text.slice(left.length, from) + ' '.repeat(to - from)
  }
  return left + text.slice(left.length)
}
