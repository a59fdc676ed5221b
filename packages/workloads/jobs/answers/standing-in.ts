// What the profile says of working in a country, word for word: law is not applied to it.
import { inRegion, type Place } from '../geography/index.ts'
import type { Resume } from '../profile/resume.ts'

export type Sponsorship = 'none' | 'transfer' | 'needed'

/** As the profile says it of a country, and in which of its fields. */
export interface Known {
  authorised: boolean
  sponsorship: Sponsorship
  field: string
}

/**
 * A listed country by its entry, else by citizenship or permanent residence of that very country
 * (of a country of the EU for "the EU"), else by `elsewhere`. Null where the profile is silent or
 * contradicts itself, and where free movement would say something else than `elsewhere`.
 */
export function standingIn(resume: Resume, place: Place): Known | null {
  const { authorisation = {}, citizenships = [], permanentResidences = [] } = resume.countersign
  const code = place.country
  if (code === null) {
    const union = place.name === 'eu' || place.name === 'eea' ? place.name : null
    const citizen = union !== null && citizenships.some((own) => inRegion(own, union))
    return citizen ? free('citizenships') : null
  }
  const citizen = citizenships.includes(code)
  const listed = authorisation[code]
  if (listed) {
    return citizen && !listed.authorised ? null : known(listed, code)
  }
  if (citizen) return free('citizenships')
  if (permanentResidences.includes(code)) return free('permanentResidences')
  const moves = inRegion(code, 'eea') && citizenships.some((own) => inRegion(own, 'eea'))
  const { elsewhere } = authorisation
  return moves || !elsewhere ? null : known(elsewhere, 'elsewhere')
}

function known(entry: { authorised: boolean; sponsorship: Sponsorship }, name: string): Known {
  const { authorised, sponsorship } = entry
  return { authorised, sponsorship, field: `countersign.authorisation.${name}` }
}

function free(field: string): Known {
  return { authorised: true, sponsorship: 'none', field: `countersign.${field}` }
}
