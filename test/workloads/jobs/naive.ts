// Deliberately naive readings, each a mistake that real projects made. The phrasing lists must
// catch every one.
import type { Posting } from '../../../packages/workloads/jobs/boards/posting.ts'
import type { Applicant } from '../../../packages/workloads/jobs/requirements/index.ts'
import { verdictOn } from './judging.ts'
import { type Judged, phrasings } from './phrasings.ts'

export interface Naive {
  mistake: string
  of: Judged
  judge(posting: Posting, applicant: Applicant): 'ok' | 'miss' | '?'
}

const numbers = (text: string) =>
  [...text.matchAll(/(\d+)\+?(?:\s*[-–]\s*(\d+))?\s*\+?\s*(?:years?|yrs?)/gi)].map((match) =>
    Number(match[1]),
  )
const enough = (asked: number | undefined, { experienceMonths }: Applicant) =>
  asked === undefined || asked * 12 <= experienceMonths ? 'ok' : 'miss'
const needsVisa = (applicant: Applicant) => !applicant.citizenships.includes('DE')

/** The right judge on an altered posting: the mistake of what is looked at, not of how. */
const on =
  (of: Judged, change: (posting: Posting) => Posting): Naive['judge'] =>
  (posting, applicant) =>
    verdictOn(of, change(posting), applicant)

const withText = (change: (text: string) => string) => (posting: Posting) => ({
  ...posting,
  text: change(posting.text),
})

