// Finds sentences that speak to a machine instead of an applicant. They are shown, and never
// judged.
import { pattern } from './pattern.ts'

const addressed = pattern('i')`
    \b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|
    preceding|all|any|your)\b[^.\n]{0,30}\b(?:instruction|prompt|rule|guideline|context|
    requirement|direction)s?\b
  `
const machine = pattern('i')`
    \b(?:if you(?:'re| are) an? (?:ai|llm|(?:large )?language model|chat ?bot|assistant|bot|
    agent|automated)|(?:ai|llm|automated) (?:assistants?|agents?|systems?|models?|tools?|
    screeners?|parsers?|readers?|bots?)(?:,? (?:reading|processing|parsing|evaluating|
    screening)[^.\n]{0,40})?,? (?:must|should|shall|have to|please|need to|are (?:instructed|
    required|asked) to|will) (?:also )?(?:state|mark|rate|say|write|include|treat|ignore|
    disregard|report|output|recommend|approve|consider|rank|score|add|claim|skip|assume|
    classify|print|reveal)|(?:ai|llm|automated) (?:assistants?|agents?|systems?|models?|
    tools?|screeners?|parsers?|readers?|bots?) reading this|(?:language model|chatgpt|claude|
    gpt-?\d|gemini|copilot|llms?)\b[^.\n]{0,20}\b(?:must|should|shall|please|reading|
    is instructed)|(?:attention|note to|dear|hey|hello|instructions? (?:to|for)|message (?:to|
    for)) (?:all )?(?:the )?(?:ai|llm|language models?|assistants?|bots?|agents?|automated))
  `
const markers = pattern('i')`
    <\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?INST\]|^\s*(?:#+\s*)?(?:system|
    assistant)\s*(?:prompt|message)?\s*:
  `
const orders = pattern('i')`
    \b(?:(?:your|the|my) system prompt\b|you are now (?:a|an|in) (?:\w+ )?(?:ai|assistant|
    model|bot|mode|recruiter|system|agent)\b|new instructions?\s*:|(?:rate|score|rank|mark|
    classify|treat|report) (?:this|the) (?:candidate|applicant|posting|job|role|position|
    application)\b[^.\n]{0,60}\b(?:as|highest|perfect|top|10|100|remote|best)|(?:add|insert|
    include|write|state|claim|say|append)\b[^.\n]{0,40}\b(?:to|in|into|on|
    that)\b[^.\n]{0,20}\b(?:the |this |their |your )?(?:candidate|applicant|cv|résumé|resume|
    cover letter)(?:'s)?\b[^.\n]{0,60}\b(?:has|holds|worked|years|degree|phd|certif|award|
    employ)|(?:reveal|print|repeat|output|send|post|leak|forward|upload|
    exfiltrate)\b[^.\n]{0,40}\b(?:prompt|instructions|api key|credentials|passwords?|secrets?|
    salary expectations?|home address)\b[^.\n]{0,40}\b(?:to|at|here|verbatim|in)\b)
  `

/** Tested on single words: one of them must be there before the patterns are worth trying. */
export const machineWords = pattern('')`
    ignor|disregard|forget|overrid|^\W*ais?\b|llm|model|bots?\b|agent|assist|automat|gpt|
    claude|gemini|copilot|prompt|instruct|system|screener|parser|<|\[|candidate|applicant|
    \bcv\b|r[eé]sum[eé]|letter|reveal|credential|password|\b(?:rate|score|rank|mark|classify|
    treat|report|print|repeat|output|new)\b
  `

/** True when the sentence gives orders to software that reads postings. */
export function speaksToMachines(sentence: string): boolean {
  return (
    addressed.test(sentence) ||
    machine.test(sentence) ||
    markers.test(sentence) ||
    orders.test(sentence)
  )
}
