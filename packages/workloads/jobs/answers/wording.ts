// How a form words a question, in the form that rules compare.
import type { FormField } from '../forms/schema.ts'
import { pattern } from '../text/pattern.ts'
import { sentence, splitLine } from '../text/sentences.ts'
import { oneLine } from '../text/unicode.ts'

export interface Wording {
  /** The question itself, plain: lower case, without marks, numbering and the final full stop. */
  asked: string
  /** The same with its capitals, for names of places and skills. */
  named: string
  /** Its words without those that carry no meaning, in order: "first name", "where based". */
  content: string
  /** What stands around the question: sentences before it, and the field's description. */
  around: string
  /** "If yes, please explain": the answer that wants more words; null where none does. */
  followUp: 'yes' | 'no' | null
  /** The label puts more than one question. */
  several: boolean
}

const pictures = /\p{Extended_Pictographic}(?:\uFE0F|\u200D|\p{Extended_Pictographic})*/gu
const asides = /\((?:optional|required|if applicable|if any|if you have (?:one|any)|freiwillig)\)/gi

/** Text as compared: plain quotes, no pictures, no asterisks, one space between words. */
function plainNamed(text: string): string {
  return sentence(oneLine(text))
    .norm.replace(pictures, ' ')
    .replace(/[*\u2731\uFF0A\u2020]+/g, ' ')
    .replace(asides, ' ')
    .replace(/^\W*\d+[.)]\s+/, '')
    .replace(/\bwhether or not\b/gi, 'whether')
    .replace(/\bnow,? or,? (?:will|would) you(?= )/gi, 'now or')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The comparison form of a text: of `plainNamed`, in lower case and without its last mark. */
export function plain(text: string): string {
  return withoutEnd(plainNamed(text).toLowerCase())
}

function withoutEnd(text: string): string {
  return text.replace(/[\s?!.:;,]+$/, '')
}

const followUps = pattern('i')`
  [\s,;:(–-]*\b(?:and )?if (?:you (?:answered|selected|said) )?["']?(yes|so|no|not)\b["']?
  (?![- ]?(?:one|body)).*$
`

/** Reads a field's label and description once for all rules. */
export function wordingOf(field: Pick<FormField, 'label' | 'description'>): Wording {
  const sentences = splitLine(plainNamed(field.label))
  const main = mainOf(sentences)
  const around = [
    ...sentences.filter((line) => !main.includes(line)),
    ...(field.description === null ? [] : [plainNamed(field.description)]),
  ]
  const whole = main.join(' ')
  const follow = followUps.exec(whole)
  const isAside = follow !== null && follow.index > 0
  const named = withoutEnd(isAside ? whole.slice(0, follow.index) : whole)
  const questions = sentences.filter((line) => isQuestion(line) && !startsFollowUp(line))
  return {
    asked: named.toLowerCase(),
    named,
    content: contentOf(named),
    around: around.join(' ').toLowerCase(),
    followUp: isAside ? turnOf(follow[1]) : followUpIn(sentences),
    several: questions.length > 1,
  }
}

const isQuestion = (line: string) => line.endsWith('?')
const startsFollowUp = (line: string) => followUps.exec(` ${line}`)?.index === 0

function turnOf(word = ''): 'yes' | 'no' {
  return /^(?:yes|so)$/i.test(word) ? 'yes' : 'no'
}

function followUpIn(sentences: readonly string[]): 'yes' | 'no' | null {
  const found = sentences.slice(1).find(startsFollowUp)
  return found === undefined ? null : turnOf(followUps.exec(` ${found}`)?.[1])
}

/** "Does that suit you?" asks about the sentence before it. */
const refersBack = /^(?:does|do|is|are|would|will|can|could) (?:that|this|it|these|those|so)\b/i

/** The one sentence that asks; the whole label where none or several do. */
function mainOf(sentences: string[]): string[] {
  const asking = sentences.filter((line) => isQuestion(line) && !startsFollowUp(line))
  if (asking.length === 1 && !refersBack.test(asking[0] ?? '')) return asking
  return sentences.filter((line, index) => index === 0 || !startsFollowUp(line))
}

/** Words that say nothing of what is asked. Never one that negates, limits or names somebody. */
const fillers = new Set(
  `a an the your you my i please enter provide share type give us me we can could would get what
  what's is are of to for and or if have one any do does let know in here below kindly tell add
  ihre ihr dein deine bitte angeben der die das und oder`.split(/\s+/),
)

/** Words in order, accents folded, fillers left out: "E-Mail address*" is "email address". */
export function contentOf(text: string): string {
  const folded = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  const words = folded
    .replace(/\be-?\s?mail\b/g, 'email')
    .replace(/\(s\)/g, '')
    .match(/[\p{L}\p{N}]+[+#]*(?:'\p{L}+)?/gu)
  return (words ?? []).filter((word) => !fillers.has(word)).join(' ')
}
