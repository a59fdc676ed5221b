// Employment type: permanent, fixed-term, freelance, internship, part-time.
import { pattern } from '../text/pattern.ts'

import { isBoilerplate } from '../text/sections.ts'
import type { Sentence } from '../text/sentences.ts'
import type { Applicant, Employment, Finding, Job, Requirement, Verdict } from './types.ts'
import { conditional, isHedged, quoteOf } from './wording.ts'

const dimension = 'employment'

const kinds: readonly (readonly [Employment, RegExp])[] = [
  [
    'permanent',
    pattern('')`
      \bpermanent\b|unbefristet\w*|festanstellung|\bor (?:an )?employees?\b|\bemployees? or\b|
      \bangestellt\w*|\bregular employee|\bemployment contract|\bpermanent employment|\bcdi\b|
      \bunlimited contract|\bcontract of employment|\bumowa o pracę
    `,
  ],
  [
    'fixed-term',
    pattern('')`
      \bfixed[- ]term\b(?! (?:deposits?|loans?|bonds?|savings))|\bfix-term\b|(?<![./]|\bthe )\bftc\b(?![.:])|\bbefristet\w*|\b(?:\d+|six|nine|twelve|three|
      two|one|eighteen)[- ](?:month|year)s?[- ](?:\w+ ){0,2}(?:contract|term|assignment|
      engagement)\b|(?:maternity|paternity|parental|leave)[- ](?:leave )?cover\b|
      \byou(?:'ll| will)?(?: be)? cover(?:ing)? [^.;]{0,30}(?:parental|maternity|paternity) leave\b|elternzeitvertretung|\bcontract\b[,:]? ?\(?(?:\d+|six|nine|twelve|three|two|
      eighteen)[- ](?:months?|years?)|\blimited (?:to|until|for)\b[^.;]{0,12}(?:months|years|
      20\d\d)|\blimited[- ]term\b|\bcontract (?:length|duration|term):? (?:\d+|six|nine|twelve) months|\bcdd\b|\bcontract (?:for|of) (?:\d+|six|twelve|nine) months|
      \b(?:engagement|contract|assignment|position|role|job) (?:ends|runs|lasts|is limited)\b[^.;]{0,20}\b(?:\d+|six|nine|twelve|eighteen) months|
      \b(?:until|till|while|bis) [^.;]*\b(?:back|return\w*) from (?:parental|maternity|paternity) leave|
      20\d\d, when [^.;]*\b(?:back|return\w*) from (?:parental|maternity|paternity) leave
    `,
  ],
  [
    'freelance',
    pattern('')`
      \bfreelanc\w+\b|\bindependent contractors?\b|\bcontractors? only\b|\bcontractor (?:role|position)\b|\bc2c\b|\b1099\b|
      \bcorp[- ]to[- ]corp\b|\bb2b(?: contract)?\b(?= contract| only|,(?! ?(?:b2c|saas|d2c|and b2c))| or\b(?! b2c)|\/(?!b2c|saas)|$)|
      \bself-employed\b|\bb2b invoice|\byou(?:'ll| will)? invoice\b|\bfreie mitarbeit|\bselbstständig tätig|\bcontract (?:role|position|
      basis|job|opportunity)\b|\bon a contract basis\b|\bcontract[- ]to[- ]hire\b|
      \btype: contract\b|\bday rate\b|\btagessatz\b
    `,
  ],
  [
    'internship',
    pattern('')`
      (?<!\b(?:post|non)[- ])\binternship\b(?! (?:program|experience))|\bintern\b|\bpraktik\w+\b|\bstage de\b|
      \bstagiaire\b|\bco-?op (?:role|position|student|term)\b|\bapprenticeship\b|\bpractical semester|\bpraxissemester|\bplacement (?:year|student)|
      \bausbildung zum\b|\btrainee(?:ship)?\b
    `,
  ],
  [
    'working-student',
    /\bworking student\b|\bwerkstudent\w*\b|\bstudent job\b|\bstudent assistant\b/,
  ],
  [
    'temporary',
    pattern('')`
      \btemporary (?:role|position|job|contract|assignment|employee|basis|to)\b|
      \btemp(?:orary)?[- ]to[- ]perm\b|\bseasonal\b|\bzeitarbeit\b|\bzero[- ]hours?\b|
      \binterim\b
    `,
  ],
]
const partTime = pattern('')`
    \bminijob\b|\b5\d\d-euro|geringfügig|(?<!\bwhile working )\bpart[- ]time\b(?! (?:parents|colleagues|students|workers|staff|mba|degrees?|stud\w+|masters?\b|master's|
    bachelor\S*|phd|course\w*|ph\.d))|\bteilzeit\b|\btemps partiel\b|
    \b(?:10|15|16|20|24|25) hours? (?:a|per|\/) ?week\b|\b(?:ten|fifteen|twenty) hours a week\b
  `
const fullTime = /\bfull[- ]time\b|\bvollzeit\b|\btemps plein\b|\b(?:38|40)(?:[.,]5)?[- ]hours?\b/
const possible = pattern('')`
    möglich|possible|optional|also available|negotiable|auch in teilzeit|or part[- ]time|
    oder teilzeit|can be|flexib|
    \byou (?:can|may|could) (?:also |always |later |even )?(?:reduce|switch|change|go|move|drop|opt)\b
    [^,.;]{0,30}\b(?:part[- ]time|teilzeit)
  `
