// Seniority: the level a title names.
import { pattern } from '../text/pattern.ts'
import type { Finding, Job, Requirement, Seniority } from './types.ts'

const dimension = 'seniority'

const levels: readonly (readonly [Seniority, RegExp])[] = [
  [
    'intern',
    pattern('i')`
      \binterns?\b|\binternship\b|\bworking student\b|\bwerkstudent\w*|\bapprentice\b|
      \bpraktikant\w*|\btrainee\b
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
      \bcto\b|\bcio\b|\bc-level\b
    `,
  ],
]

/** Levels a title names, several for "Senior / Staff Engineer"; none for a plain title. */
function levelsOf(title: string): Seniority[] {
  const chief = /\bchief of staff\b/i.test(title)
  return levels
    .filter(([, pattern]) => pattern.test(chief ? title.replace(/chief of staff/i, '') : title))
    .map(([level]) => level)
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
