// Applications as a table for other programs.

import type { readOutcomes } from './outcomes.ts'
import { type ApplicationRow, stateOf } from './read.ts'

const columns = [
  'task',
  'company',
  'title',
  'board',
  'url',
  'state',
  'score',
  'taken up',
  'ended',
  'outcome',
  'outcome at',
] as const

/** RFC 4180, with a header. A value that a spreadsheet would take for a formula gets an apostrophe. */
export function csvOf(
  rows: readonly ApplicationRow[],
  outcomes: Awaited<ReturnType<typeof readOutcomes>>,
): string {
  const lines = rows.map((row) => {
    const said = outcomes.get(row.id)
    const { text } = stateOf(row)
    return [
      ...[row.id, row.company, row.title, row.board, row.url, text, row.score],
      ...[row.created_at.toISOString(), row.finished_at?.toISOString()],
      ...[said?.outcome, said?.at],
    ]
  })
  return [columns, ...lines]
    .map((line) => line.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n')
}

function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
