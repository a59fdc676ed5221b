// What was misread of three more lists that were written before the rules were looked at, by what was misread
// in it, and beside each its twin that keeps its verdict.
import type { OddlyAsked } from './oddly-asked.ts'

/** "You don't need to …" asks for nothing; what follows a "but" is asked. */
const notNeeded: Partial<OddlyAsked> = {
  authorisation: [
    ['You don’t need to be a US citizen to apply.', '?', '?', 'us remote'],
    ['You don’t need to know it all, but you must be a US citizen.', 'miss', 'miss', 'us remote'],
    ['You must not need visa sponsorship, now or in the future.', 'miss', 'miss', 'us'],
    ['You don’t need visa sponsorship to work in the US.', 'miss', 'miss', 'us'],
  ],
  location: [
    ['You don’t have to live in Munich: most of us don’t.', 'ok', 'ok'],
    ['No need to live in Munich: half the team doesn’t.', 'ok', 'ok'],
    ['We don’t expect you to come to our Paris office.', 'ok', 'ok'],
    ['Du musst nicht in München wohnen.', 'ok', 'ok'],
    ['You don’t have to live in Munich, but you must live in Austria.', 'miss', 'miss'],
    ['You don’t have to live in Madrid itself, only in Spain.', 'miss', 'miss'],
    [
      'You don’t need to come in every day: three days a week in our Munich office are enough.',
      'miss',
      'miss',
    ],
    [
      'You don’t need to apply if you can’t be in our Munich office five days a week.',
      'miss',
      'miss',
    ],
  ],
  'time-zone': [
    ['You don’t need to work US hours.', 'ok', 'ok', 'eu remote'],
    ['You need to work US hours.', 'miss', 'ok', 'eu remote'],
  ],
  years: [
    ['You don’t need to tick every box, but 10+ years of experience are a must.', 'miss', 'miss'],
    ['You don’t need a degree, just 10 years of software engineering experience.', 'miss', 'miss'],
    ['You don’t need to have 10 years of experience, but we like curious people.', 'ok', 'ok'],
  ],
  clearance: [
    ['You won’t need a clearance.', 'ok', 'ok', 'us'],
    ['You need a clearance.', 'miss', 'miss', 'us'],
  ],
  languages: [
    ['You don’t need to speak Dutch to work with us.', 'ok', 'ok'],
    ['You don’t need to speak French, Italian or Dutch.', 'ok', 'ok'],
    [
      'You’ll translate French documents with a tool; you don’t need to speak it.',
      'ok',
      'ok',
      'eu remote',
    ],
    ['Du musst kein Niederländisch sprechen, Englisch reicht.', 'ok', 'ok'],
    ['You don’t need to speak German, but fluent French is a must.', 'miss', 'miss'],
    ['You need to speak Dutch to work with us.', 'miss', 'miss'],
  ],
  exclusions: [
    ['You won’t need a driving licence.', 'ok', 'ok'],
    ['You don’t need a car, but a driving licence is required.', 'miss', 'miss'],
  ],
}

/** What is asked of another job, set against this one. */
const ofAnother: Partial<OddlyAsked> = {
  years: [
    [
      'Ten years of experience is what we’d expect of a principal engineer, not of you.',
      'ok',
      'ok',
    ],
    [
      'We expect our staff engineers to have 12+ years of experience; for this role 3 will do.',
      'ok',
      'ok',
    ],
    ['We expect our engineers to have 10+ years of experience.', 'miss', 'miss'],
    ['We ask for 10 years of experience, not for a degree.', 'miss', 'miss'],
  ],
  languages: [
    ['Fluent Italian is needed for our sales roles, not for this one.', 'ok', 'ok'],
    ['Fluent Italian is needed for this role, not only for our sales roles.', 'miss', 'miss'],
  ],
}

/** "We can't hire people who …" leaves out the applicant of whom it is true. */
const refused: Partial<OddlyAsked> = {
  clearance: [
    [
      'Candidates without an active Top Secret clearance cannot be considered.',
      'miss',
      'miss',
      'us',
    ],
    ['Candidates without clearance will not be at a disadvantage.', 'ok', 'ok', 'us'],
  ],
  location: [
    ['We can’t hire people who live in Germany.', 'miss', 'ok'],
    ['Sadly, we’re not able to employ people who live in Germany.', 'miss', 'ok'],
    ['We can’t employ people who live in Texas.', 'ok', 'miss'],
    ['People who aren’t based in the US can’t be considered.', 'miss', 'ok'],
    ['Those who live outside the UK can’t be considered.', 'miss', 'miss'],
    ['Sorry, residents of Germany cannot apply.', 'miss', 'ok'],
    ['We can’t consider people who live outside of Germany.', 'ok', 'miss'],
    ['We won’t hire people who don’t live in the US.', 'miss', 'ok'],
    ['People who live in Berlin can order from us within ten minutes.', 'ok', 'ok'],
    ['People who live in Sydney can’t use our app yet.', 'ok', 'ok'],
    ['The US pay scale does not apply to employees living in Germany.', 'ok', 'ok'],
  ],
  years: [
    ['We won’t consider anyone with less than 10 years of experience.', 'miss', 'miss'],
    ['We’re unable to consider people with less than 10 years of experience.', 'miss', 'miss'],
    [
      'Anyone with fewer than six years in backend engineering won’t make it past the screening.',
      'ok',
      'miss',
    ],
    ['We don’t consider less than 5 years of experience a problem.', 'ok', 'ok'],
    ['We won’t accept that people with 20 years of experience are paid less.', 'ok', 'ok'],
    ['We hire people with less than 10 years of experience.', 'ok', 'ok'],
  ],
}

