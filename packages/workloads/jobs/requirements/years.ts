// Years of experience, overall and per skill, told apart from every other count of years.
import { pattern } from '../text/pattern.ts'

import { isBoilerplate } from '../text/sections.ts'
import { type Branch, branchesOf, digitised } from './credentials.ts'
import { degreeReached } from './degree.ts'
import { numberWords } from './numbers.ts'
import type { Applicant, Finding, Requirement, Verdict } from './types.ts'
import { isHedged, quoteOf } from './wording.ts'
import type { YearsAtom } from './year-counts.ts'

const dimension = 'years'
const rank: Readonly<Record<Verdict, number>> = { misses: 0, unclear: 1, meets: 2 }
const worse = (a: Verdict, b: Verdict): Verdict => (rank[a] <= rank[b] ? a : b)
const better = (a: Verdict, b: Verdict): Verdict => (rank[a] >= rank[b] ? a : b)

/** Years that belong to the company, to a contract, to a birthday or to the future. */
const otherYears = pattern('')`
    (?:contract|assignment|project|programme?|funding|lease|grant)\b[^.;]{0,20}\b(?:runs?|
    lasts?|is for)\b[^.;]{0,12}\d+ (?:years?|months?)|years? (?:young|or older|and (?:older|
    above|over)|old|of age|ago|from now|in business|in a row|running|later)\b|\b(?:at least|
    over|minimum(?: age)?(?: of)?) (?:16|18|21) years? (?:old|of age)|years? of (?:age|data|records|archives|logs|spare parts|
    history|growth|funding|runway|innovation|heritage|service to|success|steady)|
    \d+[- ]months?[- ](?:ftc|contract|fixed|term|assignment|cover|probation|program)|
    \d+[- ]year[- ](?:old|plan|roadmap|contract|term|fixed|warranty|cliff|program|anniversary|
    history|period|vesting|runway|lease|visa|degree|post|assignment|guarantee|horizon|window|
    journey|track|programme|rotation|presence)|years?'? (?:of )?service (?:with|at)\b|\bdepuis\b|\ben \d+ ans\b|
    \b(?:ans|années|years) (?:à venir|to come)\b|\bwithout any\b|\bvest|combined experience|collective experience|
    \bfounded\b|\btenure\b|\b(?:it )?took (?:us|them)\b|celebrat|since (?:19|20)\d\d|warranty|\b(?:in|within|over|during|
    for) the (?:last|past|next|coming|first)\b|\bnext \d|\blast \d|\bpast \d|\bfirst \d|
    \bevery \d|after \d+ (?:years?|months?)|(?:per|a|each|every) year\b.*\bdays\b|probation|
    parental|sabbatical|contract (?:of|for)|\d+ years? (?:contract|term|fixed)|jahre alt|
    gegründet|befristet
  `
