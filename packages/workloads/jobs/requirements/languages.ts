// Languages: which are asked for, how well, and whether one of several is enough.
import { matches, pattern } from '../text/pattern.ts'

import { isBoilerplate } from '../text/sections.ts'
import type { Sentence } from '../text/sentences.ts'
import type { Applicant, Job, Level, Requirement, Verdict } from './types.ts'
import { conditional, isHedged, quoteOf } from './wording.ts'

const dimension = 'languages'

/** ISO 639-1 → names in English, in German and French, and in the language itself. */
const names: Readonly<Record<string, string>> = {
  en: 'English|Englisch\\w*|anglais|inglés|Engels|inglese|inglês',
  de: 'German|Deutsch\\w*|allemand|alemán|Duits|tedesco|alemão',
  fr: 'French|Französisch\\w*|français|Francais|francés|francese|francês',
  es: 'Spanish|Spanisch\\w*|espagnol|español',
  pt: 'Portuguese|Portugiesisch\\w*|português',
  it: 'Italian|Italienisch\\w*|italiano',
  nl: 'Dutch|Niederländisch\\w*|Nederlands|néerlandais',
  pl: 'Polish|Polnisch\\w*|polski',
  cs: 'Czech|Tschechisch\\w*',
  sv: 'Swedish|Schwedisch\\w*|svenska',
  da: 'Danish|Dänisch\\w*|dansk',
  no: 'Norwegian|Norwegisch\\w*|norsk',
  fi: 'Finnish|Finnisch\\w*|suomi',
  hu: 'Hungarian|Ungarisch\\w*',
  ro: 'Romanian|Rumänisch\\w*',
  el: 'Greek|Griechisch\\w*',
  tr: 'Turkish|Türkisch\\w*|Türkçe',
  ru: 'Russian|Russisch\\w*',
  uk: 'Ukrainian|Ukrainisch\\w*',
  ar: 'Arabic|Arabisch\\w*',
  he: 'Hebrew|Hebräisch\\w*',
  hi: 'Hindi',
  ja: 'Japanese|Japanisch\\w*',
  ko: 'Korean|Koreanisch\\w*',
  zh: 'Mandarin|Chinese|Cantonese|Chinesisch\\w*',
  vi: 'Vietnamese',
  th: 'Thai',
  id: 'Bahasa|Indonesian',
}
const codes = Object.keys(names)
/** Its groups are those of `codes`. */
const all = new RegExp(
  `(?<![\\p{L}-])(?:${Object.entries(names)
    .map(([, pattern]) => `(${pattern})`)
    .join('|')})(?![\\p{L}])(?:-(?=\\s|speaking|language|sprachig))?`,
  'giu',
)

/**
 * Level words, the strongest first; a range ("B2/C1") asks for its lower end, which the last
 * match gives.
 */
const levels: readonly (readonly [Level, RegExp])[] = [
  [
    'C2',
    pattern('i')`
      \bnative(?:[- ]level)?\b|\bnativ[oa]\b|mother[- ]tongue|muttersprach\w*|\bc2\b|
      langue maternelle|bilingual
    `,
  ],
  [
    'C1',
    pattern('i')`
      \bfluen(?:t|cy|tly)\b|full professional|business[- ]fluent|verhandlungssicher\w*|
      fließend\w*|\bc1\b|flawless|near[- ]native|courant|maîtrise|advanced|\bexcellent\b|
      ausgezeichnet\w*|\bn1\b
    `,
  ],
  [
    'B2',
    pattern('i')`
      \bprofessional\b|working (?:knowledge|proficiency)|proficien\w+|very good|sehr gut\w*|
      \bb2\b|\bstrong\b|upper[- ]intermediate|business[- ]level|\bn2\b|\bgute?\b
    `,
  ],
  ['B1', /\bgood\b|conversational|intermediate|\bb1\b|solid|\bn3\b/i],
  ['A2', /\bbasic\b|grundkenntnisse|\ba2\b|elementary|\ba1\b/i],
]
const ladder: readonly Level[] = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2']

