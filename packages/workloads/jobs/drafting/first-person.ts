// Turns a CV's bullet ("Cut the build time …") into a sentence in the first person, or says it can't.
import { ended, lowerFirst } from './wording.ts'

const irregular = new Set(
  `became began bought bound broke brought built came caught chose cut dealt did drew drove fed forecast
  fought found gave got grew had held hit kept knew laid led left lent let lost made meant met oversaw
  paid put ran read rebuilt redesigned redid rewrote rose said saved saw sent set shaped shot shrank shut
  sold sought sped spent split spoke spread stood struck swept taught thought threw told took undertook
  understood upheld was went withdrew won wrote`.split(/\s+/),
)
const present = new Set(
  `administer advise analyse analyze architect automate build care chair coach code compile conduct contribute
  coordinate create define deliver deploy design develop direct document draft edit evaluate facilitate fix
  guide handle head help host implement improve integrate investigate keep lead look maintain manage mentor
  monitor operate optimise optimize organise organize oversee own plan prepare program publish reduce
  research review run schedule ship supervise support teach test train translate tune write work`.split(
    /\s+/,
  ),
)
/** Words in -ed that describe a thing as often as they tell of a deed, or aren't verbs at all. */
const mostlyNoDeeds = new Set(
  `advanced automated based certified detailed distributed embedded experienced extended feed hundred
  limited managed need related seed skilled speed talented used varied`.split(/\s+/),
)
/** What follows a verb and no adjective: "managed the", "automated two". */
const object =
  /^(?:an?|the|our|my|its|their|all|both|every|each|\d.*|one|two|three|four|five|six|seven|eight|nine|ten)$/
/** Deeds of others, done to oneself. */
const passive =
  /^(?:appointed|awarded|certified|chosen|elected|hired|invited|named|nominated|promoted|recogni[sz]ed|selected|trained)\b(?= (?:a|an|the|as|to|for|by|in|into|with|best)\b)/i

const longestChars = 360

/**
 * "Cut the build time" becomes "I cut the build time". Null for what begins with no verb that is known
 * to fit, and for what is too long to be read aloud.
 */
export function firstPerson(bullet: string, going: boolean): string | null {
  const text = bullet.trim()
  if (text.length > longestChars || text === '') return null
  if (/^I /.test(text)) return ended(text)
  if (/^responsible for\b/i.test(text))
    return ended(`I ${going ? 'am' : 'was'} ${lowerFirst(text)}`)
  if (passive.test(text)) return ended(`I was ${lowerFirst(text)}`)
  const words = text.toLowerCase().split(/[\s,]+/)
  const [verb = '', next = ''] = words[0]?.endsWith('ly') ? words.slice(1) : words
  return isVerb(verb, next, going) ? ended(`I ${lowerFirst(text)}`) : null
}

function isVerb(word: string, next: string, going: boolean): boolean {
  if (irregular.has(word) || (going && present.has(word))) return true
  return /^[a-z-]{2,}ed$/.test(word) && (!mostlyNoDeeds.has(word) || object.test(next))
}