export const naives: readonly Naive[] = [
  {
    mistake: 'a substring decides: "secret" or "clearance" anywhere',
    of: 'clearance',
    judge: ({ text }) => (/secret|clearance|\bTS\b/i.test(text) ? 'miss' : 'ok'),
  },
  {
    mistake: 'a substring decides: "master" is a degree',
    of: 'degree',
    judge: ({ text }, { degree }) =>
      /master/i.test(text) && degree === 'bachelor' ? 'miss' : 'ok',
  },
  {
    mistake: 'a substring decides: "intern" in "international"',
    of: 'employment',
    judge: ({ text }) => (/intern|contract/i.test(text) ? 'miss' : 'ok'),
  },
  {
    mistake: 'any name of a language is a requirement',
    of: 'languages',
    judge: ({ text }, { languages }) => {
      const codes = {
        German: 'de',
        French: 'fr',
        Spanish: 'es',
        Polish: 'pl',
        Japanese: 'ja',
        Portuguese: 'pt',
      }
      const missing = Object.entries(codes).some(
        ([name, code]) => text.includes(name) && !languages?.[code],
      )
      return missing ? 'miss' : 'ok'
    },
  },
  {
    mistake: 'negation is only looked for in front of the word',
    of: 'authorisation',
    judge: ({ text }, applicant) =>
      /(?:no|not|unable to|cannot|don't) (?:\w+ ){0,3}(?:visa |sponsor)/i.test(text) &&
      needsVisa(applicant)
        ? 'miss'
        : 'ok',
  },
  {
    mistake: 'any negation near "sponsorship" is a refusal',
    of: 'authorisation',
    judge: ({ text }, applicant) =>
      /sponsor|visa/i.test(text) &&
      /\b(?:no|not|never|un\w+)\b|n't/i.test(text) &&
      needsVisa(applicant)
        ? 'miss'
        : 'ok',
  },
  {
    mistake: 'citizenship in equal-opportunity text is a requirement',
    of: 'authorisation',
    judge: ({ text }) => (/citizenship/i.test(text) ? 'miss' : 'ok'),
  },
  {
    mistake: 'US rules hold everywhere: no sponsorship is a miss for whoever is not a US person',
    of: 'authorisation',
    judge: ({ text }) =>
      /no visa sponsorship|sponsorship: no|cannot sponsor|kein Visum/i.test(text) ? 'miss' : 'ok',
  },
  {
    mistake: 'unclear is a miss',
    of: 'authorisation',
    judge: (posting, applicant) => {
      const verdict = verdictOn('authorisation', posting, applicant)
      return verdict === '?' ? 'miss' : verdict
    },
  },
  {
    mistake: 'unclear is fine',
    of: 'clearance',
    judge: (posting, applicant) => {
      const verdict = verdictOn('clearance', posting, applicant)
      return verdict === '?' ? 'ok' : verdict
    },
  },
  {
    mistake: 'the largest number of years counts',
    of: 'years',
    judge: ({ text }, applicant) => enough(Math.max(0, ...numbers(text)), applicant),
  },
  {
    mistake: 'the smallest number of years counts',
    of: 'years',
    judge: ({ text }, applicant) => enough(Math.min(...numbers(text), 99) % 99, applicant),
  },
  {
    mistake: 'the first number of years counts, whoever has them',
    of: 'years',
    judge: ({ text }, applicant) => enough(numbers(text)[0], applicant),
  },
  {
    mistake: 'spelled-out numbers are no numbers',
    of: 'years',
    judge: on(
      'years',
      withText((text) =>
        text.replace(/\b(?:one|two|four|five|six|seven|eight|nine|ten|a decade)\b/gi, 'some'),
      ),
    ),
  },
  {
    mistake: 'preferred is required',
    of: 'years',
    judge: on(
      'years',
      withText((text) =>
        text.replace(
          /\b(?:ideally|preferred but not required|nice to have:|is a plus|preferred)\b/gi,
          '',
        ),
      ),
    ),
  },
  {
    mistake: 'preferred is required, for languages',
    of: 'languages',
    judge: on(
      'languages',
      withText((text) => text.replace(/is a plus|ideally|von Vorteil/gi, 'is required')),
    ),
  },
  {
    mistake: 'a remote mark beats the workplace field',
    of: 'location',
    judge: on('location', (posting) => ({ ...posting, workplace: 'remote' })),
  },
  {
    mistake: 'the word remote is enough',
    of: 'location',
    judge: ({ text }) => (/remote|anywhere|hybrid/i.test(text) ? 'ok' : 'miss'),
  },
  {
    mistake: 'the exceptions of a list are not read',
    of: 'location',
    judge: on(
      'location',
      withText((text) => text.replace(/\s*(?:except|but|other than).*$/i, '')),
    ),
  },
  {
    mistake: 'a day count is not read',
    of: 'location',
    judge: on(
      'location',
      withText((text) => text.replace(/\b(?:four to five|five|three|two) days/gi, 'days')),
    ),
  },
  {
    mistake: 'the first amount of money is the pay',
    of: 'pay',
    judge: ({ text }, { pay }) => {
      const first = /[€$£]\s?(\d[\d,.]*)(k)?/i.exec(text)
      if (!first || !pay) return '?'
      const amount = Number((first[1] ?? '').replace(/\D/g, '')) * (first[2] ? 1000 : 1)
      return amount >= pay.floor ? 'ok' : 'miss'
    },
  },
  {
    mistake: 'currencies are all alike',
    of: 'pay',
    judge: (posting, applicant) =>
      verdictOn('pay', posting, {
        ...applicant,
        pay: applicant.pay && { ...applicant.pay, rates: { EUR: 1, USD: 1, GBP: 1, CAD: 1 } },
      }),
  },
  {
    mistake: 'on-target earnings are base pay',
    of: 'pay',
    judge: on(
      'pay',
      withText((text) => text.replace(/OTE|with a 70\/30 split/g, 'salary')),
    ),
  },
  {
    mistake: 'every job starts tomorrow',
    of: 'start-date',
    judge: ({ text }) => (/start|available/i.test(text) ? 'miss' : 'ok'),
  },
  {
    mistake: 'every named zone is a requirement',
    of: 'time-zone',
    judge: ({ text }) => (/zone|APAC|CET|UTC|EST/i.test(text) ? 'miss' : 'ok'),
  },
  { mistake: 'time zones never matter', of: 'time-zone', judge: () => 'ok' },
]

export function rowsOf(of: Judged) {
  return of === 'exclusions' || of === 'seniority' ? [] : phrasings[of]
}