/** "You have spent the last six years …" counts them. */
const yourPast =
  /(?:\b(?:over|for|during|in) )?\bthe (?:last|past) (?=\d)(?<=\b(?:you|you've|candidates?|applicants?|who)\b[^.;]*)/
/** "With 20 years of experience, Quill & Co sets out …": the company's own. */
const companyAge =
  /^(?:With|After|For|In|En|Forte? de|Seit|Mit|Nach)\b[^,]*\b(?:[Yy]ears?|[Jj]ahren?|ans|années)\b[^,]*,\s(?:we\b(?! (?:are looking|seek|want|need|expect|require))|our\b|top\b|nous\b|\p{Lu}[\p{L}&'.-]*(?: [\p{Lu}&][\p{L}&'.-]*){0,3} (?:is|has|was|\p{Ll}+s|s'est|accompagne|conseille)\b)/u
const none = pattern('')`
    \b(?:don't|do not|needn't|doesn't|no|not) (?:\w+ ){0,3}(?:need|require|expect|
    have to have)\b(?![^.\d]*(?:;|\b(?:but|just|only)\b)[^.]*\d)|
    \bno years|\bno (?:minimum|prior|previous)\b|\bwhether you(?:'ve|
    [ ]have)?\b|\bfeels? like\b|\b(?:asks?|expects?|requires?|needs?) (?:nobody|no one)\b|
    \bon average\b|im schnitt|durchschnittlich|erfahrung (?:steck|fließ)\w+|
    \b(?:been|stayed|here) with us\b|\bno matter (?:if|whether|how|what)\b|(?:value|prefer|rather)\b[^.;]{0,30}\bover \d+ years|no experience (?:needed|
    required|necessary)|\bneedn't (?:bring|have)\b|\bdon't count (?:the )?years\b|
    \b(?:don't worry|forget)\b[^.;,]{0,40}\d+\s?\+? years|
    (?:n't|\bnot) (?:\w+ )?(?:ask(?:ing)?|looking|insist(?:ing)?)\b(?!.*\b(?:less|fewer|under|below)\b)[^.;:]{0,24}\b\d+\s?\+? years
  `
const ceiling = pattern('')`
    (?:up to|at most|no more than|(?<!not |no )(?:less|fewer) than|under|max(?:imum)?(?: of)?|
    höchstens|bis zu)\s*$
  `

const general = pattern('')`
    software|back-?end|front-?end|full-?stack|engineer|develop|program|coding|\bcode\b|
    systems?\b|distributed|\bweb\b|\bapis?\b|services|applications?|\bapps?\b|production|
    technical|technology|computer|platform|infrastructure|berufserfahrung|werkervaring|entwicklung|
    softwareentwicklung
  `
const empty = pattern('')`
    ^[\s,.:)('+-]*(?:\s|at least |of |in |with |as |a |an |the |your |this |that |or |and |more[ ]|
    proven |solid |strong |relevant |related |professional |practical |industry[ ]|
    work(?:ing)?[- ]?(?:related )?|similar |comparable |equivalent |full[- ]time |hands-on[ ]|
    prior |previous |overall |total |post-graduate |commercial |experience|exp|erfahrung|
    berufserfahrung|d'|de |en |als |expérience|experiencia|professionnelle|role|roles|
    position|field|fields|industry|job|area|environment|capacity|level|required|minimum|plus|
    needed|or more|[.,;:)('’"!-])*\s*$
  `
const others = pattern('')`
    \b(?:lead|leading|leadership|managing|management|manager|people|sales|selling|market|
    advertis|account|finance|fintech|account(?:ing|ant)|legal|teach|research|design(?:er|
    ing)?|customer (?:support|success|service|experience|care)|support|recruit|hr\b|
    operations|insurance|healthcare|consult|media|product manag|project manag|quota|vendor|
    claims|supply|logistics|founder|startup|mentor|security|data scien|machine|analy|hardware|
    embedded|game|robot|network|crypto|blockchain)
  `

/** "5+ (ideally 8+) years", not "(Preferred) 8+ years" and "8+ years (preferred)". */
const wishedAside = /(?<!^)\((?:ideally|preferably|better|preferred|or better)[^)]*\)(?!\W*$)/gi
const ofOneLevel = pattern('')`
    ^(?:junior|mid|middle|senior|staff|principal|lead|entry)[- ]?(?:level)?\s*[:(]|
    ^(?:[\w-]+ ){0,3}?(?:(?:engineer|developer|level|grade) (?:[iv]{1,3}|\d)|(?:l|ic|e|p)\d)\s*(?:[:(]|-\s)|
    \d+[^.;,]* without (?:a )?degree|,? or$|
    for (?:the |our )?(?:junior|mid|senior|staff|principal|lead)[- ]?(?:level)? (?:role|
    position|level)?|
    \b(?:engineer|developer|junior|mid|middle|intermediate|senior|staff|lead|principal)(?: level)?\s*[:(]\s*\d[^.;]*?
    \b(?:engineer|developer|mid|middle|senior|experienced|staff|lead|principal)(?: level)?\s*[:(]\s*\d
  `

/** "Two or more of: Java (3+ years), …" and "Java (5+ years) or TypeScript (5+ years)". */
const ofSeveral = pattern('')`
    \b(?:one|two|three|any|either|some|\d+)(?: or more)? of\s*:|
    \d\s?\+?\s?(?:years?|yrs?)\)? or [\w.#+]+ ?[(:]
  `
/** "If you have 10+ years …, we'd love to talk" asks them of nobody else; "if you don't have …" does. */
const onlyIf =
  /^if you(?:'ve| have| bring)\b(?!.*(?:n't|\b(?:(?<!\bif )not|no|less|fewer|under|below)\b))/

function compare(have: number, atom: YearsAtom): Verdict {
  const enough = atom.moreThan ? have > atom.months : have >= atom.months
  if (enough) return 'meets'
  return atom.about && have >= atom.months * 0.75 ? 'unclear' : 'misses'
}

/** One count of years against the profile. Nobody has more years of anything than years of work. */
function judgeAtom(atom: YearsAtom, applicant: Applicant): Verdict {
  const overall = compare(applicant.experienceMonths, atom)
  if (atom.skills.length > 0) return judgeSkills(atom, applicant, overall)
  if (empty.test(atom.subject)) return overall
  if (overall === 'misses') return 'misses'
  return general.test(atom.subject) && !others.test(atom.subject) ? overall : 'unclear'
}

function judgeSkills(atom: YearsAtom, applicant: Applicant, overall: Verdict): Verdict {
  const verdicts = atom.skills.map((skill): Verdict => {
    const have = applicant.skillMonths[skill.id]
    if (have === undefined) return overall === 'misses' ? 'misses' : 'unclear'
    return compare(have, atom)
  })
  const first = atom.skills[0]
  const direct = first !== undefined && first.index - atom.end <= 45
  const anyOf =
    /\bor\b|\boder\b|\/|such as|e\.g\.|\blike\b|similar|one of|any of|another|comparable/.test(
      atom.subject,
    )
  const joined = anyOf ? verdicts.reduce(better) : verdicts.reduce(worse)
  const open =
    anyOf && /such as|e\.g\.|\blike\b|similar|another|comparable|equivalent/.test(atom.subject)
  // Years of building things in which a skill is only named far behind aren't years of that skill.
  if (joined === 'misses' && overall !== 'misses' && (!direct || open)) return 'unclear'
  return joined
}

function judgeBranch(branch: Branch, applicant: Applicant): Verdict {
  const years = branch.years.map((atom) => judgeAtom(atom, applicant))
  const degrees = branch.equivalent
    ? []
    : branch.degrees.map((atom) => degreeReached(applicant, atom.level))
  // "A BA or MS" asks for one of them.
  const degree = degrees.reduce(better, degrees[0] ?? 'meets')
  return [...years, degree].reduce(worse, 'meets')
}

export const years: Requirement = {
  dimension,
  mentions: /year|yrs?\b|jahr|jaar|années?|\bans\b|años|decade|month|monat/,
  beside: numberWords,
  judge(sentence, _job, applicant) {
    if (isBoilerplate(sentence.section) || sentence.section === 'nice') return null
    const text = digitised(sentence.norm).replace(wishedAside, (aside) => ' '.repeat(aside.length))
    const branches = branchesOf(text).map((branch) => ({
      ...branch,
      years: branch.years.filter((atom) => atom.months > 0 && atom.months <= 480),
    }))
    if (branches.every((branch) => branch.years.length === 0)) return null
    const low = text.toLowerCase().replace(yourPast, (past) => ' '.repeat(past.length))
    if (
      otherYears.test(low) &&
      !/years?(?:'|s)? (?:of )?(?:\w+ ){0,3}experience/.test(
        low.replace(/combined experience|collective experience/g, ''),
      )
    )
      return null
    if (none.test(low) || companyAge.test(text)) return null
    const hard = branches
      .map((branch) => ({ ...branch, years: branch.years.filter((atom) => isHard(low, atom)) }))
      .filter((branch) => branch.years.length + branch.degrees.length > 0 || branch.equivalent)
    if (!hard.some((branch) => branch.years.length > 0)) {
      return {
        dimension,
        verdict: 'meets',
        quote: quoteOf(sentence.text),
        reason: 'years that are only wished for',
      }
    }
    // An alternative that is only wished for leaves the others to choose from.
    const wished = ({ years }: Branch) =>
      years.length > 0 && !years.some((atom) => isHard(low, atom))
    const easy = branches.some(wished) ? 'meets' : 'misses'
    const judged = hard.map((branch) => judgeBranch(branch, applicant)).reduce(better, easy)
    // "Senior level: 8+ years" asks that of one of several levels.
    const open =
      judged === 'misses' && (ofOneLevel.test(low) || ofSeveral.test(low) || onlyIf.test(low))
    const verdict = open ? 'unclear' : judged
    const finding: Finding = {
      dimension,
      verdict,
      quote: quoteOf(sentence.text),
      reason: reasonOf(verdict, hard, applicant),
    }
    return finding
  },
}

/** "For ten years": a time that something took, unless the applicant is who did it. */
const duration =
  /\b(?:for|seit|für)\s+(?:at least |over |more than |about |nearly |the |über |mehr als )*$/
const applicant = /\b(?:you|you've|du|candidates?|applicants?|who|someone|experience|erfahrung)\b/

const refusal = pattern('')`
    (?:n't|\bnot|\bnever|\bcannot|\bunable)\b[^.;]{0,24}\b(?:look|consider|hire|accept|invite|interview|take|
    enough|be called|make it|suffice|apply)
  `

const counted = /\d+\s?\+?\s*(?:years?|yrs?)/

/** Not hedged and not an upper bound; an upper bound of those who are refused is a lower one. */
function isHard(low: string, atom: YearsAtom): boolean {
  const clause = low.slice(low.lastIndexOf(';', atom.index) + 1).split(';')[0] ?? low
  if (duration.test(low.slice(0, atom.index)) && !applicant.test(clause)) return false
  if (/(?:not|no) (?:less|fewer) than\s*$/.test(low.slice(0, atom.index))) return true
  if (ceiling.test(low.slice(0, atom.index)))
    return /(?:than|under)\s*$/.test(low.slice(0, atom.index)) && refusal.test(low)
  return !isHedged(low, atom.index, atom.end, counted)
}

function reasonOf(verdict: Verdict, branches: readonly Branch[], applicant: Applicant): string {
  const months = Math.max(...branches.flatMap((branch) => branch.years.map((atom) => atom.months)))
  const count = Math.round((months / 12) * 10) / 10
  const asked = `${count} ${count === 1 ? 'year' : 'years'} asked`
  if (verdict === 'meets') return 'years of experience'
  if (verdict === 'unclear') return `${asked}; the profile doesn't say`
  const skill = branches.flatMap((branch) => branch.years).flatMap((atom) => atom.skills)[0]
  const have = skill
    ? (applicant.skillMonths[skill.id] ?? applicant.experienceMonths)
    : applicant.experienceMonths
  return `${asked}, ${Math.floor((have / 12) * 10) / 10} there`
}
