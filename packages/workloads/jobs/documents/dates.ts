// Prints periods in the one form that the documents use: `Mar 2019 – Present`.

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `2019-03` becomes `Mar 2019`, `2019` stays; a day is dropped. */
function formatDate(date: string): string {
  const [year = '', month] = date.split('-')
  return month === undefined ? year : `${months[Number(month) - 1] ?? ''} ${year}`
}

/** An `end` of `null` means that it goes on; a missing one that there is a single date. */
export function formatPeriod(period: {
  start?: string | undefined
  end?: string | null | undefined
}): string {
  const start = period.start === undefined ? '' : formatDate(period.start)
  const end =
    period.end === null ? 'Present' : period.end === undefined ? '' : formatDate(period.end)
  return start === end ? start : [start, end].filter(Boolean).join(' – ')
}
