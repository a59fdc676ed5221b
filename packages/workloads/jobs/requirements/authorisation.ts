// Authorisation and sponsorship: who may be hired where, and whether a visa would be paid for.
import {
  countries,
  covers,
  inRegion,
  type Place,
  placesIn,
  type Region,
} from '../geography/index.ts'
import type { Sentence } from '../text/sentences.ts'
import type { Applicant, Finding, Job, Requirement, Standing, Verdict } from './types.ts'
import { clauses, equalOpportunity, isHedged, quoteOf } from './wording.ts'

const dimension = 'authorisation'

/** How the applicant stands in a country, citizenship and free movement included. */
export function standingIn(applicant: Applicant, country: string): Standing {
  if (applicant.citizenships.includes(country)) return 'free'
  if (applicant.permanentResidences.includes(country)) return 'free'
  const listed = applicant.standings[country]
  if (listed) return listed
  const moves = (code: string) => inRegion(code, 'eea')
  if (moves(country) && applicant.citizenships.some(moves)) return 'free'
  const commonTravel = ['GB', 'IE']
  if (
    commonTravel.includes(country) &&
    applicant.citizenships.some((c) => commonTravel.includes(c))
  )
    return 'free'
  return applicant.elsewhere
}

const order: readonly Standing[] = ['free', 'transfer', 'unknown', 'needs-sponsorship']

/** The best standing among the places a job can be done in; null when it names none. */
function bestStanding(applicant: Applicant, places: readonly Place[]): Standing | null {
  const standings = places.flatMap((place) => {
    if (place.country !== null) return [standingIn(applicant, place.country)]
    if (covers(place, applicant.home)) return [standingIn(applicant, applicant.home.country)]
    const citizen = applicant.citizenships.some((code) => inRegion(code, place.name as Region))
    return [citizen ? ('free' as const) : applicant.elsewhere]
  })
  return order.find((standing) => standings.includes(standing)) ?? null
}

const usPlaces: Place[] = [
  { kind: 'country', name: 'US', country: 'US', state: null, offset: null },
]

const adjectives = [...countries.values()].flatMap((country) =>
  country.people.map((name) => [name, country.code] as const),
)
const adjective = new RegExp(
  `(?<![\\p{L}.])(?:${adjectives
    .map(([name]) => name.replace(/\./g, '\\.'))
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![\\p{L}])`,
  'gu',
)
const byAdjective = new Map(adjectives)

/** Places named as such and as adjectives: "German work permit", "U.S. citizens". */
function placesNamed(norm: string): Place[] {
  const places: Place[] = [...placesIn(norm)]
  for (const match of norm.matchAll(adjective)) {
    const code = byAdjective.get(match[0])
    if (code) places.push({ kind: 'country', name: code, country: code, state: null, offset: null })
  }
  if (places.length === 0) {
    // Some visas belong to one country's law.
    if (/\bh-?1b\b|green[- ]?card|\be-verify\b/i.test(norm)) return usPlaces
    if (/blue card/i.test(norm))
      return [{ kind: 'region', name: 'eu', country: null, state: null, offset: null }]
  }
  return places.filter((place) => place.name !== 'world')
}

const sponsor =
  /sponsor(?:s|ed|ing|ship)?\b|sponser\w*|sponsern|\bh-?1b\b|\bvisas?\b|\bvisum\b|\bvisa-?unterstützung|blue card|green cards?\b|immigration/
const otherSponsor =
  /sponsorships? of (?!visas?|employment|work|candidates|applicants|foreign|h-?1b|people)|sponsor(?:s|ed|ing)? (?:of |by |the |a |an |two |several |many |local |open |our )*(?:\w+ )?(?:events?|conferences?|meetups?|communit\w+|teams?|projects?|open source|content|ads?|products?|clubs?|charit\w+|posts?|hackathons?)|(?:executive|project|event|business|conference|senior|corporate|internal|program(?:me)?) sponsor|sponsors? (?:and|or) stakeholders|open source/
const negation =
  /\b(?:no|not|never|cannot|unable|without|neither|nor|no longer|kein(?:e|en|er)?|nicht)\b|n't\b|unavailable|not available|excluded|ineligible|\bdecline/
const goodNegation =
  /not (?:a|an) (?:problem|issue|obstacle|blocker|hurdle)|no (?:problem|issue|obstacle)|not only|why not|kein problem/