const speaking = pattern('')`
    speak\w*|fluen\w+|proficien\w+|flawless|\bwrit(?:e|ing)\b|\bwithout\b|\bohne\b|every meeting|\bnati(?:ve|vo|va|f)\b|mother tongue|bilingual|\bwritten\b|
    \bspoken\b|verbal|communicat\w+|\blanguages?\b|\blanguage skills\b|command of|
    knowledge of|\b[abc][12]\b|\bn[1-4]\b|jlpt|required|\bmust\b|essential|mandatory|
    professional level|working knowledge|kenntnisse|sprach\w*|spricht|sprichst|sprechen|
    in wort und schrift|verhandlungssicher|fließend|setzen wir voraus|erforderlich|maîtrise|
    courant|parl\w+|indispensable|indispensabl\w*|niveau|dominio|hablad\w|escrit\w|beheers\w*|vloeiend|needed|\bplus\b|preferred|advantage|
    von vorteil|\blevel\b|interview|\bskills\b|imprescindible
  `
/**
 * The adjective of something that isn't a language: "German customers", "French contract",
 * "Polish the UI".
 */
const notALanguage = pattern('i')`
    ^[\s-]*(?:customers?|clients?|market|markets|company|startup|start-up|team|teams|office|
    contract|law|labou?r|work permit|citizen\w*|national\w*|passport|government|employment|
    entity|subsidiary|companies|economy|users?|public|tax|authorities|startups?|holidays?|
    states?|based|owned|engineering|gmbh|bank|holding|visa|residen\w+|culture|food|breakfast|
    shepherd|courses?|class(?:es)?|lessons?|the\b|up\b|your\b|and refine|our\b|army|time|right)
  `

const atHome = /zu hause|at home|at lunch|in the kitchen/
const notNeeded = /\b(?:no|without|keine?)\s+(?:\w+\s+)?$/
/** "Without German you would be lost here." */
const lostWithout =
  /\b(?:can't|cannot|not possible|impossible|won't) (?!.*(?:problem|lost|worr|alone|disadvantag))[^.;]*\bwithout\b|^wer kein|^without\b[^.;]*\b(?:lost|not|cannot|impossible)\b|^without\b[^.;]*n't\b/

interface Asked {
  code: string
  level: Level | null
  index: number
  end: number
}

function asked(sentence: Sentence): Asked[] {
  const found: Asked[] = []
  for (const match of matches(sentence.norm, all)) {
    const code = codes[match.findIndex((part, of) => of > 0 && part !== undefined) - 1]
    const end = match.index + match[0].length
    if (!code || !(/^\p{Lu}/u.test(match[0]) || nativeLower(match[0]))) continue
    if (
      /(?:kurs\w*|unterricht\w*)$/i.test(match[0]) ||
      notALanguage.test(sentence.norm.slice(end)) ||
      /(?:class(?:es)?|courses?|lessons?) in (?:\w+(?:, | and | or ))*$/i.test(
        sentence.norm.slice(0, match.index),
      )
    )
      continue
    if (
      code === 'pl' &&
      /^polish$/i.test(match[0]) &&
      /^\s+(?:and|the|our|your|its|up|every)\b/.test(sentence.norm.slice(end))
    )
      continue
    found.push({ code, level: null, index: match.index, end })
  }
  return found.map((entry, at) => ({ ...entry, level: levelNear(sentence.norm, entry, found, at) }))
}

const writtenSmall = pattern('i')`
  ^(?:anglais|inglés|inglese|inglês|allemand|alemán|tedesco|alemão|français|francais|francés|francese|francês|néerlandais|espagnol|español|português|italiano|polski|svenska|
  dansk|norsk|suomi|türkçe)$
`

/** Names that their language writes small, so that a small first letter is no objection. */
function nativeLower(word: string): boolean {
  return writtenSmall.test(word)
}

/**
 * The level word nearest in front of the name, else behind it, not beyond the next language's
 * own.
 */
function levelNear(norm: string, entry: Asked, found: readonly Asked[], at: number): Level | null {
  const previous = found[at - 1]
  const list =
    previous &&
    /^[\s,/&-]*(?:(?:and|or|und|oder|et|ou|y|o)\s+)?$/.test(norm.slice(previous.end, entry.index))
  const before = norm.slice(list ? 0 : (previous?.end ?? 0), entry.index)
  const after = norm.slice(entry.end, found[at + 1]?.index ?? norm.length)
  return lowest(before.slice(-48)) ?? lowest(after.slice(0, 60))
}

