// The calendar day of a moment where the applicant lives.
import type { Profile } from '../profile/index.ts'

/** `2026-11-30`, in the profile's time zone; in UTC where it names none. */
export function localDate(moment: Date, { resume }: Profile): string {
  const timeZone = resume.countersign.timeZone?.zone ?? 'UTC'
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment)
}
