// The signals: whose each is, what it says now, and how much of the last 30 days it was red.
import type { FC } from 'hono/jsx'
import { span } from '../look/time.tsx'
import type { Signal } from './figures.ts'

/** `brief` leaves the history to wide screens. */
export const SignalTable: FC<{ signals: readonly Signal[]; brief?: boolean }> = ({
  signals,
  brief = false,
}) => (
  <div class="card">
    <table class="rows dense">
      <caption class="visually-hidden">Signals</caption>
      <thead>
        <tr>
          <th scope="col">Signal</th>
          <th scope="col">Now</th>
          <th scope="col">Whose</th>
          <th scope="col">Red, 30 days</th>
        </tr>
      </thead>
      <tbody>
        {signals.map((row) => (
          <tr>
            <th scope="row">
              <a href={`/signals/${row.signal}`}>{titleOf(row.signal)}</a>
            </th>
            <td data-l="now">
              <Now row={row} />
            </td>
            <td data-l="whose">{row.owner === 'system' ? 'system' : 'you'}</td>
            <td data-l="red, 30 days" class={brief ? 'quiet' : undefined}>
              {shareOf(row, brief)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** An incident of the system is red, a nudge to a person amber; green is for what is at rest. */
export const Now: FC<{ row: Signal }> = ({ row }) => {
  const tone = row.colour === 'red' ? (row.owner === 'system' ? 'bad' : 'warn') : 'ok'
  return (
    <span class={row.threshold === null ? 'chip' : `chip ${tone}`}>
      {readingOf(row)}
      {row.colour === 'red' && <span class="visually-hidden">, over its limit</span>}
    </span>
  )
}

const names: Readonly<Record<string, string>> = {
  unclaimed: 'Unclaimed over 6 h',
  unanswered: 'Unanswered over a day',
  expired: 'Expired, all told',
  expired_7_days: 'Expired in 7 days',
  dead: 'Dead letters',
  approved_not_resumed: 'Approved, not resumed',
  approvals_refused: 'Approvals refused',
  lapsed_leases: 'Leases lapsed over 2 h',
  orphans: 'Running without a lease',
  reaper_age_seconds: 'Reaper last succeeded',
  effects_unknown: 'Outcomes unknown',
  undelivered: 'Messages undelivered',
  notices: 'Noticed in 7 days',
}

/** A signal that this page does not know yet has its own name, as words. */
export function titleOf(signal: string): string {
  const words = signal.replace(/_seconds$/, '').replaceAll('_', ' ')
  return names[signal] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export function readingOf({ signal, value }: Pick<Signal, 'signal' | 'value'>): string {
  if (value === null) return 'not read'
  if (signal === 'reaper_age_seconds') return `${span(value * 1_000)} ago`
  return signal.endsWith('_seconds') ? span(value * 1_000) : value.toLocaleString('en')
}

function shareOf({ readings, red }: Signal, brief: boolean): string {
  if (readings === 0) return 'no reading yet'
  const of = `${readings.toLocaleString('en')} readings`
  if (red === 0) return brief ? 'never' : `never red in ${of}`
  const percent = (100 * red) / readings
  const share = percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`
  return brief ? share : `red in ${share} of ${of}`
}
