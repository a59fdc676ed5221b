// The fixed order in which a document that is too long loses whole pieces, and how many it must lose.
import type { CvContent, LetterContent } from './content.ts'

/** One piece that may be left out: its path and what it says. */
export interface Cut {
  place: string
  text: string
}

/**
 * What a CV gives up, in this order, always whole pieces:
 *
 * 1. bullets beyond the second of a job or project: the lowest-ranked first, where each step further
 *    back in time counts like one rank lower; of equals the older;
 * 2. the second bullets, oldest job first;
 * 3. the last bullets of projects, then summaries of jobs and projects, notes on education, each
 *    oldest first;
 * 4. certificates, projects, and groups of skills beyond the third, the last first;
 * 5. the remaining bullets of all but the three most recent jobs, oldest first.
 *
 * Name, contact data, profile, jobs, education, languages are never left out.
 */
export function cvCuts(cv: CvContent): Cut[] {
  const bullets = [...bulletsOf('jobs', cv.jobs), ...bulletsOf('projects', cv.projects)]
  const fromRank = (least: number) => bullets.filter(({ rank }) => rank >= least)
  const lowest = fromRank(2).sort((a, b) => b.rank + b.age - (a.rank + a.age) || b.age - a.age)
  const oldest = (rank: number, kind: 'jobs' | 'projects') =>
    bullets
      .filter((bullet) => bullet.rank === rank && bullet.kind === kind)
      .sort((a, b) => b.age - a.age)
  const kept = oldest(0, 'jobs').filter(({ age }) => age >= 3)
  return [
    ...lowest,
    ...oldest(1, 'projects'),
    ...oldest(1, 'jobs'),
    ...oldest(0, 'projects'),
    ...lastFirst('projects', cv.projects, 'summary', (project) => project.summary),
    ...lastFirst('jobs', cv.jobs, 'summary', (job) => job.summary),
    ...lastFirst('education', cv.education, 'note', (school) => school.note),
    ...lastFirst('certificates', cv.certificates, '', (certificate) => certificate),
    ...lastFirst('projects', cv.projects, '', (project) => project.name),
    ...lastFirst('skills', cv.skills, '', ({ group }, index) => (index >= 3 ? group : undefined)),
    ...kept,
  ].map(({ place, text }) => ({ place, text }))
}

interface RankedBullet extends Cut {
  kind: 'jobs' | 'projects'
  rank: number
  age: number
}

function bulletsOf(
  kind: 'jobs' | 'projects',
  entries: readonly { bullets: readonly string[] }[],
): RankedBullet[] {
  return entries.flatMap(({ bullets }, age) =>
    bullets.map((text, rank) => {
      return { place: `${kind}[${age}].bullets[${rank}]`, text, kind, rank, age }
    }),
  )
}

function lastFirst<T>(
  list: string,
  entries: readonly T[],
  field: string,
  textOf: (entry: T, index: number) => string | undefined,
): Cut[] {
  return entries
    .flatMap((entry, index) => {
      const text = textOf(entry, index)
      return text === undefined
        ? []
        : [{ place: `${list}[${index}]${field === '' ? '' : `.${field}`}`, text }]
    })
    .reverse()
}

/** A letter gives up its optional paragraphs, the last first. */
export function letterCuts(letter: LetterContent): Cut[] {
  return letter.paragraphs
    .flatMap(({ text, optional }, index) =>
      optional ? [{ place: `paragraphs[${index}]`, text }] : [],
    )
    .reverse()
}

/** The content without the pieces at these places; `content` itself is not changed. */
export function without<T>(content: T, cuts: readonly Cut[]): T {
  const places = new Set(cuts.map(({ place }) => place))
  return prune(content, '', places)
}

function prune<T>(content: T, place: string, places: ReadonlySet<string>): T
function prune(content: unknown, place: string, places: ReadonlySet<string>): unknown {
  if (Array.isArray(content)) {
    return content.flatMap((item: unknown, index) => {
      const inner = `${place}[${index}]`
      return places.has(inner) ? [] : [prune(item, inner, places)]
    })
  }
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).flatMap(([key, value]) => {
      const inner = place === '' ? key : `${place}.${key}`
      return places.has(inner) ? [] : [[key, prune(value, inner, places)]]
    }),
  )
}

/** How long a document came out: `2.4` is two full pages and 40 % of a third. */
export interface Measured {
  length: number
  pages: number
}

/**
 * Finds the smallest number of cuts with which the document has at most `maxPages`, measuring few
 * documents (mostly three): it guesses from the length of the pieces, then corrects the guess by what
 * was measured. Answers `undefined` when all cuts together don't suffice.
 */
export async function fewestCuts(
  cuts: readonly Cut[],
  maxPages: number,
  uncut: Measured,
  measure: (cuts: number) => Promise<Measured>,
): Promise<number | undefined> {
  const saved = estimatedSavings(cuts)
  let low = { cuts: 0, length: uncut.length }
  let high = cuts.length + 1
  let correction = 1
  for (let step = 0; high - low.cuts > 1; step += 1) {
    const wanted = (saved[low.cuts] ?? 0) + (low.length - maxPages) / correction
    const guess = saved.findIndex((estimate) => estimate >= wanted)
    // Every third step halves what is left, so that a bad estimate can't make this long.
    const halved = step % 3 === 2 ? Math.floor((low.cuts + high) / 2) : guess
    const next = Math.min(high - 1, Math.max(low.cuts + 1, halved < 0 ? high - 1 : halved))
    const measured = await measure(next)
    const estimate = (saved[next] ?? 0) - (saved[low.cuts] ?? 0)
    correction = Math.max(0.2, Math.min(5, (low.length - measured.length) / estimate))
    if (measured.pages > maxPages) low = { cuts: next, length: measured.length }
    else high = next
  }
  return high > cuts.length ? undefined : high
}

const charactersPerLine = 95
const linesPerPage = 55

/** Pages that leaving out the first n cuts may save, for n from 0 to all. */
function estimatedSavings(cuts: readonly Cut[]): number[] {
  const saved = [0]
  for (const { text } of cuts) {
    const lines = Math.ceil(text.length / charactersPerLine) + 0.2
    saved.push((saved.at(-1) ?? 0) + lines / linesPerPage)
  }
  return saved
}
