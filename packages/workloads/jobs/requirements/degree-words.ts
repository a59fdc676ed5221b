// The degrees that a text names.

import { remembering } from '../text/names.ts'
import { matches, pattern } from '../text/pattern.ts'
import type { Degree } from './types.ts'

export interface DegreeAtom {
  level: Degree
  index: number
  end: number
}

/** "Three PhDs" one works with are people, and no degree. */
const degreeWords: readonly (readonly [Degree, RegExp])[] = [
  [
    'doctorate',
    pattern('gi')`
      \bph\.? ?d\b\.?|\bphd\b|(?<!\b(?:\d+|(?:work|working|closely|together) with|between|to|our|from|by|among|several|many|some|of) )\bphds\b|
      \bdoctora(?:te|l)\b|\bdoktor(?:at|grad)?\b|\bpromovierte[rn]?\b|
      \bpromotion abgeschlossen\b|\babgeschlossene promotion\b|\bpromotion in \w+ (?:erforderlich|zwingend|vorausgesetzt)
    `,
  ],
  [
    'master',
    pattern('gi')`
      \bmaster(?:'s|s)?(?:[- ](?:level )?degree|[- ]?abschluss|studium)\b|\bmasterstudium\b|
      \bmaster(?:'?s)?\b(?=\s*(?:$|[,;.)/]|or\b|and\b|in\b|of\b|with\b|is\b|only\b|preferred|
      required|plus|thesis))|\bm\.?sc\b\.?|\bMS\b(?=\s*(?:$|[;.()]|[,/]\s?(?:or |and )?(?:ph|m\.?s|mb|ma\b|doct|equiv|comput|in\b)|or\b|degree|in\b|with\b))|(?<=\bB\.?[SA]\.?\s?[,/]\s?(?:or )?)MS\b|\bM\.S\.|
      \bMEng\b|\bMBA\b|\badvanced degrees?\b|\b(?:post)?graduate degree\b|\bdiplom\b
    `,
  ],
  [
    'bachelor',
    pattern('gi')`
      \bbachelor(?:'s|s)?\b|\bb\.?sc\b\.?|\bB\.?S\.?\b(?=\s*(?:$|[,;.()/]|or\b|degree|in\b|
      with\b|and\b))|\bB\.?A\.?\b(?=\s*(?:[,;/]|or\b|degree|in\b))|\bBEng\b|
      \bundergraduate degree\b|\bundergraduate\b(?=,? (?:or|and|\/)\b)|\b(?:university|college|four-year|4-year|technical|cs|stem|
      engineering|relevant|related|science|academic|higher) degree\b|\bdegree (?:in|from|
      or)\b|\ba degree\b|\b(?:abgeschlossenes|absolviertes) (?:\S+ )?(?:studium|
      hochschulstudium)\b|\bhochschulabschluss\b|\buniversity education\b|\blicence\b(?= en)
    `,
  ],
]
const notDegree = pattern('i')`
    (?:ph\.?d\.?|doctoral|master'?s?|bachelor'?s?)[- ]level (?!degree)|ph\.?d\.?s? (?:data )?(?:scientist|researcher|colleague|engineer|expert|teammate)|
    no b\.?s\b|
    scrum master|master (?:data|branch|service|plan|class|record|of ceremonies|agreement)|
    masterclass|mastery|software master|visa \/ master|master (?:in|of) (?:the art|your|their|its)\b|headmaster|webmaster|postmaster|quartermaster|degree of (?!science|
    arts|engineering|bachelor|master)|degrees? (?:celsius|fahrenheit)|360|high degree|
    large degree|ms (?:sql|office|word|excel|teams|project|azure)|, ma\b(?!\s*(?:degree|or|
    in))
  `

const maybeDegree = pattern('i')`
    degree|bachelor|master|ph\.? ?d|doctor|doktor|promotion|promovier|\bb\.?s|\bm\.?s|\bb\.?a\b|beng|
    meng|mba|diplom|studium|abschluss|university|licence
  `

export const degreesIn: (norm: string) => readonly DegreeAtom[] = remembering(readDegrees)

function readDegrees(norm: string): DegreeAtom[] {
  if (!maybeDegree.test(norm)) return []
  const found: DegreeAtom[] = []
  for (const [level, words] of degreeWords) {
    for (const match of matches(norm, words)) {
      const around = norm.slice(Math.max(0, match.index - 8), match.index + match[0].length + 16)
      if (notDegree.test(around)) continue
      if (/^(?:bs|ba|ms|b\.s|b\.a)$/i.test(match[0]) && match[0] !== match[0].toUpperCase())
        continue
      const end = match.index + match[0].length
      if (found.some((other) => match.index < other.end && end > other.index)) continue
      found.push({ level, index: match.index, end })
    }
  }
  return found.sort((a, b) => a.index - b.index)
}
