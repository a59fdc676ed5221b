// Authorisation and sponsorship: who may be hired where, and whether a visa would be paid for.

import {
  countries,
  covers,
  inRegion,
  type Place,
  placesIn,
  type Region,
} from '../geography/index.ts'
import { nameFinder } from '../text/names.ts'
import { pattern } from '../text/pattern.ts'
import type { Sentence } from '../text/sentences.ts'
import { mustNotNeed, type Says, sponsorshipIn } from './sponsorship.ts'
import { bestStanding } from './standing.ts'
import type { Applicant, Finding, Job, Requirement, Standing, Verdict } from './types.ts'
import { isHedged, quoteOf } from './wording.ts'

const dimension = 'authorisation'

const usPlaces: Place[] = [
  { kind: 'country', name: 'US', country: 'US', state: null, offset: null },
]

const adjectivesIn = nameFinder(
  new Map(
    [...countries.values()].flatMap((country) =>
      country.people.map((name) => [name, country.code] as const),
    ),
  ),
)

/** Places named as such and as adjectives: "German work permit", "U.S. citizens". */
function placesNamed(norm: string): Place[] {
  const places: Place[] = [...placesIn(norm)]
  for (const { value: code } of adjectivesIn(norm)) {
    places.push({ kind: 'country', name: code, country: code, state: null, offset: null })
  }
  if (places.length === 0) {
    // Some visas belong to one country's law.
    if (/\bh-?1b\b|green[- ]?card|\be-verify\b/i.test(norm)) return usPlaces
    if (/blue card/i.test(norm))
      return [{ kind: 'region', name: 'eu', country: null, state: null, offset: null }]
  }
  return places.filter((place) => place.name !== 'world')
}

/**
 * Equal-opportunity text names every trait and requires none; "regardless of passport" alone is
 * no such text.
 */
const ofEveryone = pattern('')`
    discriminat|diskriminier|equal[- ]opportunit|equal employment|marital status|protected (?:class|
    characteristic|veteran|status)|(?:regardless of|without regard|irrespective of|
    unabhängig von)[^;.]{0,120}(?:rac(?:e|ial)|religio|gender|\bsex\b|\bage\b|origin|disab|
    citizenship|immigration status|nationalit|herkunft)
  `
const authorised = pattern('')`
    (?<!\b(?:role|position|job)s? (?:is|are) )(?:authori[sz]ed|eligible|legally (?:able|permitted|entitled|allowed)|entitled|permitted|
    right|permission|eligibility|authori[sz]ation|legal status|license) to (?:live and[ ]|
    legally )?(?:be employed|work(?! from))|work(?:ing)? (?:authori[sz]ation|permits?|visas?|
    rights)|right[- ]to[- ]work|permit (?:that|which) allows|employment authori[sz]ation|
    (?:legally )?able to (?:legally )?work in (?:the )?(?:us|u\.s\.|usa|united|uk|eu|canada|
    germany|country)|arbeitserlaubnis|arbeitsgenehmigung|aufenthaltstitel|residence permit
  `
const proof = pattern('')`
    \bproof\b|\bprove\b|\bshow\b|verif|evidence|\bdocuments?\b|i-9|e-verify|\bchecks?\b|
    \bchecked\b|confirm your
  `
const citizen = pattern('')`
    (?:need|hold|have|require)s? (?:a |an )?(?:[\w.]+ )?passport|
    \bpassports?\b(?:(?= (?:required|holders?|only|needed|is|necessary))|
    (?<=\bonly holders? of (?:\S+ ){0,2}passports?))|\bcitizens?\b|
    citizenship|\bnationals\b|\b(?:an?|be) (?:\S+ )?national\b(?! [a-z])|nationality|staatsbürger|staatsangehörig
  `
const usPerson = pattern('')`
    \bu\.?s\.? persons?\b|\bitar\b(?<!\b(?:knowledge|understanding|experience|familiarity|expertise|expert|familiar) (?:of|with|in) itar)|(?:\b(?:you|your|candidates?|applicants?|role|position|job|must|required|
    need\w*)\b.*)(?:export[- ]control|export administration)|(?:export[- ]control|
    export administration)(?=.*\b(?:you|your|candidates?|applicants?|role|position|job|must|required|need\w*)\b)
  `
/** Who isn't one may get leave all the same. */
const orLicensed = pattern('')`
    \bor (?:otherwise |those |others |anyone |who |be |is |are |must be )*(?:eligible|able|qualified|authori[sz]ed) (?:to|for|under|by)\b|
    \bor (?:can |be able to )?(?:obtain|qualify)|\b(?:may|might|could|can) (?:\w+ ){0,4}(?:licen[cs]es?|
    authori[sz]ation|review|approval)\b|\b(?:licen[cs]es?|authori[sz]ation|approval) (?:may|might|could|can)\b
`
/** Work with controlled goods, before anybody says who may do it. */
const onlyControlled =
  /^(?!.*(?:\bu\.?s\.? persons?\b|\bitar\b|citizen|resident|\bonly\b|must)).*export/
