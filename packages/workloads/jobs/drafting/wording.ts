// Small turns of English that letters need: dates, numbers, lists, a bullet told in the first person.

const months =
  'January February March April May June July August September October November December'.split(' ')

/** `2019-03` and `2019-03-31` become `March 2019`; a bare year stays. */
export function longDate(date: string): string {
  const [year = '', month] = date.split('-')
  return month === undefined ? year : `${months[Number(month) - 1] ?? ''} ${year}`
}

export function longPeriod(start: string | null, end: string | null): string {
  if (start === null) return end === null ? 'today' : longDate(end)
  return `${longDate(start)} to ${end === null ? 'today' : longDate(end)}`
}

/** The date of a letter: `30 November 2026`, in America `November 30, 2026`. */
export function letterDate(date: string, american: boolean): string {
  const [year, month, day] = date.split('-').map(Number)
  const name = months[(month ?? 1) - 1] ?? ''
  return american ? `${name} ${day}, ${year}` : `${day} ${name} ${year}`
}

const small = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Up to twelve in words, as prose has it. */
export function numberWord(value: number): string {
  return small[value] ?? String(value)
}

/** The value of a number word up to twelve; undefined for any other word. */
export function numberOf(word: string): number | undefined {
  const at = small.indexOf(word.toLowerCase())
  return at < 0 ? undefined : at
}

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? ''
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

const legalForm =
  /[\s,]+(?:gmbh(?: & co\.? kg)?|ag|se|kg|eg|e\.g\.|ug|inc\.?|llc|l\.l\.c\.|ltd\.?|limited|plc|corp\.?|corporation|co\.|s\.?a\.?s?\.?|s\.?r\.?l\.?|s\.?l\.?|b\.?v\.?|n\.?v\.?|as|a\/s|ab|oy|aps|ehf\.?|hf\.?|sp\. z o\.o\.|pty ltd|pte\.? ltd\.?)\.?$/i

/** A company as people call it, without its legal form. */
export function shortCompany(name: string): string {
  const short = name.replace(legalForm, '').trim()
  return short === '' ? name : short
}

/** A name in the middle of a sentence keeps its capitals; an ordinary word loses its first. */
export function lowerFirst(text: string): string {
  const first = /^[\p{L}\p{N}'’-]+/u.exec(text)?.[0] ?? ''
  const plain = /^\p{Lu}[\p{Ll}'’-]*$/u.test(first)
  return plain ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

/** "Fluent (C1)" becomes "Fluent, C1", to stand between brackets itself. */
export function withoutBrackets(text: string): string {
  return text.replace(/\s*\(([^)]*)\)/g, ', $1').trim()
}

/** Ends like a sentence. */
export function ended(text: string): string {
  const trimmed = text.trim()
  return /[.!?…]["”’)]?$/.test(trimmed) ? trimmed : `${trimmed.replace(/[,;:]$/, '')}.`
}
