// Whether one lives there, would move there, or would come to that office so often.
import { countries, covers, type Place } from '../geography/index.ts'
import { applicantOf } from '../profile/index.ts'
import { digits } from '../requirements/numbers.ts'
import { pattern } from '../text/pattern.ts'
import { placesNamed, plannedCountry, postingPlaces } from './places.ts'
import type { PlanInput } from './planned.ts'
import { isTwisted, negations } from './polarity.ts'
import { type Asked, fromProfile, type Reply, type Topic, words, yesNo } from './saying.ts'

const lives = pattern('')`
  ^(?:do you (?:currently |now |presently )?(?:live|reside)|are you (?:currently |now |presently )?
  (?:based|located|living|residing|resident))\b
`
const near = /\b(?:near|close|commut\w*|within|distance|area|vicinity|willing|outside|time ?zone)\b/
const moves = /\brelocat\w+\b|\bmove to\b|\bumzug\b|\bumzuziehen\b/
const days = pattern('')`
  \b([1-7]) (?:(?:or more|working|full) )?(?:days?|times?|x)[ ]
  (?:a|per|each|every|in the|\/) ?(?:office|week)?
`
const office = /\boffice\b|\bon-?site\b|\bin person\b|\bhybrid\b/

const worksFrom = pattern('')`
  ^where (?:are you (?:currently )?(?:based|located) or where )?(?:would|will|do) you (?:be |plan to |
  like to )?(?:planning (?:on|to) )?work(?:ing)? from$
`

export const whereaboutsAnswer: Topic = (asked, input) => {
  const text = asked.wording.asked
  if (worksFrom.test(text)) return workPlace(asked, input)
  if (moves.test(text)) return relocation(asked, input)
  if (lives.test(text)) return residence(asked, input)
  return office.test(text) && days.test(digits(text)) ? officeDays(asked, input) : null
}

/** Home, where that is the only place one would work from; a town needs no more than its country. */
function workPlace({ wording }: Asked, input: PlanInput): Reply | 'ask' {
  const { residence, workplaces } = input.profile.resume.countersign
  const planned = plannedCountry(input.profile.resume)
  const name = countries.get(residence?.country ?? '')?.names[0]
  const away = (workplaces?.offices ?? []).some(({ city }) => city !== residence?.city)
  const sure = planned !== null && residence?.city !== undefined && name !== undefined
  if (!sure || (away && !workplaces?.remote) || negations(wording.asked) > 0) return 'ask'
  return fromProfile(words(`${residence.city}, ${name}`), 'countersign.residence')
}

function residence({ wording }: Asked, input: PlanInput): Reply | 'ask' {
  const { home } = applicantOf(input.profile, input.today)
  const places = placesNamed(wording.named, input.posting.company)
  const clear = !near.test(wording.asked) && negations(wording.asked) === 0 && !isTwisted(wording)
  if (!clear || places.length === 0 || home.country === '') return 'ask'
  return fromProfile(yesNo(places.some((place) => covers(place, home))), 'countersign.residence')
}

const simple = pattern('')`
  ^(?:are|would) you (?:be )?(?:willing|open|able|prepared|happy) to (?:relocate|relocating|
  relocation|move to)\b|^willing to relocate
`

/** A listed place is a yes. An empty list is a no: the person wrote that they won't move. */
function relocation({ wording }: Asked, input: PlanInput): Reply | 'ask' {
  const { asked } = wording
  const wanted = input.profile.resume.countersign.workplaces?.relocation
  if (wanted === undefined || !simple.test(asked) || isTwisted(wording) || negations(asked) > 0)
    return 'ask'
  const reply = (yes: boolean) => fromProfile(yesNo(yes), 'countersign.workplaces.relocation')
  const named = placesNamed(wording.named, input.posting.company)
  const places = named.length > 0 ? named : postingPlaces(input)
  const { relocation: listed, home } = applicantOf(input.profile, input.today)
  // Asked of somebody who lives there, "no" would say the opposite of what it means.
  if (places?.some((place) => covers(place, home))) return 'ask'
  if (wanted.length === 0) return reply(false)
  const covered = (place: Place) =>
    listed.some(
      (own) => own.country === place.country && (own.kind === 'country' || own.name === place.name),
    )
  return places !== null && places.length > 0 && places.every(covered) ? reply(true) : 'ask'
}

/** Days the profile agrees to in that city. More than that is for the person to refuse. */
function officeDays({ wording }: Asked, input: PlanInput): Reply | 'ask' {
  const { asked, named } = wording
  const wanted = Number(days.exec(digits(asked))?.[1] ?? Number.NaN)
  const [place, ...others] = placesNamed(named, input.posting.company)
  if (place === undefined || others.length > 0 || isTwisted(wording) || negations(asked) > 0)
    return 'ask'
  const at = input.profile.resume.countersign.workplaces?.offices?.find(
    ({ city, country }) =>
      place.kind === 'city' && city === place.name && country === place.country,
  )
  return at !== undefined && wanted <= at.maxDaysPerWeek && !/\bmore\b/.test(asked)
    ? fromProfile(yesNo(true), `countersign.workplaces.offices ${at.city}`)
    : 'ask'
}