const permanent = /permanent resid|green[- ]?card|asylee|refugee|settled status|lawful resident/
const permits = /permit|visa|authori[sz]|right to work|residence/

/** Without any of these nothing is said of who belongs. */
const anyBelonging = new RegExp(
  `${usPerson.source}|${citizen.source}|${authorised.source}|green[- ]?card|permanent resident|identity and eligibility|e-verify`,
)

type Statement =
  | { says: Says; places: Place[] }
  | { says: 'authorised'; places: Place[]; anyEmployer: boolean; without: boolean }
  | { says: 'citizens'; places: Place[]; also: 'nobody' | 'permanent' | 'permits' }
  | { says: 'us-person' | 'licensed'; places: Place[] }
  | { says: 'proof'; places: Place[] }

/**
 * All statements of a sentence: what its clauses say of sponsorship, and who may be hired at
 * all.
 */
function statements(sentence: Sentence): Statement[] {
  const found: Statement[] = sponsorshipIn(sentence.norm).map(({ says, part }) => ({
    says,
    places: nearest(placesNamed(part), sentence.norm),
  }))
  const open = found.some(({ says }) => says !== 'denied')
  return open ? found : [...found, ...belonging(sentence)]
}

/** A clause without a place of its own speaks of its sentence's. */
function nearest(own: Place[], norm: string): Place[] {
  return own.length > 0 ? own : placesNamed(norm)
}

