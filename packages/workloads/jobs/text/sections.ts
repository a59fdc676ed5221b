// What a heading announces, so that benefits and legal notices aren't read as requirements.
import { pattern } from './pattern.ts'

export type Section = 'must' | 'nice' | 'duties' | 'benefits' | 'legal' | 'about' | 'other'

/**
 * First match decides; so "Preferred qualifications" is `nice` before `qualifications` makes it
 * `must`.
 */
const kinds: readonly (readonly [Section, RegExp])[] = [
  [
    'nice',
    pattern('')`
      nice[- ]to[- ]ha|preferred|bonus|desir|optional|good to have|pluses|\ba plus\b|
      extra credit|stand out|sets? you apart|von vorteil|wünschenswert|would be great|souhait|
      ideally|idealerweise|even better|(?:great|lovely|love it|excited|delighted|happy) if|
      good-to-have|(?:might|may|could) (?:also )?have|\badvantag|helpful|beneficial|secondary (?:skill|criteri)|
      not (?:strictly |absolutely )?(?:required|necessary|essential|needed|a must)|kein muss|
      brownie|cherry on|icing on|gold star|dream candidate|gerne? auch|wäre (?:toll|super|schön)|
      \bplus(?:punkte?)?:?$
    `,
  ],
  [
    'legal',
    pattern('')`
      equal (?:opportunity|employment)|\beeo?c?\b|diversity|inclusion|belonging|privacy|
      accommodation|accessib|legal|notice|disclaimer|non-discrimination|fraud|scam|
      data protection|datenschutz|vielfalt
    `,
  ],
  [
    'must',
    pattern('')`
      requirement|qualification|must[- ]ha|who you are|(?:what|things) (?:you(?:'|
      ’)?(?:ll)? )?(?:will )?(?:bring|need)|you(?:'|’)ll (?:need|bring)|you (?:bring|have|
      need)|your (?:profile|background|experience|skills)|(?:what|who) we(?:'|’)?(?:re|
      [ ]are)? (?:look|seek|need|want|expect)|looking for|about you\b|skills|essential|
      what you should have|experience (?:needed|you|required)|profil|anforderung|(?:(?:das|
      was) )?(?:du )?bringst (?:du )?(?:mit)?|(?:das|was) (?:du|sie) (?:mit)?bring|
      dein(?:e)? (?:profil|skills)|you(?:'|’)re a fit|you might be|ideal candidate|exigences|
      requisitos|what it takes
    `,
  ],
  [
    'benefits',
    pattern('')`
      benefit|perk|what (?:we|you)(?:'|’)?(?:ll)? (?:offer|get|receive)|we offer|why (?:join|
      work|us|you)|compensation|what(?:'|’)s in it|wir bieten|unser angebot|take care of you|
      life at|how we work|our values|rewards|avantages|beneficios
    `,
  ],
  [
    'duties',
    pattern('')`
      responsibilit|what you(?:'|’|"|”)?(?:ll| will)|you(?:'|’)ll|you will|the role|
      about the (?:role|job|position)|your (?:mission|role|impact|tasks)|day[- ]to[- ]day|
      aufgaben|tätigkeit|in this role|job involves|duties|missions
    `,
  ],
  [
    'about',
    pattern('')`
      about|who we are|our (?:story|mission|team|company)|the (?:team|company)|über uns|
      your (?:future |new )?(?:team|colleagues)|meet the team|dein (?:neues )?team|das team|
      (?:interview|hiring|application|recruit\w+) (?:process|steps)|how we hire|bewerbungsprozess|
      (?:customers?|clients|colleagues|employees|people) (?:say|think)|
      qui sommes|join us
    `,
  ],
]

/**
 * The kind of section a heading opens. An unknown heading opens `other`, which is read like a
 * requirement.
 */
export function sectionOf(heading: string): Section {
  const low = heading.toLowerCase()
  for (const [section, pattern] of kinds) if (pattern.test(low)) return section
  return 'other'
}

/** Sections that never state what an applicant must have. */
export function isBoilerplate(section: Section): boolean {
  return section === 'benefits' || section === 'legal' || section === 'about'
}