/** Where else people are hired, and how a week is shared between office and home. */
const places: Partial<OddlyAsked> = {
  location: [
    ['We also hire people living in Austria too.', 'ok', 'ok'],
    ['We also hire people in Poland and Portugal.', 'ok', 'miss', 'eu remote'],
    ['We hire in Poland as well.', 'ok', 'miss', 'eu remote'],
    ['We hire people in Spain and Portugal.', 'miss', 'miss'],
    ['We also only hire people who live in Spain.', 'miss', 'miss'],
    ['20% remote, 80% Berlin office', 'miss', 'miss', 'berlin hybrid'],
    ['90% office (Berlin), 10% home office', 'miss', 'miss', 'berlin hybrid'],
    ['4 days a week Berlin office, 1 day home', 'miss', 'miss', 'berlin hybrid'],
    ['80% remote, 20% Berlin office', 'ok', 'miss', 'berlin hybrid'],
    ['80% home office', 'ok', 'miss', 'berlin hybrid'],
    ['2 days a week Berlin office, 3 days remote', 'ok', 'miss', 'berlin hybrid'],
    ['Du wohnst in der Schweiz oder bist bereit, dorthin zu ziehen.', 'miss', 'miss'],
    ['Wo du wohnst, ob in Wien oder Zürich, ist uns egal.', 'ok', 'ok'],
  ],
}

/** Sums, hours and days that the words beside them turn round. */
const turnedRound: Partial<OddlyAsked> = {
  pay: [
    ['We pay €60,000 a year for our office.', '?', '?'],
    ['We spent €50,000 on our last team trip.', '?', '?'],
    ['We pay €60,000 a year for this role.', 'miss', '?'],
    ['Das Jahresgehalt liegt zwischen 55.000 und 65.000 Euro brutto.', 'miss', '?'],
    ['Das Monatsgehalt beträgt 5.000 Euro brutto.', 'miss', '?'],
    ['Das Jahresgehalt liegt zwischen 75.000 und 95.000 Euro brutto.', 'ok', '?'],
  ],
  employment: [
    ['You can reduce to part-time after your probation period if you like.', 'ok', 'ok'],
    ['You can go on holiday at any time, as this is a part-time role.', 'miss', 'miss'],
    ['You can apply for this part-time job online.', 'miss', 'miss'],
  ],
  'start-date': [
    ['You have to be available from 15 December 2026 at the latest.', 'miss', 'ok'],
    ['You can start from 15 December 2026.', 'ok', 'ok'],
  ],
}

/** What is offered to those who like it, or stands beside an answer to it. */
const offered: Partial<OddlyAsked> = {
  location: [
    [
      'We’ll pay for your move if you’d like to live near our Copenhagen office, but nobody expects that.',
      'ok',
      'ok',
    ],
    ['You must live in Copenhagen if you want to join us.', 'miss', 'miss'],
  ],
  'time-zone': [
    ['Most of the team is in Pacific time, but we work asynchronously.', 'ok', 'ok', 'eu remote'],
    [
      'We work asynchronously, but six hours of overlap with Pacific time are required.',
      'miss',
      'ok',
      'eu remote',
    ],
    ['You don’t have to work Pacific hours, but some of us do.', 'ok', 'ok', 'eu remote'],
    [
      'You don’t have to be up at 3 am, but six hours of overlap with Pacific time are required.',
      'miss',
      'ok',
      'eu remote',
    ],
  ],
  years: [
    ['If you have 5 years of Go, great; if not, you’ll learn it here.', '?', '?'],
    ['If you have not got 10 years of experience, please don’t apply.', 'miss', 'miss'],
  ],
  degree: [
    ['We sponsor your PhD at TU Munich.', 'ok', 'ok'],
    ['We only consider PhDs.', 'miss', 'miss'],
  ],
  pay: [
    ['You’ll be responsible for a cloud bill of €60,000 a year.', '?', '?'],
    ['We foot the bill for your move and pay €60,000 a year.', 'miss', '?'],
  ],
}

/** Nouns that ask as their verbs do: "residence in …", "only holders of …". */
const asNouns: Partial<OddlyAsked> = {
  authorisation: [
    [
      'Because of our defence customers, only holders of an EU passport can be hired.',
      'ok',
      'miss',
    ],
    ['Holders of a US passport can use our app abroad.', 'ok', 'ok'],
  ],
  location: [
    ['Residence in Switzerland is mandatory.', 'miss', 'miss'],
    ['We help customers with residence in Switzerland.', 'ok', 'ok'],
  ],
  years: [
    ['Our colleagues, only one of whom has 20 years of experience, are curious.', 'ok', 'ok'],
  ],
}

export const readAgain: readonly Partial<OddlyAsked>[] = [
  notNeeded,
  ofAnother,
  refused,
  places,
  turnedRound,
  offered,
  asNouns,
]