/** Contracts as things one works on, and people one works with. */
const objects = pattern('')`
    \b(?:mentor|manage|managing|supervis\w*|coach|support|onboard|coordinat\w*|
    work(?:ing)? with|lead|guide|train|hire|hiring|pay(?:ing)?|platform for|for|our|of|help|
    teach)\b[^.;]{0,30}\b(?:interns|contractors|freelancers|freelance \w+s|internship program\w*|apprentices|
    trainees)\b|\b(?:previous|prior|past|through|completed|including|via|industry|school|
    college|relevant)\b[^.;]{0,20}\binternships?|\binternship experience|internship (?:and|or) job\b|apprenticeship\.?$|\bcommunicat\w*[^.;]{0,40}contractors|
    (?:previous|prior|past) (?:\w+ (?:or|and) )?freelanc\w+|internships? (?:or|
    and) (?:co-ops?|projects|work|(?:\S+ ){0,5}experience)|experience (?:as|in) (?:an? )?(?:intern|freelanc)|
    \b(?:government|defen[cs]e) contract
  `

/** True where a kind or the hours are named: most sentences have neither. */
const anyKind = new RegExp(
  [...kinds.map(([, words]) => words), partTime, fullTime].map(({ source }) => source).join('|'),
)

function kindsIn(low: string): { kind: Employment; index: number; end: number }[] {
  return kinds.flatMap(([kind, pattern]) => {
    const match = pattern.exec(low)
    return match ? [{ kind, index: match.index, end: match.index + match[0].length }] : []
  })
}

const becomesPermanent = pattern('')`
  contract[- ]to[- ]hire|temp(?:orary)?[- ]to[- ]perm|(?:potential|possibility|option) (?:for|of|to) (?:\w+ )?(?:full-time|
  permanent|convert)|(?:full-time|permanent) (?:conversion|employment can be)
`
const denied =
  /\b(?:nothing|not|no|keine?n?) (?:an? )?$|\bno (?:[\w-]+(?: part(?:y|ies))?(?:,| or| and|\/) ){1,4}$/

function judgeText(low: string, applicant: Applicant): { verdict: Verdict; reason: string } | null {
  const found = kindsIn(low).filter(
    ({ index, end }) => !denied.test(low.slice(0, index)) && !isHedged(low, index, end),
  )
  const named = found.map((entry) => entry.kind)
  const part = partTime.test(low)
  if (named.length === 0 && !part)
    return fullTime.test(low) ? { verdict: 'meets', reason: 'full-time' } : null
  if (becomesPermanent.test(low) && !applicant.employment.includes('freelance'))
    return { verdict: 'unclear', reason: 'starts as a contract' }
  if (named.length > 0 && !named.some((kind) => applicant.employment.includes(kind)))
    return { verdict: 'misses', reason: named.join(', ') }
  if (part && !applicant.partTime && !fullTime.test(low) && !possible.test(low))
    return { verdict: 'misses', reason: 'part-time' }
  return { verdict: 'meets', reason: named[0] ?? 'hours' }
}

const contractWork = pattern('')`
  (?<!(?:month|year|term|temporary|limited) )contracts? with|contracts? (?:negotiat|manag|law|review|test)|smart contracts?|negotiat\w* contracts?|
  trial version|subscription
`

export const employment: Requirement = {
  dimension,
  ofTheTeam: true,
  mentions: pattern('')`
      permanent|employee|\bcd[di]\b|angestellt|befristet|festanstellung|fixed|limited|\bftc\b|contract|
      cover\b|vertretung|freelanc|c2c|1099|\bcorp\b|b2b|self-employed|\bintern\b|internship|
      praktik|stage\b|stagiaire|co-?op|apprentice|ausbildung|trainee|student|\btemp\b|tempor|seasonal|
      interim|minijob|geringfügig|-euro|zeitarbeit|zero|\bpart\b(?!-(?!time))|parttime|teilzeit|
      \bfull\b(?!-(?!time))|fulltime|vollzeit|
      partiel|plein|hours?\b|tagessatz|\brate\b|selbstständig|freie|invoice|semester|placement|leave|
      months\b
    `,
  judge(sentence, job, applicant) {
    const { low } = sentence
    if (isBoilerplate(sentence.section) || sentence.section === 'nice') return null
    if (!anyKind.test(low)) return null
    if (
      conditional.test(low) ||
      /^for (?:a )?b2b\b/.test(low) ||
      (objects.test(low) && !/\bonly\b/.test(low)) ||
      contractWork.test(low)
    )
      return null
    // A long sentence that names a kind in passing says little; a title or a short line says what
    // the job is.
    const said = judgeText(low, applicant)
    if (said === null) return null
    if (said.verdict === 'misses' && !declares(sentence, job)) return null
    return { dimension, quote: quoteOf(sentence.text), ...said }
  },
  fields(job, applicant) {
    const commitment = job.posting.commitment
    if (commitment === null) return []
    const said = judgeText(spaced(commitment), applicant)
    if (said === null) return []
    const finding: Finding = { dimension, quote: `Employment: ${commitment}`, field: true, ...said }
    return [finding]
  },
}

const ofThisJob = pattern('')`
  \b(?:this|the|position|role|job|stelle|only|we offer|we are (?:looking|hiring)|
  we're (?:looking|hiring)|contract|you will be)\b
`

function declares(sentence: Sentence, job: Job): boolean {
  if (sentence === job.title || sentence.low.length <= 70) return true
  return ofThisJob.test(sentence.low)
}

/** "FullTime", "PartTime", "Contract" in the words the sentences use. */
function spaced(commitment: string): string {
  const words = commitment.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
  return words
    .replace(/^contract(?:or)?\b.*$/, 'contract role')
    .replace(/^temporary$/, 'temporary role')
    .replace(/fulltime/, 'full-time')
    .replace(/parttime/, 'part-time')
}
