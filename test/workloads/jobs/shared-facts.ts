// The phrasing table of the shared facts, when that folder lies beside the project; nothing
// otherwise.
import { existsSync, readFileSync } from 'node:fs'
import type { Judged, Setting } from './phrasings.ts'

const file = new URL('../../../../shared/facts/jobs.md', import.meta.url)

export interface SharedRow {
  says: string
  of: Judged
  a: 'ok' | 'miss' | '?'
  b: 'ok' | 'miss' | '?'
  where: Setting
}

const dimensions: Readonly<Record<string, Judged>> = {
  auth: 'authorisation',
  years: 'years',
  'clear.': 'clearance',
  'loc.': 'location',
  degree: 'degree',
  lang: 'languages',
  pay: 'pay',
  type: 'employment',
}
const verdicts = { OK: 'ok', MISS: 'miss', '?': '?' } as const

/** Rows look like `| 3 | "Sentence." (Berlin job) | auth | OK | MISS | trap |`. */
export function sharedRows(): SharedRow[] {
  if (!existsSync(file)) return []
  const rows: SharedRow[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const match =
      /^\| \d+ \| "(.+?)"(?: \((.+?)\))? \| (\S+) \| (OK|MISS|\?) \| (OK|MISS|\?) \|/.exec(line)
    if (!match) continue
    const [, says = '', context = '', of = '', a = '?', b = '?'] = match
    const dimension = dimensions[of]
    if (!dimension) throw new Error(`unknown dimension in the shared table: ${of}`)
    rows.push({
      says,
      of: dimension,
      a: verdicts[a as keyof typeof verdicts],
      b: verdicts[b as keyof typeof verdicts],
      where: settingOf(context),
    })
  }
  return rows
}

function settingOf(context: string): Setting {
  if (/london/i.test(context)) return /hybrid/i.test(context) ? 'london hybrid' : 'london'
  if (/berlin/i.test(context)) return 'berlin'
  return /paris/i.test(context) ? 'paris' : 'nowhere'
}
