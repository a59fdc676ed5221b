// Drafted text goes only where a question asks for exactly that: why us, why you, a letter.
import type { FormField } from '../forms/schema.ts'
import { pattern } from '../text/pattern.ts'
import type { PlanInput } from './planned.ts'
import { negations } from './polarity.ts'
import type { Asked, Topic } from './saying.ts'
import { isSensitive } from './sensitive.ts'
import { plain } from './wording.ts'

const letter = pattern('')`
  ^(?:please )?(?:(?:add|write|include|paste|enter|provide) )?(?:(?:a|your|the) )?(?:
  cover(?:ing)? letter|motivation(?:al)? letter|anschreiben|motivationsschreiben)\b
`
const resumeText = /^(?:resume|cv|resume\/cv|cv\/resume|resume text|curriculum vitae)$/
const thing = '(?:role|job|position|company|opportunity|team|vacancy|organi[sz]ation)'
/** "Why do you want to join us": of this job, not of a subject. */
const whyUs = (company: string) => {
  const us = company === '' ? 'us' : `us|${escaped(company)}`
  const ours =
    String.raw`(?:${us}|here|our|join\w*|appl(?:y|ied|ying)|(?:this|the) ${thing})` +
    String.raw`(?![\p{L}\p{N}])`
  return new RegExp(
    `^why (?:${us}|this ${thing})$|` +
      String.raw`\bwhy (?:do|are|would|did|should) (?:you|we)\b.{0,60}\b(?:${ours}|hire you)|` +
      String.raw`\bwhy\b.{0,40}\b(?:good|great|strong|right) (?:fit|match|candidate)\b|` +
      String.raw`\bwhat\b.{0,20}\b(?:interests?|interested|excites?|attract(?:s|ed)|motivates?|` +
      String.raw`draws?|drew|made|makes|inspired?) you\b.{0,60}\b${ours}|` +
      String.raw`\byour (?:interest|motivation)\b.{0,20}\b${ours}|^(?:your )?motivation$|` +
      String.raw`^warum\b.*\b(?:uns|stelle|bewerben|bewirbst)\b`,
    'u',
  )
}
/** The person's own words are wanted, or reasons that no letter gives. */
const notOurs = pattern('')`
  \bown words\b|\b(?:ai|chatgpt|llms?|generat(?:ed|ive))\b|\bleav(?:e|ing)\b|\bleft\b|\bgap\b|
  \bhandwrit\w+|\bvideo\b|\btell us about a (?:time|project)\b|\bexample\b|\bchange(?:d|
  s)? (?:jobs|careers)\b
`

export const draftedAnswer: Topic = ({ field, wording }, input) => {
  if (field.kind !== 'long-text' && field.kind !== 'text') return null
  const all = `${wording.asked} ${wording.around}`
  const own = textFor({ field, wording }, input)
  if (own === null) return null
  if (notOurs.test(all) || isSensitive(all) || negations(wording.asked) > 0 || wording.several)
    return 'ask'
  const text = fitting(own, field, all)
  return text === null
    ? 'ask'
    : {
        saying: { as: 'words', text },
        source: 'generated',
        detail: 'from the letter',
      }
}

/** What the question asks for, in pieces that may be left out from the end. */
function textFor(
  { field, wording }: Asked,
  { drafted, posting }: PlanInput,
): readonly string[] | null {
  if (letter.test(wording.asked)) return [drafted.letterText]
  // Lever has no slot for a letter but this one.
  if (posting.board === 'lever' && field.key === 'comments') return [drafted.letterText]
  if (resumeText.test(wording.asked) && field.kind === 'long-text') return [drafted.cvText]
  return whyUs(plain(posting.company)).test(wording.asked) ? drafted.paragraphs : null
}

const limits: readonly (readonly [RegExp, (text: string) => number])[] = [
  [/\b(\d+) words?\b/, (text) => text.split(/\s+/).length],
  [/\b(\d+) (?:characters|chars)\b/, (text) => text.length],
  [/\b(\d+) sentences?\b/, (text) => text.match(/[.!?](?:\s|$)/g)?.length ?? 1],
]

/** As many whole paragraphs as the field's limits let in; null where not even one fits. */
function fitting(pieces: readonly string[], field: FormField, said: string): string | null {
  for (let count = pieces.length; count > 0; count--) {
    const text = pieces.slice(0, count).join('\n\n')
    const short = field.maxLength === null || text.length <= field.maxLength
    const within = limits.every(([pattern, measure]) => {
      const numbers = [...said.matchAll(new RegExp(pattern, 'g'))].map((match) => Number(match[1]))
      return numbers.length === 0 || measure(text) <= Math.max(...numbers)
    })
    if (short && within && text !== '') return text
  }
  return null
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
