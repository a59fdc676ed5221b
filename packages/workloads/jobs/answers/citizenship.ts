// Nationality as the profile lists it, and whether one is a citizen of a named country.
import { countries, inRegion } from '../geography/index.ts'
import { isTwisted, negations } from './polarity.ts'
import { fromProfile, type Saying, type Topic, words, yesNo } from './saying.ts'

const nationality = /^(?:current )?(?:nationality|nationalities|citizenships?|country citizenship)$/
const citizen =
  /^are you (?:currently )?an? (?:citizen of (?:the )?(.+)|(.+?) (?:citizen|national))$/

export const citizenshipAnswer: Topic = ({ field, wording }, { profile }) => {
  const own = profile.resume.countersign.citizenships ?? []
  const listed = (saying: Saying) => fromProfile(saying, 'countersign.citizenships')
  if (nationality.test(wording.content)) {
    const names = own.map((code) => countries.get(code)?.names[0] ?? code)
    const [code, ...more] = own
    if (code === undefined) return 'ask'
    if (more.length === 0) return listed({ as: 'country', code, text: names.join() })
    const typed = field.kind === 'text' || field.kind === 'long-text'
    return typed ? listed(words(names.join(', '))) : 'ask'
  }
  if (!/\bcitizen(?:ship)?\b|\bnational(?:ity)?\b/.test(wording.asked)) return null
  const match = citizen.exec(wording.asked)
  const name = match?.[1] ?? match?.[2]
  if (name === undefined || own.length === 0 || isTwisted(wording)) return 'ask'
  if (negations(wording.asked) > 0) return 'ask'
  if (/^(?:eu|e\.u\.?|european union)$/.test(name))
    return listed(yesNo(own.some((code) => inRegion(code, 'eu'))))
  const code = countryOf(name)
  return code === null ? 'ask' : listed(yesNo(own.includes(code)))
}

/** "German", "US" or "U.S." as a country's code. */
function countryOf(name: string): string | null {
  const bare = (text: string) => text.toLowerCase().replaceAll('.', '')
  for (const { code, names, people } of countries.values()) {
    if ([...names, ...people].some((text) => bare(text) === bare(name))) return code
  }
  return null
}
