// What hiring must know before it answers: where the applicant lives and may work, languages, start.
import type { Posting } from '../boards/posting.ts'
import { covers } from '../geography/index.ts'
import { applicantOf, type Profile } from '../profile/index.ts'
import { prepareJob } from '../requirements/index.ts'
import { bestStanding } from '../requirements/standing.ts'
import { isBoilerplate } from '../text/sections.ts'
import { nameKey } from '../text/unicode.ts'
import { countryName, homeOf } from './contact.ts'
import type { Fact } from './facts.ts'
import { languageName, postingLanguage } from './language.ts'
import type { Sentence } from './sentence.ts'
import { letterDate, listed, numberWord, withoutBrackets } from './wording.ts'

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
    languages(profile, posting),
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
const articled = new Set(['US', 'GB', 'NL', 'AE', 'PH', 'DO', 'BS', 'GM', 'MV'])
const inCountry = (code: string) => `${articled.has(code) ? 'the ' : ''}${countryName(code)}`

/** Where the applicant may work of the posting's places: at home if that is one of them. */
function living(profile: Profile, posting: Posting, today: string): Stated | null {
  const applicant = applicantOf(profile, today)
  const { home } = applicant
  const { places } = prepareJob(posting)
  const free = places.filter((place) => bestStanding(applicant, [place]) === 'free')
  const atHome = free.some((place) => covers(place, home))
  const country = atHome ? home.country : free.find((place) => place.country !== null)?.country
  const lives = homeOf(profile.resume)
  if (country == null || country === '' || lives === null) return null
  const { city } = profile.resume.basics.location ?? {}
  const residence = country === home.country && city !== undefined ? city : lives
  const facts = [
    fact('countersign/residence', `live in ${residence}`),
    fact(`authorisation/${country}`, `may work in ${inCountry(country)} without sponsorship`),
  ]
  return { text: `I ${listed(facts.map(({ text }) => text))}.`, facts }
}

function office({ countersign }: Resume, posting: Posting): Stated | null {
  if (posting.workplace === 'remote') return null
  const cities = posting.locations.flatMap(({ city }) => (city === null ? [] : [nameKey(city)]))
  const there = (city: string | undefined) => city !== undefined && cities.includes(nameKey(city))
  const days = countersign.workplaces?.offices?.find(({ city }) => there(city))
  if (days !== undefined && days.maxDaysPerWeek > 0) {
    const week = `${numberWord(days.maxDaysPerWeek)} day${days.maxDaysPerWeek === 1 ? '' : 's'} a week`
    const text = `can work in the office in ${days.city} ${days.maxDaysPerWeek < 5 ? `up to ${week}` : 'every day'}`
    return { text: `I ${text}.`, facts: [fact('countersign/workplaces', text)] }
  }
  const move = countersign.workplaces?.relocation?.find(({ city }) => there(city))
  if (days !== undefined || move === undefined) return null
  const text = `would move to ${move.city} for the position`
  return { text: `I ${text}.`, facts: [fact('countersign/relocation', text)] }
}

/** The languages that the posting names, and the one it is written in, as far as they are spoken. */
function languages({ resume }: Profile, posting: Posting): Stated | null {
  const written = postingLanguage(posting)
  const sentences = prepareJob(posting).sentences.filter(({ section }) => !isBoilerplate(section))
  const asksFor = (language: string) =>
    sentences.some(({ norm }) => norm.split(/[^\p{L}]+/u).includes(language))
  const named = (resume.languages ?? []).filter(
    ({ language }) => asksFor(language) || (written !== 'en' && language === languageName(written)),
  )
  const spoken = named.map(({ language, fluency }) => {
    const level = fluency === undefined ? '' : ` (${spokenLevel(fluency)})`
    return fact(`language/${language.toLowerCase()}`, `${language}${level}`)
  })
  if (spoken.length === 0) return null
  return { text: `I speak ${listed(spoken.map(({ text }) => text))}.`, facts: spoken }
}

/** "fluent, C1". */
function spokenLevel(fluency: string): string {
  return withoutBrackets(fluency)
    .toLowerCase()
    .replace(/\b[abc][12]\b/g, (level) => level.toUpperCase())
}

function start({ countersign }: Resume, posting: Posting, today: string): Stated | null {
  const { availableFrom, noticeWeeks } = countersign
  if (availableFrom !== undefined && availableFrom.length === 10 && availableFrom > today) {
    const american = posting.locations.some(({ country }) => country === 'US')
    const text = `can start on ${letterDate(availableFrom, american)}`
    return { text: `I ${text}.`, facts: [fact('countersign/start', text)] }
  }
  if (noticeWeeks === undefined) return null
  const weeks = `${numberWord(noticeWeeks)} week${noticeWeeks === 1 ? '' : 's'}`
  return noticeWeeks === 0
    ? { text: 'I can start at once.', facts: [fact('countersign/start', 'can start at once')] }
    : {
        text: `My notice period is ${weeks}.`,
        facts: [fact('countersign/notice', `notice period of ${weeks}`)],
      }
}
