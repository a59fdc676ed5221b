// Shared readings of wording: what is only preferred, what is conditional, what speaks of the
// company.
import { matches, pattern } from '../text/pattern.ts'

const prefixHedge = pattern('g')`
    \b(?:nice[- ]to[- ]haves?|preferabl[ey]|preference (?:(?:is|will be|given|made|being) )*(?:for|to)\b|preference (?:is|will be)|we prefer|
    prefer(?= (?:people|candidates|someone))|ideally|especially (?:for|if)|bonus(?: points)?(?: if| for)?|
    good to have|would be (?:great|nice|ideal|good|helpful) if|we'd love|optionally|
    idealerweise|gern(?:e)? auch|wünschenswert|von vorteil|idéalement|de préférence|preferred|
    desired|desirable|optional|plus(?:es)?(?=:)|extra credit)\b
  `
const suffixHedge = pattern('g')`
    \b(?:preferred|preferable|ideal|desired|desirable|optional|welcome|appreciated|beneficial|
    helpful|advantageous|highly regarded|(?:a|an) (?:(?:big|strong|real|huge|definite|clear|added|distinct|
    great) )?(?:plus|advantage|bonus|asset|benefit|nice[- ]to[- ]have)|nice[- ]to[- ]have|
    not (?:strictly |absolutely )?(?:required|necessary|needed|mandatory|essential|a must|
    expected)|(?:isn't|aren't|is no|are no) (?:required|necessary|needed|mandatory|essential|
    must)|von vorteil|wünschenswert|ein plus|kein muss|un plus|un atout|souhaitée?|appréciée?|
    would be (?:great|nice|ideal|good|helpful|a plus))\b
  `
const denied = /\b(?:no|without|don't|doesn't|do not|does not|needn't|never|not) (?:\w+ ){0,3}?$/
const boundary = /[;.]|\s-\s|\bbut\b|\baber\b/

/**
 * True when what stands between `from` and `to` in the lower-case text is only wished for, or
 * said not to be needed. A hedge in front reaches to the next comma, one with a colon to the
 * end; a hedge behind reaches back over a list, but not over another requirement of the same
 * kind (`same`), which it then belongs to.
 */
export function isHedged(
  low: string,
  from: number,
  to: number,
  same: RegExp | null = null,
): boolean {
  if (isWished(low, from, to, same)) return true
  return (
    denied.test(low.slice(0, from)) &&
    /^[^,;.]{0,60}\b(?:required|needed|necessary|needs?|must)\b|^[^,;.]*$/.test(low.slice(to))
  )
}

/**
 * As `isHedged`, without the words that say it isn't needed: there a negation means something
 * else.
 */
export function isWished(
  low: string,
  from: number,
  to: number,
  same: RegExp | null = null,
): boolean {
  for (const match of matches(low, prefixHedge)) {
    const end = match.index + match[0].length
    if (end > from) break
    const between = low.slice(end, from)
    if (/^\s*:/.test(between)) return !/[;.]/.test(between)
    if (!boundary.test(between) && !/\S\s*,/.test(between.replace(/^\s*,/, ''))) return true
  }
  suffixHedge.lastIndex = to
  const after = suffixHedge.exec(low)
  suffixHedge.lastIndex = 0
  if (after) {
    const between = low.slice(to, after.index)
    // "German - nice to have"
    if (between === ' - ') return true
    if (!boundary.test(between) && !separates(between, same)) return true
  }
  return false
}

interface Kind {
  /** The same words without their place of last time. */
  one: RegExp
  /** The rest of a list of them: ", Dutch and Spanish" behind "French", ", Spanish)" in brackets. */
  list: RegExp
}

const kindsOf = new WeakMap<RegExp, Kind>()

function kindOf(same: RegExp): Kind {
  const known = kindsOf.get(same)
  if (known !== undefined) return known
  const flags = same.flags.replace('g', '')
  const item = `(?:an? )?(?:${same.source})[\\w']*`
  const last = `,?\\s*(?:and|or|und|oder|&)\\s+${item}|\\)`
  const list = new RegExp(`^[\\w']*(?:\\s*[,/]\\s*${item})*\\s*(?:${last})(?=\\s|$)`, flags)
  const kind = { one: new RegExp(same.source, flags), list }
  kindsOf.set(same, kind)
  return kind
}

/** Another requirement stands between, which the hedge then belongs to; a list is one as a whole. */
function separates(between: string, same: RegExp | null): boolean {
  if (same === null || !/,\s*(?!or\b|and\b|und\b|oder\b)/.test(between)) return false
  const { one, list } = kindOf(same)
  return one.test(between) && !list.test(between)
}

/** Equal-opportunity text: names every protected trait and requires none. */
export const equalOpportunity = pattern('')`
    discriminat|equal[- ]opportunit|equal employment|regardless of|without regard|
    irrespective of|protected (?:class|characteristic|veteran|status)|unabhängig von|
    diskriminier
  `

/**
 * Words of benefits and of equal-opportunity text; `benefits` and `equalOpportunity` then read
 * the sentence.
 */
export const setAside = pattern('')`
    benefit|perk|stipend|insur|vacation|\bpto\b|401|pension|parental|wellness|budget|discount|
    lunch|snacks|coffee|office|offer|gym|urlaub|altersvorsorge|discriminat|diskriminier|equal|
    regard|irrespective|protected|unabhängig
  `
export const benefits = pattern('')`
    \bbenefits?\b|\bperks?\b|stipend|insurance|vacation|\bpto\b|\b401|pension|parental leave|
    wellness|learning budget|discount|free (?:lunch|snacks|coffee)|home office budget|
    we offer\b|gym\b|urlaub|altersvorsorge
  `

/** "If you live in California, …": says something about others unless the condition holds. */
export const conditional = pattern('')`
    ^[_*\s]*(?:(?:please )?note(?: that)?[:,]? )?(?:if|for|when|where|unless|falls?|wenn) (?:located|based|residing|living|you|candidates?|
    applicants?|employees?|those|people|roles?|positions?|residents|individuals|colleagues|
    anyone|our|the(?! (?:first|next|last|time|moment|duration)\b)|u\.?s\.?|uk|eu|sie|du)\b
  `

const turningPoint = pattern('')`
  \s*;\s*|\s+-\s+|,?\s+(?:but|though|although|however|whereas|yet|aber|jedoch|allerdings|
  mais|pero)\s+
`

const concession = /^((?:while|whilst|although|though|even though|obwohl|auch wenn)\b[^,;]*),\s/i

/** Splits a sentence where it turns: semicolons, dashes, but, though, "while …, …". */
export function clauses(text: string): string[] {
  return text
    .replace(concession, '$1; ')
    .split(turningPoint)
    .filter((clause) => clause.trim() !== '')
}

/** "Whoever lives within 50 miles of Denver comes to the office" lets the others stay away. */
export function nearby(low: string): boolean {
  if (!low.includes(' within ') || /\bmust\b|\b(?:need|have) to\b/.test(low)) return false
  return /(?:\bwho|\bwhoever|residing|living|\blives?|\breside|based|located|if you(?:'re| are)?) within \d/.test(
    low,
  )
}

/** Words that leave no room. */
export const strictWords = pattern('')`
    \b(?:must|only|required?|requires|mandatory|essential|need(?:s|ed)? to|have to|has to|
    cannot|can't|can only|exclusively|not be considered|at least|minimum|zwingend|
    erforderlich|muss|nur|voraus|indispensable)\b
  `

/** Text of the first and last character of a quote is the posting's own; this only trims it. */
export function quoteOf(text: string): string {
  return text.trim().slice(0, 400)
}
