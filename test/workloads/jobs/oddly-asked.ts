// Real requirements in unusual words, with the verdict each applicant must get. Written before the
// rules were looked at.
import type { PhrasingLists, Row } from './phrasings.ts'

export type OddlyAsked = PhrasingLists & { exclusions: readonly Row[] }

export const oddlyAsked: OddlyAsked = {
  authorisation: [
    ['We can only employ people whose passport is American.', 'miss', 'miss'],
    ['Anyone who’d need our signature on a visa petition is, sadly, out.', 'miss', 'miss', 'us'],
    ['Bring your own right to work; our lawyers don’t do immigration.', 'miss', 'miss', 'london'],
    ['The client insists on US nationals.', 'miss', 'miss'],
    ['Ohne deutschen Pass geht es bei diesem Auftraggeber leider nicht.', 'ok', 'miss'],
    ['The one thing we cannot help with is a work permit.', 'ok', 'miss', 'berlin'],
    ['Not open to people on visas.', 'miss', 'miss', 'us'],
  ],
  years: [
    ['Fewer than ten years behind you? Then this seat is too early.', 'miss', 'miss'],
    ['You’ve been shipping backends since at least 2015.', 'miss', 'miss'],
    ['Nine years in the trade is where we start the conversation.', 'miss', 'miss'],
    ['We’re not going to look at anybody with less than eight years.', 'miss', 'miss'],
    ['Think a decade, not a year or two, of running production systems.', 'miss', 'miss'],
    ['Candidates whose Go experience is shorter than two years will not be called.', 'miss', 'ok'],
    ['Berufserfahrung: zehn Jahre aufwärts.', 'miss', 'miss'],
    ['Our bar is ten years of professional software work.', 'miss', 'miss'],
    [
      'Our ideal colleague has ten years of experience, and we will not settle for less.',
      'miss',
      'miss',
    ],
    ['The person we hire has at least nine years of backend work behind them.', 'miss', 'miss'],
  ],
  clearance: [
    ['You arrive with a live TS/SCI.', 'miss', 'miss'],
    ['Nobody starts without an active clearance.', 'miss', 'miss'],
    ['Eine Ü2-Überprüfung muss bereits vorliegen.', 'miss', 'miss'],
    ['DV holders only.', 'miss', 'miss'],
    ['If your clearance has lapsed we can’t take you.', 'miss', 'miss'],
    ['The badge office won’t let you in without a current Secret clearance.', 'miss', 'miss'],
  ],
  location: [
    ['Your kitchen table has to be in Portugal.', 'miss', 'miss'],
    ['Home is somewhere in the UK – payroll cannot handle anything else.', 'miss', 'miss'],
    ['Every desk in this team, yours included, stands in Zurich.', 'miss', 'miss'],
    ['Monday to Friday you badge in at our Munich campus.', 'miss', 'miss'],
    ['We only have payroll in Ireland and Poland, so that is where you must live.', 'miss', 'miss'],
    ['Wohnsitz in Österreich ist zwingend.', 'miss', 'miss'],
    ['You commute to our Manchester site every day.', 'miss', 'miss'],
    ['Nobody on this team works from home.', '?', 'miss', 'berlin'],
    ['You live within an hour of Austin.', 'miss', 'ok'],
    ['Remote, provided your home address is in Canada.', 'miss', 'miss'],
  ],
  'time-zone': [
    ['Your working day overlaps with Sydney’s from start to finish.', 'miss', '?'],
    ['We need you awake when California is: 9 to 5 Pacific.', 'miss', 'ok'],
    ['You keep Singapore hours.', 'miss', '?'],
    ['Six of your eight hours coincide with Vancouver’s.', 'miss', 'ok'],
  ],
  degree: [
    ['No doctorate, no interview.', 'miss', 'miss'],
    ['A master’s is the minimum.', 'miss', 'ok'],
    ['We hire PhDs for this seat, nobody else.', 'miss', 'miss'],
    ['Du bist promovierte Physikerin oder promovierter Physiker.', 'miss', 'miss'],
    ['Your second university degree (MSc) is finished.', 'miss', 'ok'],
    ['Graduates with a Master’s only.', 'miss', 'ok'],
  ],
  languages: [
    ['Our clients won’t switch to English, so your Japanese has to be flawless.', 'miss', 'miss'],
    ['You argue, joke and write in French as easily as in English.', 'miss', 'miss'],
    ['Without German you would be lost here: every meeting is in German.', 'ok', 'miss'],
    ['Dutch at C1, no compromise.', 'miss', 'miss'],
    ['Ohne sehr gutes Französisch geht es nicht.', 'miss', 'miss'],
    ['You write Portuguese like a native.', 'miss', 'miss'],
    ['Deine Muttersprache ist Deutsch.', 'ok', 'miss'],
  ],
  pay: [
    ['The envelope for this seat tops out at €72,000.', 'miss', '?'],
    ['You will earn 5.000 € brutto im Monat.', 'miss', '?'],
    ['We can go as far as seventy thousand euros.', 'miss', '?'],
    ['Pay is one hundred and ten thousand dollars.', '?', 'miss'],
    ['Salary sits between $95k and $120k.', '?', 'miss'],
  ],
  employment: [
    ['You invoice us monthly as your own company.', 'miss', 'miss'],
    [
      'The seat exists until the end of 2027, when Maria comes back from parental leave.',
      'miss',
      'miss',
    ],
    ['Twenty hours a week, no more.', 'miss', 'miss'],
    ['We only work with people on a B2B invoice.', 'miss', 'miss'],
    ['Wir suchen dich als Elternzeitvertretung.', 'miss', 'miss'],
    ['It is a placement for your practical semester.', 'miss', 'miss'],
    ['The engagement ends after nine months.', 'miss', 'miss'],
  ],
  'start-date': [
    ['Your chair has to be filled by the second week of January 2027.', 'miss', 'ok'],
    ['If you cannot begin before Christmas 2026, please don’t apply.', 'miss', 'ok'],
    ['Day one is 4 January 2027, fixed.', 'miss', 'ok'],
    ['Spätester Eintritt: 15. Januar 2027.', 'miss', 'ok'],
  ],
  exclusions: [
    ['You spend 60% of your working time on the road.', 'miss', 'miss'],
    ['Without a driver’s licence you can’t do this job.', 'miss', 'miss'],
    ['Expect to be travelling for half of the year.', 'miss', 'miss'],
    ['Ein Führerschein der Klasse B ist unverzichtbar.', 'miss', 'miss'],
  ],
}

/** Titles that name a level the applicant doesn't want, and titles that only seem to. */
export const titles: readonly (readonly [title: string, verdict: 'ok' | 'miss'])[] = [
  ['Werkstudent Backend (m/w/d)', 'miss'],
  ['Praktikum Softwareentwicklung', 'miss'],
  ['Engineering Team Lead', 'miss'],
  ['VP, Engineering', 'miss'],
  ['Graduate Software Engineer', 'miss'],
  ['Abteilungsleiter Entwicklung', 'miss'],
  ['Trainee Backend Engineer', 'miss'],
  ['Engineer, Junior Banking', 'ok'],
  ['Software Engineer, Director Dashboard', 'ok'],
  ['Software Engineer, Internal Audit', 'ok'],
  ['Backend Engineer (Lead Scoring)', 'ok'],
  ['Backend Engineer, Managers’ Tools', 'ok'],
  ['Engineer, Head-Mounted Displays', 'ok'],
  ['Software Engineer (reports to the CTO)', 'ok'],
  ['Software Engineer, Intern Housing Marketplace', 'ok'],
  ['Backend Engineer – Principal Investments', 'ok'],
]
