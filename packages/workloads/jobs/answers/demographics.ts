// Questions about who one is: declined unless the person wrote an answer, and never guessed.
import type { Answers } from '../profile/answers.ts'
import { type Asked, fromStanding, type Reply, type Topic, words } from './saying.ts'

const topics: readonly (readonly [keyof Answers['demographics'], RegExp])[] = [
  ['pronouns', /\bpronouns?\b/],
  ['orientation', /\b(?:sexual )?orientation\b|\blgbt/],
  ['veteran', /\bveteran|\bmilitary\b|\barmed forces\b/],
  ['disability', /\bdisabilit|\bdisabled\b|\bbehinder|disabilitystatus/],
  ['ethnicity', /\bhispanic|\blatin[oax]\b|\bethnic(?:ity)?\b/],
  ['race', /\brac(?:e|ial)\b/],
  ['gender', /\bgender\b|\bsex\b|\bgeschlecht\b/],
  ['age', /\bage (?:group|range|bracket)\b|^age$|\bhow old\b/],
]
/** Of a form's main part: only a question that is plainly one of these. */
const shortly = 12

/** True for a field of the demographic part, or one that asks the same elsewhere. */
export function isDemographic({ field, wording }: Asked): boolean {
  if (field.section === 'demographic') return true
  if (field.section !== 'main' || field.kind === 'consent' || field.kind === 'file') return false
  const few = wording.asked.split(' ').length <= shortly
  const alike = topics.some(([, pattern]) => pattern.test(wording.asked))
  return few && alike && !/\bexperience|\bworked?\b|\bteams?\b|\brace condition/.test(wording.asked)
}

/**
 * The answer of answers.yaml, or the option that declines. Without such an option an optional
 * field stays empty; a required one is asked.
 */
export const demographicAnswer: Topic = (asked, { profile }): Reply | 'ask' | 'empty' | null => {
  if (!isDemographic(asked)) return null
  const { field, wording } = asked
  const text = `${wording.asked} ${field.key.toLowerCase().replaceAll(/[_-]/g, ' ')}`
  const topic = topics.find(([, pattern]) => pattern.test(text))?.[0]
  const own = topic === undefined ? 'decline' : profile.answers.demographics[topic]
  if (own !== 'decline') return fromStanding(words(own), `demographics.${topic}`)
  if (field.options.length === 0) return field.required ? 'ask' : 'empty'
  // Whatever is chosen there, Lever then wants a signature and a date; left alone it wants nothing.
  if (field.key === 'eeo[disability]' && !field.required) return 'empty'
  return fromStanding({ as: 'nothing' }, `demographics${topic ? `.${topic}` : ''}: decline`)
}