function lowest(text: string): Level | null {
  const matching = levels.filter(([, pattern]) => pattern.test(text)).map(([level]) => level)
  const either = /\bor\b|oder|\/|-/.test(text)
  return (either ? matching.at(-1) : matching[0]) ?? null
}

function reached(applicant: Applicant, code: string, level: Level | null): Verdict {
  if (applicant.languages === null) return 'unclear'
  const have = applicant.languages[code]
  if (have === undefined) return 'misses'
  const need = level ?? 'B1'
  return ladder.indexOf(have) >= ladder.indexOf(need) ? 'meets' : 'misses'
}

/** "English and one of French or Italian": what stands in front is asked for in any case. */
const oneMore = /,? and (?:in |with )?(?:at least )?(?:one|either|any)\b/

export const languages: Requirement = {
  dimension,
  ofTheTeam: true,
  mentions: pattern('')`
      english|german|deutsch|french|spanish|portuguese|italian|dutch|polish|czech|swedish|
      danish|norwegian|finnish|hungarian|romanian|greek|turkish|russian|ukrainian|arabic|
      hebrew|hindi|japanese|korean|mandarin|chinese|cantonese|vietnamese|thai|bahasa|
      indonesian|englisch|französisch|spanisch|portugiesisch|italienisch|niederländisch|
      polnisch|anglais|français|allemand|espagnol|español|português|nederlands|svenska|dansk|
      norsk|inglés|inglese|inglês|alemán|tedesco|alemão|francés|francese|francês|engels|duits|néerlandais
    `,
  judge(sentence, job, applicant) {
    if (isBoilerplate(sentence.section) || sentence.section === 'nice') return null
    const { low, norm } = sentence
    if (conditional.test(low) || atHome.test(low)) return null
    const found = asked(sentence)
    if (found.length === 0 || (!speaking.test(low) && !isTitleOf(job, sentence))) return null
    if (
      /\bour (?:company |working |office )?language\b|interview|documentation/.test(low) &&
      /\bor\b/.test(low)
    )
      return null
    if (notNeeded.test(low.slice(0, found[0]?.index ?? 0)) && !lostWithout.test(low)) return null
    const hard = found.filter((entry) => !isHedged(low, entry.index, entry.end, all))
    if (hard.length === 0) return null
    const joined = norm.slice(hard[0]?.end ?? 0, hard.at(-1)?.index ?? 0)
    const before = norm.slice(0, hard[0]?.index ?? 0)
    const anyOf =
      /\bor\b|\boder\b|\bou\b|\/|one of/i.test(joined) ||
      /(?:at least )?one (?:of|or more)|any of|either/i.test(before)
    const verdicts = hard.map((entry) => reached(applicant, entry.code, entry.level))
    const sure = anyOf
      ? hard.findLastIndex(({ end }) => end <= norm.search(oneMore)) + 1
      : hard.length
    const choice = verdicts.slice(sure)
    const met =
      !verdicts.slice(0, sure).includes('misses') &&
      (choice.length === 0 || choice.includes('meets'))
    // "An Asian language, e.g. Japanese": the list isn't complete.
    const open = /\be\.g\.|such as|for example|z\.b\./.test(low)
    const unknown = applicant.languages === null
    const verdict: Verdict = met && !unknown ? 'meets' : open || unknown ? 'unclear' : 'misses'
    const reason =
      verdict === 'meets' ? 'languages' : 'a language that is missing or not at that level'
    return { dimension, verdict, quote: quoteOf(sentence.text), reason }
  },
  fields(job, applicant) {
    const language = job.posting.language?.slice(0, 2).toLowerCase()
    if (!language || !(language in names) || applicant.languages?.[language]) return []
    return [
      {
        dimension,
        verdict: 'unclear',
        quote: `Language of the posting: ${language}`,
        reason: 'written in a language that is not spoken',
        field: true,
      },
    ]
  },
}

function isTitleOf(job: Job, sentence: Sentence): boolean {
  return sentence === job.title
}
