// Sponsorship: whether a sentence offers it, refuses it, leaves it open, or only takes over visas
// that exist.
import { pattern } from '../text/pattern.ts'
import { clauses } from './wording.ts'

export type Says = 'denied' | 'offered' | 'maybe' | 'transfer-only' | 'takes-over'

const sponsor = pattern('')`
    sponsor(?:s|ed|ing|ship)?\b|sponser\w*|sponsern|\bh-?1b\b|\bvisas?\b|\bvisum\b|
    \bvisa-?unterstützung|blue card|green cards?\b|immigration
  `
const otherSponsor = pattern('')`
    sponsorships? of (?!(?:an? |any |your )?(?:visas?|employment|work|candidates|applicants|foreign|h-?1b|people))|
    sponsor(?:s|ed|ing)? (?:of |by |the |a |an |\d+ |two |three |several |many |local |open[ ]|
    our )*(?:[\w-]+ )?(?:events?|conferences?|meetups?|communit\w+|teams?|projects?|open source|
    content|ads?|products?|clubs?|charit\w+|posts?|hackathons?)|(?:executive|project|event|
    business|conference|senior|corporate|internal|program(?:me)?) sponsor|sponsors? (?:and|
    or) stakeholders|open source|
    (?:company|employer|fully)-sponsored (?!visa|work|immigration|green)|visa (?:office|inc\b|card|network|location|direct|europe)|\bmastercard\b
  `
const negation = pattern('')`
    \b(?:no|not|never|cannot|unable|without|neither|nor|no longer|kein(?:e|en|er)?|nicht)\b|
    n't\b|unavailable|not available|excluded|ineligible|off the table|ruled out|
    out of the question|\bdecline
  `
const goodNegation = pattern('')`
    not (?:a|an) (?:problem|issue|obstacle|blocker|hurdle)|no (?:problem|issue|obstacle)|
    not only|why not|kein problem
  `
export const mustNotNeed = pattern('')`
    (?:no need (?:for|of)|without (?:the need (?:for|of)|needing|requiring|any|employer|
    company|visa|current or future|future)?|(?:not|n't|never)\b[^;.]{0,40}\b(?:need|
    require)s?|do(?:es)? not (?:need|require)|free of|(?:need|
    require)s? no)\b[^;.]{0,40}(?:sponsor|visa)
  `
const needers = pattern('')`
    (?:requir\w+|need\w*|in need of|dependent on)\b[^,;.]{0,30}(?:sponsor\w*|
    visas?)[^;.]*?\b(?<polarity>can(?:no|')t|cannot|will not|won't|not|n't|unable|ineligible|
    welcome|encouraged|may apply|considered|can apply|invited|supported)
  `
const nobody =
  /\b(?:nobody|no one|none|no (?:candidates?|applicants?|people))\b[^;.]{0,20}\b(?:need|requir)/
const welcomes = pattern('')`
    (?:welcom|encourag|accept|consider)\w*[^,;.]{0,50}\b(?:need|
    require)\w*[^,;.]{0,20}(?:visa|sponsor)
  `
const unsure = pattern('')`
    \b(?:may|might|case[- ]by[- ]case|exceptional|possibly|sometimes|depend(?:s|ing)|
    consider(?:ed)?|for the right|certain|limited|where possible|in some cases|discretion|
    evaluate|discuss)\b
  `
/** What is said of interns is no word on this job. */
const ofOtherJobs = pattern('')`
    \bfor (?:(?:our|any|all|its|these|most|some) )?(?:internships?|interns|co-?ops?|apprentice\w*|
    trainee\w*|students?|(?:contract|temporary|part-time|seasonal|hourly|junior|entry[- ]level|
    graduate|student|intern|internship|other) (?:roles|positions|jobs|programs|programmes|
    placements|hires|employees|workers|openings))\b
`
/** Permanent residence comes long after the visa that the work begins with. */
const onlyGreenCard =
  /^(?!.*(?:visas?\b|h-?1b|employment|work)).*(?:green[- ]?card|permanent residen)/
const question = /\?|^(?:whether|if) (?:or not )?you (?:need|require)|\bwhether\b/
const transferWords =
  /transfer\w*|tak(?:e|ing) (?:on|over)|existing|\bport(?:ing)?\b|holders? (?:are |is )?welcome/
const fresh = /\bnew\b|\binitial\b|\bfirst[- ]time\b/
const offerWords = pattern('')`
    \b(?:we|our|will|can|do|happy|glad|offer\w*|provid\w+|available|possible|support\w*|
    help\w*|assist\w*|includ\w+|yes|cover(?:ed|s)?|takes? care|on us|handles?|sponsor(?:s|ed|
    ing)?|welcome|unterstütz\w+|möglich)\b
  `

