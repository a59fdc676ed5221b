// Seniority: the level a title names.
import { pattern } from '../text/pattern.ts'
import type { Finding, Job, Requirement, Seniority } from './types.ts'

const dimension = 'seniority'

const levels: readonly (readonly [Seniority, RegExp])[] = [
  [
    'intern',
    pattern('i')`
      \binterns?\b|\binternship\b|\bworking student\b|\bwerkstudent\w*|\bapprentice\b|
      \bprakti(?:kant\w*|kum)\b|\btrainee\b
    `,
  ],
  [
    'junior',
    pattern('i')`
      \bjunior\b|\bjr\b\.?|\bgraduate\b|\bnew grad\b|\bentry[- ]level\b|
      \bassociate\b(?= (?:software|engineer|developer|data|product))|\bearly[- ]career\b|
      \bberufseinsteiger\w*
    `,
  ],
  ['mid', /\bmid(?:dle|-level|[- ]senior)?\b|\bintermediate\b|\bengineer ii\b|\bdeveloper ii\b/i],
  [
    'senior',
    /\bsenior\b(?! (?:living|care|citizen|housing|community))|\bsr\b\.?|\bengineer iii\b|\bsnr\b/i,
  ],
  [
    'staff',
    pattern('i')`
      \bstaff\b(?! (?:accountant|nurse|writer|assistant|training))|\bprincipal\b|
      \bdistinguished\b|\barchitect\b
    `,
  ],
  [
    'lead',
    pattern('i')`
      \b(?:tech(?:nical)?|team|engineering|backend|frontend|platform) lead\b|
      \blead (?:\w+ )?(?:engineer|developer|architect|scientist|sre)\b|\bteamleit\w+|
      ^lead\b(?! gen)
    `,
  ],
  [
    'manager',
    pattern('i')`
      \bengineering manager\b|\bmanager,? (?:of )?(?:software |platform )?engineering\b|
      \bteam manager\b|\bdevelopment manager\b|\bmanager of engineers\b
    `,
  ],
  [
    'director',
    pattern('i')`
      \bdirector\b|\bhead of\b|\bvp\b|\bvice president\b|\bchief (?!of staff)\w+ officer\b|
      \bcto\b|\bcio\b|\bc-level\b|\b(?:abteilungs|bereichs)?leiter(?:in)?\b|\babteilungsleit\w+
    `,
  ],
]

const role = pattern('i')`
  engineer|develop|architect|scientist|designer|analyst|manager|officer|consultant|specialist|
  administrator|programmer|entwickler|ingenieur|\bsre\b|\bqa\b|devops
`
const levelWord = pattern('gi')`
  \b(?:junior|senior|mid(?:dle)?|staff|principal|lead|director|head|vp|intern(?:ship)?|graduate|trainee|
  entry|level|associate|jr|sr|snr|[iv]+|\d)\b\.?
`

/**
 * Levels a title names, several for "Senior / Staff Engineer"; none for a plain title. A part of the
 * title that only says what the work is about ("Engineer, Junior Banking") names none.
 */
function levelsOf(title: string): Seniority[] {
  const parts = title.replace(/chief of staff/i, '').split(/[,(|/:]|\s[-–—]\s/)
  const named = parts.filter((part) => role.test(part))
  const of = named.length === 0 ? parts : parts.filter((part) => role.test(part) || onlyLevel(part))
  return levels
    .filter(([, words]) => of.some((part) => words.test(part.trim())))
    .map(([level]) => level)
}

function onlyLevel(part: string): boolean {
  return !/\p{L}/u.test(part.replace(levelWord, '').replace(/\b(?:of|m|w|f|d|x)\b/gi, ''))
}

export const seniority: Requirement = {
  dimension,
  // Only titles are judged: a body speaks of other people's levels.
  mentions: /$^/,
  judge: () => null,
  fields(job: Job, applicant): Finding[] {
    const wanted = applicant.seniority
    const named = levelsOf(job.posting.title)
    if (wanted === null || named.length === 0) return []
    const meets = named.some((level) => wanted.includes(level))
    return [
      {
        dimension,
        verdict: meets ? 'meets' : 'misses',
        quote: `Title: ${job.posting.title}`,
        reason: named.join(', '),
        field: true,
      },
    ]
  },
}
