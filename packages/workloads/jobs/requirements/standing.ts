// How an applicant stands in a country's labour market.
import { covers, inRegion, type Place, type Region } from '../geography/index.ts'
import type { Applicant, Standing } from './types.ts'

/** How the applicant stands in a country, citizenship and free movement included. */
function standingIn(applicant: Applicant, country: string): Standing {
  if (applicant.citizenships.includes(country)) return 'free'
  if (applicant.permanentResidences.includes(country)) return 'free'
  const listed = applicant.standings[country]
  if (listed) return listed
  const moves = (code: string) => inRegion(code, 'eea')
  if (moves(country) && applicant.citizenships.some(moves)) return 'free'
  const commonTravel = ['GB', 'IE']
  if (
    commonTravel.includes(country) &&
    applicant.citizenships.some((c) => commonTravel.includes(c))
  )
    return 'free'
  return applicant.elsewhere
}

const order: readonly Standing[] = ['free', 'transfer', 'unknown', 'needs-sponsorship']

/** The best standing among the places a job can be done in; null when it names none. */
export function bestStanding(applicant: Applicant, places: readonly Place[]): Standing | null {
  const standings = places.flatMap((place) => {
    if (place.country !== null) return [standingIn(applicant, place.country)]
    if (covers(place, applicant.home)) return [standingIn(applicant, applicant.home.country)]
    const citizen = applicant.citizenships.some((code) => inRegion(code, place.name as Region))
    return [citizen ? ('free' as const) : applicant.elsewhere]
  })
  return order.find((standing) => standings.includes(standing)) ?? null
}
