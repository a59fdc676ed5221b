// What a profile wishes for, as the ranking compares it.
import type { Profile } from '../profile/index.ts'
import { skillId, skillsIn } from '../skills.ts'

export interface RankingWish {
  /** Terms searched for: skill ids and the profile's own phrases, in lower case. */
  terms: readonly string[]
  /** Skills the applicant has, for the share of what a posting asks. */
  skills: ReadonlySet<string>
  /** Wanted titles, in lower case. */
  titles: readonly string[]
  unwanted: readonly string[]
  weights: { text: number; skills: number; title: number; recency: number; unclear: number }
  night: { postings: number; perCompany: number; maxAgeDays: number }
}

/** Skills come from what the resume names and from dated skills; a skill marked `none` is none. */
export function rankingWish({ resume, search }: Profile): RankingWish {
  const dated = resume.countersign.skills ?? []
  const named = (resume.skills ?? []).flatMap((group) => group.keywords ?? [group.name])
  const none = new Set(
    dated.filter((skill) => skill.none === true).map((skill) => skillId(skill.name)),
  )
  const ids = [...dated.filter((skill) => skill.none !== true).map((skill) => skill.name), ...named]
    .flatMap((name) => {
      const known = skillsIn(name).map((skill) => skill.id)
      return known.length > 0 ? known : [skillId(name)]
    })
    .filter((id) => !none.has(id))
  const terms = [...new Set(ids)].sort()
  const label = resume.basics.label === undefined ? [] : [resume.basics.label]
  const wanted = search.titles.wanted.length > 0 ? search.titles.wanted : label
  return {
    terms,
    skills: new Set(terms),
    titles: wanted.map((title) => title.toLowerCase()),
    unwanted: search.titles.unwanted.map((title) => title.toLowerCase()),
    weights: search.weights,
    night: search.night,
  }
}
