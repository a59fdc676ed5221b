// Which way a question is turned, and when that can't be told.
import { pattern } from '../text/pattern.ts'
import type { Wording } from './wording.ts'

const negators = pattern('g')`
  \b(?:not|never|no|none|without|neither|nor|unless|except|excluding|cannot|unable|ineligible|
  unauthori[sz]ed|unwilling|barred|prohibited|prevented|restricted|exempt|lack|lacking|
  free (?:of|from)|outside|other than|apart from|fail(?:ed)? to|refused|denied|nicht|kein\w*|ohne|
  außer)\b|n't\b
`

/** Words that turn a sentence around, or leave something out of it. */
export function negations(text: string): number {
  return text.match(negators)?.length ?? 0
}

/** "… or have you ever …": a second question joined to the first. */
const joined = pattern('')`
  \b(?:and|or|and\/or|but)\b[ ](?:(?:are|have|do|did|will|would|were|has|is|can|could)
  [ ](?:you|there|any|not)|you|been|ever|currently|previously|willing|able|to be|will|plan|
  intend|what|how|why|when|where|which|who)\b
`
/** About somebody else than the applicant. */
const others = pattern('')`
  \b(?:referees?|references?|referrers?|recruiters?|managers?|supervisors?|spouses?|partners?|
  wife|husband|parents?|guardians?|relatives?|famil(?:y|ies)|household|children|friends?|
  emergency contact|anyone|anybody|someone)\b
`
/** About what may be, or what once was. */
const otherwise = pattern('')`
  \b(?:willing|prepared|happy|agree|consent|able to|plan|planning|intend|expect)\b|
  \b(?:will|would|could|can) you\b|\byou (?:will|would|could)\b
`
const past =
  /\b(?:ever|in the past|previous(?:ly)?|former(?:ly)?|before|last \w+ (?:months|years))\b/
const conditional =
  /^if\b|\bif you(?:'re| are| were|r| do| don't| live| reside| answered| selected)\b/

/** True when the question is about a relative, a referee or somebody else. */
export function isOfOthers(asked: string): boolean {
  return others.test(asked)
}

/** The field says itself what "yes" means, so its wording alone can't decide. */
const instructs = pattern('')`
  \b(?:answer|select|choose|tick|check|respond|say|mark|pick|enter|write)\b[^.?!]*
  \b(?:yes|no|n\/a)\b
`

/** True when the field says more of what an answer means than its question does. */
export function isConditional({ asked, around, several }: Wording): boolean {
  return several || conditional.test(asked) || instructs.test(around) || instructs.test(asked)
}

/** True when no rule may answer the question by yes or no. */
export function isTwisted(wording: Wording): boolean {
  return isConditional(wording) || joined.test(wording.asked)
}

const open = pattern('')`
  ^(?:please )?(?:what|which|how|when|where|why|who|describe|explain|list|specify|state|tell|
  outline|welche\w*|wie|wann|wo|warum)\b
`
const closed = pattern('')`
  ^(?:are|is|do|does|did|will|would|have|has|had|can|could|may|were|was|bist|sind|haben|hast)\b|
  [,;:] (?:are|do|will|have|can|would) you\b
`

/** A question that "Yes" or "No" answers, also where the field takes any text. */
export function asksYesNo(asked: string): boolean {
  return closed.test(asked) && !open.test(asked)
}

/**
 * True when the words around a known wording leave its meaning alone: no negation, no other
 * person, no other time or mood than the wording's own.
 */
export function leavesAlone(rest: string, wording: string): boolean {
  if (negations(rest) > 0) return false
  return [others, otherwise, past].every((pattern) => pattern.test(wording) || !pattern.test(rest))
}