const mustNotNeed =
  /(?:no need (?:for|of)|without (?:the need (?:for|of)|needing|requiring|any|employer|company|visa|current or future|future)?|(?:not|n't|never)\b[^;.]{0,40}\b(?:need|require)s?|do(?:es)? not (?:need|require)|free of)\b[^;.]{0,40}(?:sponsor|visa)/
const needers =
  /(?:requir\w+|need\w*|in need of|dependent on)\b[^,;.]{0,30}(?:sponsor\w*|visas?)[^;.]*?\b(?<polarity>can(?:no|')t|cannot|will not|won't|not|n't|unable|ineligible|welcome|encouraged|may apply|considered|can apply|invited|supported)/
const unsure =
  /\b(?:may|might|case[- ]by[- ]case|exceptional|possibly|sometimes|depend(?:s|ing)|consider(?:ed)?|for the right|certain|limited|where possible|in some cases|discretion|evaluate|discuss)\b/
const question = /\?|^(?:whether|if) (?:or not )?you (?:need|require)|\bwhether\b/
const transferWords = /transfer\w*|tak(?:e|ing) (?:on|over)|existing|\bport(?:ing)?\b/
const fresh = /\bnew\b|\binitial\b|\bfirst[- ]time\b/
const offerWords =
  /\b(?:we|our|will|can|do|happy|glad|offer\w*|provid\w+|available|possible|support\w*|help\w*|assist\w*|includ\w+|yes|cover(?:ed|s)?|takes? care|handles?|sponsor(?:s|ed|ing)?|welcome|unterstütz\w+|möglich)\b/

const authorised =
  /(?:authori[sz]ed|eligible|legally (?:able|permitted|entitled|allowed)|entitled|permitted|right|permission|eligibility|authori[sz]ation|legal status|license) to (?:live and |legally )?(?:be employed|work(?! from))|work(?:ing)? (?:authori[sz]ation|permits?|visas?|rights)|right[- ]to[- ]work|permit (?:that|which) allows|employment authori[sz]ation|(?:legally )?able to (?:legally )?work in (?:the )?(?:us|u\.s\.|usa|united|uk|eu|canada|germany|country)|arbeitserlaubnis|arbeitsgenehmigung|aufenthaltstitel|residence permit/
const proof =
  /\bproof\b|\bprove\b|\bshow\b|verif|evidence|\bdocuments?\b|i-9|e-verify|\bchecks?\b|\bchecked\b|confirm your/
const citizen = /\bcitizens?\b|citizenship|\bnationals?\b|nationality|staatsbürger|staatsangehörig/
const usPerson = /\bu\.?s\.? persons?\b|\bitar\b|export[- ]control|export administration/
const permanent = /permanent resid|green[- ]?card|asylee|refugee|settled status|lawful resident/
const permits = /permit|visa|authori[sz]|right to work|residence/

type Statement =
  | { says: 'denied' | 'offered' | 'maybe' | 'transfer-only'; places: Place[] }
  | { says: 'authorised'; places: Place[]; anyEmployer: boolean; without: boolean }
  | { says: 'citizens'; places: Place[]; also: 'nobody' | 'permanent' | 'permits' }
  | { says: 'us-person' | 'proof'; places: Place[] }

/** What one clause says of sponsorship; the polarity may stand on either side of the word. */
function sponsorship(low: string): 'denied' | 'offered' | 'maybe' | null {
  if (!sponsor.test(low) || otherSponsor.test(low)) return null
  if (/\bwhether (?:or not )?you\b/.test(low)) return null
  if (mustNotNeed.test(low)) return 'denied'
  const polarity = needers.exec(low)?.groups?.polarity
  if (polarity) return /no|n't|'t|unable|ineligible/.test(polarity) ? 'denied' : 'offered'
  if (question.test(low)) return null
  // "… to people who aren't yet authorised": the negation belongs to the people.
  const own = low.replace(
    /\b(?:people|those|candidates|applicants|anyone|individuals|talent) (?:who|that)\b.*$/,
    '',
  )
  if (/(?:sponsorship|visa)s? (?:is |are |will be )?(?:not|n't) (?:required|needed)/.test(own))
    return null
  if (goodNegation.test(own)) return 'offered'
  if (negation.test(own)) return 'denied'
  if (unsure.test(own)) return 'maybe'
  if (/^\s*(?:visa )?sponsorship\s*[:-]?\s*$/.test(own)) return null
  if (!offerWords.test(own)) return null
  // "you have a visa" speaks of the applicant; "visa support" of the employer.
  return /sponsor|support|help|assist|card|care|handle|offer|provid|unterstütz|transfer/.test(own)
    ? 'offered'
    : null
}

/** All statements of a sentence, clause by clause. */
function statements(sentence: Sentence): Statement[] {
  const found: Statement[] = []
  const parts = clauses(sentence.norm)
  let last: 'denied' | 'offered' | 'maybe' | null = null
  let takesOver = false
  for (const part of parts) {
    const low = part.toLowerCase()
    const places = placesNamed(part)
    const transfers: boolean =
      transferWords.test(low) && !negation.test(low) && (sponsor.test(low) || last !== null)
    if (transfers && (/h-?1b|visa/.test(low) || last !== null) && !/sponsor/.test(low))
      takesOver = true
    let says: 'denied' | 'offered' | 'maybe' | null = transfers ? null : sponsorship(low)
    if (
      says === null &&
      last !== null &&
      /^(?:we|it|this|that)?\s*(?:do|can|are|is|will)\b/.test(low)
    ) {
      if (!negation.test(low)) says = last === 'denied' ? 'offered' : last
      else if (!fresh.test(low)) says = 'denied'
    }
    if (says === null && takesOver && negation.test(low) && fresh.test(low)) last = 'denied'
    if (says !== null) {
      found.push({ says, places })
      last = says
    }
  }
  if (takesOver) {
    const only = last === 'denied'
    return [{ says: only ? 'transfer-only' : 'maybe', places: placesNamed(sentence.norm) }]
  }
  if (found.some((statement) => statement.says === 'offered' || statement.says === 'maybe'))
    return found
  return [...found, ...belonging(sentence)]
}

/** Citizenship, U.S. persons, and the right to work. */
function belonging(sentence: Sentence): Statement[] {
  const { low, norm } = sentence
  const places = placesNamed(norm)
  if (usPerson.test(low)) return [{ says: 'us-person', places }]
  const citizens = citizen.exec(low)
  if (
    citizens &&
    places.length > 0 &&
    !/citizen developer|corporate citizen|global citizen/.test(low)
  ) {
    const hedged = isHedged(low, citizens.index, citizens.index + citizens[0].length)
    if (hedged || /non-?citizens? (?:are )?welcome/.test(low)) return []
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
      anyEmployer: /any (?:\w+ )?employer/.test(low),
      without: mustNotNeed.test(low) || /without[^;.]{0,30}sponsor/.test(low),
    },
  ]
}

const bySponsorship: Record<
  'denied' | 'offered' | 'maybe' | 'transfer-only',
  Record<Standing, Verdict>
> = {
  denied: { free: 'meets', transfer: 'misses', 'needs-sponsorship': 'misses', unknown: 'unclear' },
  offered: { free: 'meets', transfer: 'meets', 'needs-sponsorship': 'meets', unknown: 'meets' },
  maybe: { free: 'meets', transfer: 'unclear', 'needs-sponsorship': 'unclear', unknown: 'unclear' },
  'transfer-only': {
    free: 'meets',
    transfer: 'meets',
    'needs-sponsorship': 'misses',
    unknown: 'unclear',
  },
}

function verdictOf(statement: Statement, applicant: Applicant, job: Job): Verdict | null {
  const named = statement.places
  const places = named.length > 0 ? named : statement.says === 'us-person' ? usPlaces : job.places
  if (statement.says === 'citizens') {
    const belongs = (codes: readonly string[]) =>
      codes.some((code) =>
        places.some((place) => covers(place, { country: code, region: null, city: null })),
      )
    if (belongs(applicant.citizenships)) return 'meets'
    if (statement.also === 'nobody') return 'misses'
    if (belongs(applicant.permanentResidences)) return 'meets'
    if (statement.also === 'permanent') return 'misses'
  }
  if (statement.says === 'us-person') {
    const is = [...applicant.citizenships, ...applicant.permanentResidences].includes('US')
    return is ? 'meets' : 'misses'
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
  authorised: 'right to work needed',
  citizens: 'citizenship needed',
  'us-person': 'US person needed',
  proof: 'right to work is checked',
}
const worst: readonly Verdict[] = ['misses', 'unclear', 'meets']

export const authorisation: Requirement = {
  dimension,
  mentions:
    /sponso|sponser|visa|visum|h-?1b|\bblue\b|green|authori[sz]|eligib|right|permit|entitled|legal|^able$|citizen|national|persons?\b|itar\b|export|immigration|arbeits(?:erlaub|genehm)|aufenthalt|staats[ba]|resident|refugee|e-verify|identity/,
  judge(sentence, job, applicant) {
    if (equalOpportunity.test(sentence.low)) return null
    const judged = statements(sentence).flatMap((statement) => {
      const named = statement.places
      const elsewhere =
        named.length > 0 && job.places.length > 0 && !job.places.some((place) => near(place, named))
      if (elsewhere && statement.says !== 'citizens' && statement.says !== 'us-person') return []
      const verdict = verdictOf(statement, applicant, job)
      return verdict === null ? [] : [{ statement, verdict }]
    })
    const pick = worst
      .map((verdict) => judged.find((entry) => entry.verdict === verdict))
      .find((entry) => entry !== undefined)
    if (!pick) return null
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
  /** An offer to sponsor answers "must be authorised"; an offer and a refusal together are unclear. */
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
