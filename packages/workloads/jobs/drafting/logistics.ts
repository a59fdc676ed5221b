// What hiring must know before it answers: where the applicant lives and may work, languages, start.
import type { Posting } from '../boards/posting.ts'
import { applicantOf, type Profile } from '../profile/index.ts'
import { judge, prepareJob } from '../requirements/index.ts'
import { bestStanding } from '../requirements/standing.ts'
import { nameKey } from '../text/unicode.ts'
import { countryName, homeOf } from './contact.ts'
import type { Fact } from './facts.ts'
import { languageName, postingLanguage } from './language.ts'
import type { Sentence } from './sentence.ts'
import { letterDate, listed, numberWord } from './wording.ts'

type Resume = Profile['resume']

/**
 * Sentences on residence, permission to work, days in the office, languages and start, each only where
 * the profile says it and this posting makes it matter; and the facts behind them.
 */
export function logistics(
  profile: Profile,
  posting: Posting,
  today: string,
): { sentences: Sentence[]; facts: Fact[] } {
  const stated = [
    living(profile, posting, today),
    office(profile.resume, posting),
    languages(profile, posting, today),
    start(profile.resume, posting, today),
  ].filter((one) => one !== null)
  return {
    sentences: stated.map(({ text, facts }) => ({ text, facts: facts.map(({ id }) => id) })),
    facts: stated.flatMap(({ facts }) => facts),
  }
}

interface Stated {
  text: string
  facts: Fact[]
}

const fact = (id: string, text: string): Fact => ({ id, text, of: null })
const articled = new Set(['US', 'GB', 'NL', 'AE', 'PH', 'CZ', 'DO', 'BS', 'GM', 'MV'])
const inCountry = (code: string) =>
  `${articled.has(code) && code !== 'CZ' ? 'the ' : ''}${countryName(code)}`

function living({ resume, ...rest }: Profile, posting: Posting, today: string): Stated | null {
  const home = homeOf(resume)
  const applicant = applicantOf({ resume, ...rest }, today)
  const { places } = prepareJob(posting)
  const countries = [...new Set(places.flatMap(({ country }) => country ?? []))]
  const free = countries.filter((code) => {
    const there = places.filter(({ country }) => country === code)
    return bestStanding(applicant, there) === 'free'
  })
  const where = free.includes(applicant.home.country) ? applicant.home.country : free[0]
  const lives = home === null ? null : fact('residence', `live in ${home}`)
  const may =
    where === undefined
      ? null
      : fact(`authorisation-${where}`, `may work in ${inCountry(where)} without sponsorship`)
  const facts = [lives, may].filter((one) => one !== null)
  return facts.length === 0 ? null : { text: `I ${listed(facts.map(({ text }) => text))}.`, facts }
}

function office({ countersign }: Resume, posting: Posting): Stated | null {
  if (posting.workplace === 'remote') return null
  const cities = posting.locations.flatMap(({ city }) => (city === null ? [] : [nameKey(city)]))
  const there = (city: string | undefined) => city !== undefined && cities.includes(nameKey(city))
  const days = countersign.workplaces?.offices?.find(({ city }) => there(city))
  if (days !== undefined && days.maxDaysPerWeek > 0) {
    const week = `${numberWord(days.maxDaysPerWeek)} day${days.maxDaysPerWeek === 1 ? '' : 's'} a week`
    const text = `can work in the office in ${days.city} ${days.maxDaysPerWeek < 5 ? `up to ${week}` : 'every day'}`
    return { text: `I ${text}.`, facts: [fact('office', text)] }
  }
  const move = countersign.workplaces?.relocation?.find(({ city }) => there(city))
  if (days !== undefined || move === undefined) return null
  const text = `would move to ${move.city} for the position`
  return { text: `I ${text}.`, facts: [fact('relocation', text)] }
}

/** The languages that the posting asks for, and the one it is written in, as far as they are spoken. */
function languages(profile: Profile, posting: Posting, today: string): Stated | null {
  const { resume } = profile
  const asked = judge(prepareJob(posting), applicantOf(profile, today)).dimensions.languages.quote
  const written = postingLanguage(posting)
  const named = (resume.languages ?? []).filter(({ language }) => {
    const inQuote = asked?.toLowerCase().includes(language.toLowerCase()) === true
    return inQuote || (written !== 'en' && language === languageName(written))
  })
  const spoken = named.map(({ language, fluency }) => {
    const level = fluency?.replace(/\s*\(([^)]*)\)\s*/g, ', $1').trim()
    const text =
      level === undefined
        ? language
        : `${language} (${level.toLowerCase().replace(/\b[abc][12]\b/g, (code) => code.toUpperCase())})`
    return fact(`language-${language.toLowerCase()}`, text)
  })
  if (spoken.length === 0) return null
  return { text: `I speak ${listed(spoken.map(({ text }) => text))}.`, facts: spoken }
}

function start({ countersign }: Resume, posting: Posting, today: string): Stated | null {
  const { availableFrom, noticeWeeks } = countersign
  if (availableFrom !== undefined && availableFrom.length === 10 && availableFrom > today) {
    const american = posting.locations.some(({ country }) => country === 'US')
    const text = `can start on ${letterDate(availableFrom, american)}`
    return { text: `I ${text}.`, facts: [fact('start', text)] }
  }
  if (noticeWeeks === undefined) return null
  const weeks = `${numberWord(noticeWeeks)} week${noticeWeeks === 1 ? '' : 's'}`
  return noticeWeeks === 0
    ? { text: 'I can start at once.', facts: [fact('start', 'can start at once')] }
    : {
        text: `My notice period is ${weeks}.`,
        facts: [fact('notice', `notice period of ${weeks}`)],
      }
}