/** Citizenship, U.S. persons, and the right to work. */
function belonging(sentence: Sentence): Statement[] {
  const { low, norm } = sentence
  if (!anyBelonging.test(low)) return []
  const places = placesNamed(norm)
  if (usPerson.test(low)) {
    const licensed = orLicensed.test(low) || onlyControlled.test(low)
    return [{ says: licensed ? 'licensed' : 'us-person', places }]
  }
  const citizens = citizen.exec(low)
  if (
    citizens &&
    (places.length > 0 || /must|required|only/.test(low)) &&
    !/citizen developer|corporate citizen|global citizen/.test(low)
  ) {
    const hedged = isHedged(low, citizens.index, citizens.index + citizens[0].length)
    if (hedged || /non-?citizens? (?:are )?welcome/.test(low)) return []
    if (permanent.test(low) && orLicensed.test(low)) return [{ says: 'licensed', places }]
    const also = permanent.test(low) ? 'permanent' : permits.test(low) ? 'permits' : 'nobody'
    return [{ says: 'citizens', places, also }]
  }
  if (/green[- ]?card holders?|permanent residents?/.test(low) && /\bonly\b|must/.test(low))
    return [{ says: 'citizens', places: places.length > 0 ? places : usPlaces, also: 'permanent' }]
  const right = authorised.exec(low)
  const checks =
    proof.test(low) && (right !== null || /identity and eligibility|e-verify/.test(low))
  if (checks) return [{ says: 'proof', places }]
  if (!right || isHedged(low, right.index, right.index + right[0].length)) return []
  if (/\bnot (?:yet )?authori[sz]ed|n't (?:yet )?authori[sz]ed/.test(low)) return []
  return [
    {
      says: 'authorised',
      places,
      anyEmployer: /any (?:\w+ )?employer|unrestricted|permanent work|indefinite/.test(low),
      without: mustNotNeed.test(low) || /without[^;.]{0,30}sponsor/.test(low),
    },
  ]
}

const bySponsorship: Record<Says, Record<Standing, Verdict>> = {
  denied: { free: 'meets', transfer: 'misses', 'needs-sponsorship': 'misses', unknown: 'unclear' },
  offered: { free: 'meets', transfer: 'meets', 'needs-sponsorship': 'meets', unknown: 'meets' },
  maybe: { free: 'meets', transfer: 'unclear', 'needs-sponsorship': 'unclear', unknown: 'unclear' },
  'takes-over': {
    free: 'meets',
    transfer: 'meets',
    'needs-sponsorship': 'unclear',
    unknown: 'unclear',
  },
  'transfer-only': {
    free: 'meets',
    transfer: 'meets',
    'needs-sponsorship': 'misses',
    unknown: 'unclear',
  },
}

type OfUs = Extract<Statement, { says: 'us-person' | 'licensed' }>

function isOfUs(statement: Statement): statement is OfUs {
  return statement.says === 'us-person' || statement.says === 'licensed'
}

function verdictOf(statement: Statement, applicant: Applicant, job: Job): Verdict | null {
  const named = statement.places
  const places = named.length > 0 ? named : isOfUs(statement) ? usPlaces : job.places
  if (statement.says === 'citizens' && named.length === 0) return 'unclear'
  if (statement.says === 'citizens') {
    const belongs = (codes: readonly string[]) =>
      codes.some((code) =>
        places.some((place) => covers(place, { country: code, region: null, city: null })),
      )
    if (belongs(applicant.citizenships)) return 'meets'
    if (applicant.citizenships.length === 0) return 'unclear'
    if (statement.also === 'nobody') return 'misses'
    if (belongs(applicant.permanentResidences)) return 'meets'
    if (statement.also === 'permanent') return 'misses'
  }
  if (isOfUs(statement)) {
    const is = [...applicant.citizenships, ...applicant.permanentResidences].includes('US')
    if (is) return 'meets'
    return applicant.citizenships.length === 0 || statement.says === 'licensed'
      ? 'unclear'
      : 'misses'
  }
  const standing = bestStanding(applicant, places)
  if (standing === null) return null
  if (statement.says === 'proof') return standing === 'free' ? 'meets' : 'unclear'
  if (statement.says === 'authorised' || statement.says === 'citizens') {
    if (standing === 'free') return 'meets'
    if (standing === 'needs-sponsorship') return 'misses'
    const sure = statement.says === 'authorised' && (statement.anyEmployer || statement.without)
    return standing === 'transfer' && sure ? 'misses' : 'unclear'
  }
  return bySponsorship[statement.says][standing]
}

const reasons: Record<Statement['says'], string> = {
  denied: 'no sponsorship',
  offered: 'sponsorship offered',
  maybe: 'sponsorship possible',
  'transfer-only': 'only visa transfers',
  'takes-over': 'visas that exist can be taken over',
  authorised: 'right to work needed',
  citizens: 'citizenship needed',
  'us-person': 'US person needed',
  licensed: 'US persons, or others with a licence',
  proof: 'right to work is checked',
}
const worst: readonly Verdict[] = ['misses', 'unclear', 'meets']

export const authorisation: Requirement = {
  dimension,
  ofThePlace: true,
  ofTheTeam: true,
  mentions: pattern('')`
      sponso|sponser|visa|visum|h-?1b|\bblue\b|green|authori[sz]|eligib|right|permit|entitled|
      legal|^able$|citizen|passport|national|persons?\b|itar\b|export|immigration|
      arbeits(?:erlaub|genehm)|aufenthalt|staats[ba]|resident|refugee|e-verify|identity
    `,
  beside: pattern('')`
      sponso|sponser|visa|visum|h-?1b|\bcards?\b|\bblue\b|immigration|passport|citizen|national|
      staats|resident|asylee|refugee|\bu\.?s\b|itar|export|work|employ|permit|aufenthalt|arbeit|
      verify|identity
    `,
  judge(sentence, job, applicant) {
    if (ofEveryone.test(sentence.low)) return null
    const said = statements(sentence)
    if (said.length === 0) return null
    const judged = said.flatMap((statement) => {
      const named = statement.places
      const elsewhere =
        named.length > 0 && job.places.length > 0 && !job.places.some((place) => near(place, named))
      if (elsewhere && statement.says !== 'citizens' && !isOfUs(statement)) return []
      const verdict = verdictOf(statement, applicant, job)
      return verdict === null ? [] : [{ statement, verdict }]
    })
    const pick = worst
      .map((verdict) => judged.find((entry) => entry.verdict === verdict))
      .find((entry) => entry !== undefined)
    if (!pick) return 'elsewhere'
    const reason = reasons[pick.statement.says]
    const strict = pick.statement.says !== 'authorised' && pick.statement.says !== 'proof'
    return { dimension, verdict: pick.verdict, quote: quoteOf(sentence.text), reason, strict }
  },
  fields(job, applicant, said) {
    if (said.length > 0) return []
    const standing = bestStanding(applicant, job.places)
    if (standing === null || standing === 'free') return []
    const reason = 'says nothing about sponsorship, which would be needed'
    return [{ dimension, verdict: 'unclear', quote: null, reason, field: true }]
  },
  /**
   * An offer to sponsor answers "must be authorised"; an offer and a refusal together are
   * unclear.
   */
  settle(findings) {
    const offer = findings.find((finding) => finding.reason === 'sponsorship offered')
    if (!offer) return findings
    const against = findings.filter((finding) => finding.verdict === 'misses' && finding.strict)
    if (against.length === 0) return [offer]
    const thisRole = against.find((finding) =>
      /\b(?:this|the) (?:role|position|job)\b/i.test(finding.quote ?? ''),
    )
    if (thisRole || against.some((finding) => finding.reason !== 'no sponsorship')) return against
    return against.map(
      (finding): Finding => ({
        ...finding,
        verdict: 'unclear',
        reason: 'sponsorship offered and refused',
      }),
    )
  },
}

function near(place: Place, named: readonly Place[]): boolean {
  return named.some((other) => {
    if (place.country !== null && other.country !== null) return place.country === other.country
    if (place.country !== null) return inRegion(place.country, other.name as Region)
    return other.country === null || inRegion(other.country, place.name as Region)
  })
}
