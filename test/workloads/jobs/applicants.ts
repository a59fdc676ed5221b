// The two people every phrasing is judged for: one in Berlin, one in Austin on an H-1B.
import { placesIn } from '../../../packages/workloads/jobs/geography/index.ts'
import type { Applicant } from '../../../packages/workloads/jobs/requirements/index.ts'

const perYear = { year: 1, month: 12, 'two-weeks': 26, week: 52, day: 260, hour: 2080 }
const noExclusions = {
  companies: [],
  titleWords: [],
  topics: [],
  maxTravelPercent: null,
  drivingLicence: null,
}

/**
 * German and EU citizen in Berlin: backend work since March 2019, all of it TypeScript; no Go;
 * BSc.
 */
export const inBerlin: Applicant = {
  today: '2026-11-30',
  home: { country: 'DE', region: null, city: 'Berlin' },
  citizenships: ['DE'],
  permanentResidences: [],
  standings: { US: 'needs-sponsorship', GB: 'needs-sponsorship' },
  elsewhere: 'needs-sponsorship',
  clearances: [],
  experienceMonths: 92,
  skillMonths: { typescript: 92, postgres: 92, python: 58, go: 0 },
  degree: 'bachelor',
  studying: false,
  languages: { de: 'C2', en: 'C1' },
  pay: { floor: 80_000, currency: 'EUR', period: 'year', perYear, rates: {} },
  offices: [{ place: place('Berlin'), maxDaysPerWeek: 3 }],
  remote: true,
  relocation: [],
  timeZone: { offsetHours: 1, maxShiftHours: 3 },
  employment: ['permanent'],
  partTime: false,
  seniority: null,
  availableFrom: '2027-02-28',
  exclusions: noExclusions,
}

/** Mexican citizen in Austin, Texas, on an H-1B: four years of work, MSc, Spanish and English. */
export const inAustin: Applicant = {
  today: '2026-11-30',
  home: { country: 'US', region: 'TX', city: 'Austin' },
  citizenships: ['MX'],
  permanentResidences: [],
  standings: { US: 'transfer' },
  elsewhere: 'needs-sponsorship',
  clearances: [],
  experienceMonths: 48,
  skillMonths: { typescript: 48, go: 36 },
  degree: 'master',
  studying: false,
  languages: { es: 'C2', en: 'C1' },
  pay: { floor: 140_000, currency: 'USD', period: 'year', perYear, rates: {} },
  offices: [{ place: place('Austin'), maxDaysPerWeek: 5 }],
  remote: true,
  relocation: [],
  timeZone: { offsetHours: -6, maxShiftHours: null },
  employment: ['permanent'],
  partTime: false,
  seniority: null,
  availableFrom: '2026-12-14',
  exclusions: noExclusions,
}

/** Sensitive to everything a rule may object to. */
export const wary = (applicant: Applicant): Applicant => ({
  ...applicant,
  exclusions: { ...applicant.exclusions, maxTravelPercent: 20, drivingLicence: false },
  seniority: ['mid', 'senior', 'staff'],
})

function place(name: string) {
  const found = placesIn(name)[0]
  if (!found) throw new Error(`no such place: ${name}`)
  return found
}
