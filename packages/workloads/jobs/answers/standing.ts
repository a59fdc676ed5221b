// Standing answers: a wording of answers.yaml in a question, with nothing around that turns it.
import type { Answers } from '../profile/answers.ts'
import { pattern } from '../text/pattern.ts'
import { isTwisted, leavesAlone } from './polarity.ts'
import { fromStanding, type Reply, type Topic, words, yesNo } from './saying.ts'
import { plain, type Wording } from './wording.ts'

interface Match<T> {
  entry: T
  wording: string
  from: number
  to: number
}

/** Facts and texts of answers.yaml. Two that contradict each other answer nothing. */
export const standingAnswer: Topic = ({ field, wording }, { profile, posting }) => {
  const { facts, texts } = profile.answers
  const company = plain(posting.company)
  const said = factIn(wording, facts, company)
  if (said !== null) {
    if (said === 'ask') return 'ask'
    const explains = wording.followUp === (said.yes ? 'yes' : 'no')
    const inWords = field.kind === 'text' || field.kind === 'long-text'
    return explains && inWords ? 'ask' : fromStanding(yesNo(said.yes), said.id)
  }
  return textIn(wording, texts, company)
}

type Fact = Answers['facts'][number]

/** What a fact answers to the question: yes or no, `ask` where its wording is turned around. */
export function factIn(
  wording: Wording,
  facts: readonly Fact[],
  company: string,
): { yes: boolean; id: string } | 'ask' | null {
  const found = longest(
    facts.flatMap((fact) =>
      fact.asks.flatMap((ask) =>
        matches({ fact, affirms: ask.yes === 'affirms' }, plain(ask.text), wording.asked),
      ),
    ),
  )
  if (found.length === 0) return null
  const said = found.map((match) => ({
    id: match.entry.fact.id,
    yes: match.entry.fact.holds === match.entry.affirms,
    safe: isSafe(match, wording, company),
  }))
  const [first] = said
  const agree = said.every(({ yes, id, safe }) => safe && yes === first?.yes && id === first.id)
  return first && agree ? { yes: first.yes, id: first.id } : 'ask'
}

function textIn(wording: Wording, texts: Answers['texts'], company: string): Reply | 'ask' | null {
  const found = longest(
    texts.flatMap((text) => text.asks.flatMap((ask) => matches(text, plain(ask), wording.asked))),
  )
  const [first] = found
  if (!first) return null
  const agree = found.every(({ entry }) => entry.id === first.entry.id)
  if (!agree || !found.every((match) => isSafe(match, wording, company))) return 'ask'
  const { id, answer, options } = first.entry
  return fromStanding(words(answer, options), id)
}

/** Where the wording stands in the question as whole words. An empty one stands nowhere. */
function matches<T>(entry: T, wording: string, asked: string): Match<T>[] {
  if (wording === '') return []
  const from = asked.indexOf(wording)
  if (from < 0) return []
  const to = from + wording.length
  const letter = /[\p{L}\p{N}]/u
  const whole = !letter.test(asked[from - 1] ?? ' ') && !letter.test(asked[to] ?? ' ')
  return whole ? [{ entry, wording, from, to }] : []
}

/** Without the matches inside another: "free of any non-compete" says more than "non-compete". */
function longest<T>(found: readonly Match<T>[]): Match<T>[] {
  const inside = (a: Match<T>, b: Match<T>) =>
    b.from <= a.from && a.to <= b.to && b.to - b.from > a.to - a.from
  return found.filter((match) => !found.some((other) => inside(match, other)))
}

function isSafe(match: Match<unknown>, wording: Wording, company: string): boolean {
  const { asked } = wording
  const before = asked.slice(0, match.from)
  const after = asked.slice(match.to)
  return (
    !isTwisted(wording) &&
    leavesAlone(`${before} ; ${after}`, match.wording) &&
    isCompleted(match.wording, after, company) &&
    !isListed(`${before} ; ${after}`, company)
  )
}

const group = /\b(?:or|and|and\/or) (?:(?:any|one) of )?(?:its|our|their) \w+/g

/** "A non-compete or a confidentiality agreement": what is asked is wider than what is answered. */
function isListed(rest: string, company: string): boolean {
  const bare = company === '' ? rest : rest.replaceAll(company, ' ')
  return /\b(?:and|or)\b|\//.test(
    bare.replace(group, ' ').replace(/\bor (?:older|over|above)\b/g, ' '),
  )
}

const open = /\b(?:for|by|to|at|with|of|from|about|in|on|bei|über)$/
const ofWork = /\b(?:employ\w*|work\w*|relat\w*|members?)$/
const determiners = /^\W*(?:(?:the|any|one|either|all|anyone|members?|employees?|staff|of|a) )*/
const thisJob = pattern('')`
  ^(?:us|our|here|uns|(?:this )?(?:company|job|role|position|opportunity|opening|vacancy|
  organi[sz]ation|firm))\b
`

/** "Worked for" is completed by this company or nothing: "for a competitor" is another question. */
function isCompleted(wording: string, after: string, company: string): boolean {
  const joined = ofWork.test(wording) ? /^ (?:of|for|at|by|with|to|in) /.exec(after) : null
  if (!open.test(wording) && !joined) return true
  const object = after.slice(joined?.[0].length ?? 0).replace(determiners, '')
  return object === '' || thisJob.test(object) || isNamed(object, company)
}

function isNamed(object: string, company: string): boolean {
  return (
    company !== '' &&
    object.startsWith(company) &&
    !/^[\p{L}\p{N}]/u.test(object.slice(company.length))
  )
}
