// Degree, school, languages and the driving licence, as the profile lists them.
import { applicantOf, type Profile } from '../profile/index.ts'
import { pattern } from '../text/pattern.ts'
import { isTwisted, negations } from './polarity.ts'
import { fromProfile, type Saying, type Topic, words, yesNo } from './saying.ts'

const degreeLabels = pattern('')`
  ^(?:degree|highest degree|highest (?:level )?education(?: level)?(?: (?:completed|obtained|
  achieved|attained))?|highest (?:degree|level education) (?:completed|obtained|achieved|
  attained|earned)|level education|education level|education|highest education level|
  hochster (?:bildungs)?abschluss)$
`
const schoolLabels = pattern('')`
  ^(?:school|university|college|institution|school university|university college|
  college university|school name|name school|university name|hochschule|universitat)$
`
const fieldLabels =
  /^(?:discipline|field study|major|area study|course study|subject|studienfach|studiengang)$/

/** The finished degree, and the school where there is only one. */
export const educationAnswer: Topic = ({ wording }, { profile, today }) => {
  const { content } = wording
  const education = profile.resume.education ?? []
  if (degreeLabels.test(content)) {
    const { degree } = applicantOf(profile, today)
    const [only, ...more] = education.filter(({ endDate }) => (endDate ?? '9999') <= today)
    // Which of several names a text should give is for the person to say; a list has levels.
    const text = more.length > 0 ? '' : (only?.studyType ?? '')
    return degree === 'none' ? 'ask' : fromProfile({ as: 'degree', degree, text }, 'education')
  }
  const field = schoolLabels.test(content)
    ? 'institution'
    : fieldLabels.test(content)
      ? 'area'
      : null
  if (field === null) return null
  const [only, ...more] = education
  const text = only?.[field]
  return text === undefined || more.length > 0
    ? 'ask'
    : fromProfile(words(text), `education[0].${field}`)
}

const names: Readonly<Record<string, string>> = {
  german: 'de',
  english: 'en',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  polish: 'pl',
  portuguese: 'pt',
  dutch: 'nl',
  norwegian: 'no',
  swedish: 'sv',
  danish: 'da',
  finnish: 'fi',
  czech: 'cs',
  russian: 'ru',
  ukrainian: 'uk',
  turkish: 'tr',
  arabic: 'ar',
  hebrew: 'he',
  hindi: 'hi',
  japanese: 'ja',
  korean: 'ko',
  mandarin: 'zh',
  chinese: 'zh',
}
const named = new RegExp(`\\b(?:${Object.keys(names).join('|')})\\b`, 'g')
const speaks = /^(?:do|can) you speak (\w+)(?: (fluently))?$|^are you (fluent|proficient) in (\w+)$/
const levelOf = pattern('')`
  ^(?:what is |what's )?(?:your )?(?:level|proficiency|skill level|language level)(?: level)?[ ]
  (?:of|in) \w+$|^\w+ (?:level|proficiency|language level|language skills|proficiency level)$|
  ^how well do you (?:speak|know) \w+$
`

/**
 * Whether a language is spoken, and how well: by CEFR level, or as native where the resume says so.
 * Other words for levels are the person's own.
 */
export const languageAnswer: Topic = ({ wording }, { profile }) => {
  const { asked } = wording
  const mentioned = asked.match(named) ?? []
  const speaking = speaks.exec(asked)
  const level = levelOf.test(asked)
  if (mentioned.length === 0 || (!speaking && !level)) return null
  const known = profile.resume.countersign.languages
  const [language = ''] = mentioned
  const code = names[language]
  if (mentioned.length > 1 || known === undefined || code === undefined) return 'ask'
  const own = known[code]
  const field = `countersign.languages.${code}`
  if (level)
    return own === undefined ? 'ask' : fromProfile(levelSaying(own, language, profile), field)
  if (own === undefined) return fromProfile(yesNo(false), 'countersign.languages: not listed')
  const fluent = speaking?.[2] !== undefined || speaking?.[3] !== undefined
  return fluent && !/^C/.test(own) ? 'ask' : fromProfile(yesNo(true), field)
}

function levelSaying(cefr: string, language: string, { resume }: Profile): Saying {
  const own = resume.languages?.find((entry) => entry.language.toLowerCase() === language)
  const native = /^(?:native|mother tongue)/i.test(own?.fluency ?? '')
  const band = cefr.charAt(0)
  const bands = ['-', ' - ', '/', ' / ', ' to '].map((between) => `${band}1${between}${band}2`)
  return words(cefr, [...(native ? ['Native', 'Native speaker', 'Mother tongue'] : []), ...bands])
}

const licence = /\bdriv(?:ing|er'?s?|ers'?) licen[cs]e\b|\bführerschein\b/

const plainly = pattern('')`
  ^(?:do you (?:have|hold|possess)|have you got) (?:a |an )?(?:valid |current |full )*
  driv\S+ licen[cs]e$
`

/** A licence to drive; kinds and classes of it are asked. */
export const licenceAnswer: Topic = ({ wording }, { profile }) => {
  if (!licence.test(wording.asked)) return null
  const has = profile.resume.countersign.drivingLicence
  if (has === undefined || !plainly.test(wording.asked)) return 'ask'
  if (isTwisted(wording) || negations(wording.asked) > 0) return 'ask'
  return fromProfile(yesNo(has), 'countersign.drivingLicence')
}
