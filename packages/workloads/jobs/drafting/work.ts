// The middle of a letter by rules: the two jobs whose work fits the posting best.
import type { Entry, Fact, Facts } from './facts.ts'
import { firstPerson } from './first-person.ts'
import type { Relevance } from './relevance.ts'
import { type Paragraph, paragraph, type Sentence } from './sentence.ts'
import { ended, longDate, longPeriod } from './wording.ts'

interface Told {
  entry: Entry
  /** The bullets that can be told, the most relevant first. */
  deeds: { fact: Fact; text: string; worth: number }[]
  worth: number
}

const mostJobs = 2

/** One paragraph for each of the two jobs whose work fits best, the later one first. */
export function work(facts: Facts, relevance: Relevance): Paragraph[] {
  const told = facts.jobs.map((entry) => tell(entry, relevance))
  const fitting = told
    .filter(({ entry, deeds }) => entry.counts && deeds.length > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, mostJobs)
    .toSorted((a, b) => facts.jobs.indexOf(a.entry) - facts.jobs.indexOf(b.entry))
  if (fitting.length === 0) return stated(facts)
  return fitting.flatMap(({ entry, deeds }, at) => {
    const later = fitting[at - 1]?.entry
    if (later === undefined)
      return paragraph(now(entry, deeds.slice(0, fitting.length === 1 ? 3 : 2)))
    const worthwhile = deeds.filter(({ worth }, rank) => rank === 0 || worth > 0).slice(0, 2)
    const next = facts.jobs.indexOf(entry) === facts.jobs.indexOf(later) + 1
    return paragraph(before(entry, later, next, worthwhile))
  })
}

function tell(entry: Entry, relevance: Relevance): Told {
  const going = entry.end === null
  const deeds = entry.bullets
    .flatMap((fact, index) => {
      const text = firstPerson(fact.text, going)
      const worth = relevance.of(fact)
      // As in the CV, the author's own order counts a little; what was done to them comes later.
      const told = text?.startsWith('I was ') ? worth - 0.3 : worth
      return text === null ? [] : [{ fact, text, worth, rank: told - index * 0.02 }]
    })
    .toSorted((a, b) => b.rank - a.rank)
  const best = deeds.slice(0, 2).reduce((sum, { worth }) => sum + worth, 0)
  return { entry, deeds, worth: best + (going ? 0.3 : 0) }
}

/** "Since April 2023 I have been Senior Engineer at Hafenlicht. I designed … I also cut …" */
function now(entry: Entry, deeds: Told['deeds']): Sentence[] {
  return [position(entry), ...deeds.map(deed)]
}

function position({ fact, title, employer, start, end }: Entry): Sentence {
  const post = `${title} at ${employer ?? ''}`
  const text =
    end === null
      ? `Since ${longDate(start ?? '')} I have been ${post}`
      : `From ${longPeriod(start, end)} I was ${post}`
  return { text: ended(text), facts: [fact.id] }
}

/** "Before that, as Engineer at Bücherwald, I rebuilt …"; `next`: nothing else lies between. */
function before(entry: Entry, later: Entry, next: boolean, deeds: Told['deeds']): Sentence[] {
  const [first, ...rest] = deeds
  if (first === undefined) return []
  const over = entry.end !== null && later.start !== null && entry.end <= later.start
  const when = over ? (next ? 'Before that, as' : 'Earlier, as') : 'As'
  const text = `${when} ${entry.title} at ${entry.employer}, ${first.text}`
  return [{ text, facts: [entry.fact.id, first.fact.id] }, ...rest.map((one) => deed(one, 1))]
}

function deed({ fact, text }: Told['deeds'][number], index: number): Sentence {
  return { text: index === 1 ? text.replace(/^I /, 'I also ') : text, facts: [fact.id] }
}

/** Where no bullet can be told in the first person, the positions are, and the CV does the rest. */
function stated({ jobs }: Facts): Paragraph[] {
  const [latest] = jobs
  if (latest === undefined) return []
  const more = { text: 'The enclosed CV says what I have done there.', facts: [] }
  return paragraph([position(latest), more])
}