/** "H-1B, e.g." and "in the U.S." end nothing. */
function undotted(low: string): string {
  return low.replace(/\b(?:[a-z]\.){2,}/g, (word) => word.replaceAll('.', ''))
}

/** "If you need a visa, we take care of it" and "… this role isn't for you". */
function answered(answer: string): Says | null {
  if (negation.test(answer) && !goodNegation.test(answer)) return 'denied'
  const helps =
    /\bwe\b[^.;]*\b(?:take care|help|support|sponsor|handle|assist|arrange|cover|organi[sz]e)/
  return helps.test(answer) ? 'offered' : null
}

/** What one clause says of sponsorship; the polarity may stand on either side of the word. */
function polarity(low: string): Says | null {
  if (!sponsor.test(low) || otherSponsor.test(low) || ofOtherJobs.test(low)) return null
  if (/\bwhether (?:or not )?you\b/.test(low)) return null
  const answer = /^if you (?:need|require)[^,]*,\s*(.*)$/.exec(low)?.[1]
  if (answer !== undefined) return answered(answer)
  if (/(?:not|n't) (?:guarantee|promise)/.test(low)) return 'maybe'
  if (welcomes.test(low) && !negation.test(low)) return 'offered'
  if (nobody.test(low)) return 'denied'
  // "We don't require you to have a visa" asks for nothing.
  if (/\b(?:we|it|this \w+|the \w+) (?:do|does)(?: not|n't) (?:need|require)/.test(low)) return null
  if (mustNotNeed.test(low)) return 'denied'
  const need = needers.exec(low)?.groups?.polarity
  if (need) return /no|n't|'t|unable|ineligible/.test(need) ? 'denied' : 'offered'
  if (question.test(low) || /(?:not|n't) (?:care|mind|matter)|no matter/.test(low)) return null
  // "… to people who aren't yet authorised": the negation belongs to the people.
  const own = low.replace(
    /\b(?:people|those|candidates|applicants|anyone|individuals|talent) (?:who|that)\b.*$/,
    '',
  )
  if (
    /(?:sponsorship|visa)s? (?:is |are |will be )?(?:not|n't) (?:required|needed)|\bno (?:visa )?sponsorship (?:is |will be )?(?:required|needed)/.test(
      own,
    )
  )
    return null
  if (goodNegation.test(own)) return 'offered'
  if (negation.test(own)) return onlyGreenCard.test(own) ? null : 'denied'
  if (unsure.test(own)) return 'maybe'
  if (/^\s*(?:visa )?sponsorship\s*[:-]?\s*$/.test(own)) return null
  if (!offerWords.test(own)) return null
  // "you have a visa" speaks of the applicant; "visa support" of the employer.
  return /sponsor|support|help|assist|card|care|handle|offer|provid|unterstütz|transfer/.test(own)
    ? 'offered'
    : null
}

/**
 * What a sentence says of sponsorship, clause by clause with the clause's text. A clause may
 * lean on the one before ("not in the US, but we do in Germany"); a promise to take over visas
 * beside a refusal of new ones is one statement.
 */
export function sponsorshipIn(norm: string): { says: Says; part: string }[] {
  if (!sponsor.test(norm.toLowerCase())) return []
  const found: { says: Says; part: string }[] = []
  let last: Says | null = null
  let takesOver = false
  for (const part of clauses(norm)) {
    const low = undotted(part.toLowerCase())
    const transfers =
      transferWords.test(low) && !negation.test(low) && (sponsor.test(low) || last !== null)
    if (transfers && (/h-?1b|visa/.test(low) || last !== null) && !/sponsor/.test(low)) {
      takesOver = true
      continue
    }
    const says: Says | null = polarity(low) ?? leaning(low, last)
    if (says === null && takesOver && negation.test(low) && fresh.test(low)) last = 'denied'
    if (says === null) continue
    found.push({ says, part })
    last = says
  }
  if (!takesOver) return found
  return [{ says: last === 'denied' ? 'transfer-only' : 'takes-over', part: norm }]
}

/**
 * "… but we do in Germany" turns what was said before; "but new ones we do not" is about new
 * visas only.
 */
function leaning(low: string, last: Says | null): Says | null {
  if (last === null || !/^(?:we|it|this|that)?\s*(?:do|can|are|is|will)\b/.test(low)) return null
  if (!negation.test(low)) return last === 'denied' ? 'offered' : last
  return fresh.test(low) ? null : 'denied'
}
