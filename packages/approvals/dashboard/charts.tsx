// Two small charts, drawn as SVG on the server; the same figures are under each as a table.
import type { FC } from 'hono/jsx'
import { span, Time } from '../look/time.tsx'
import type { DecisionDay, OutcomeDay } from './figures.ts'
import { dayOf } from './queries.ts'

const width = 420
const floor = 92
/** Labels stand beside the drawing, as text of the page: inside it they would grow and shrink with it. */
const box = `0 0 ${width} ${floor + 2}`

const groups = [
  { name: 'completed', class: 'a', statuses: ['completed'] },
  { name: 'skipped or cancelled', class: 'b', statuses: ['skipped', 'cancelled'] },
  { name: 'rejected or expired', class: 'c', statuses: ['rejected', 'expired'] },
  { name: 'failed or dead', class: 'd', statuses: ['failed', 'dead'] },
] as const

interface DayOfOutcomes {
  day: Date
  counts: number[]
  total: number
}

/** The fourteen days up to today, the ones without any end included. */
function outcomeDays(rows: readonly OutcomeDay[], today: Date): DayOfOutcomes[] {
  return lastDays(today).map((day) => {
    const own = rows.filter((row) => row.day.getTime() === day.getTime())
    const counts = groups.map(({ statuses }) =>
      own
        .filter(({ status }) => statuses.some((name) => name === status))
        .reduce((sum, { tasks }) => sum + tasks, 0),
    )
    return { day, counts, total: counts.reduce((sum, count) => sum + count, 0) }
  })
}

function lastDays(today: Date): Date[] {
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())
  return Array.from({ length: 14 }, (_, i) => new Date(midnight - (13 - i) * 86_400_000))
}

export const OutcomesChart: FC<{ rows: readonly OutcomeDay[]; today: Date }> = ({
  rows,
  today,
}) => {
  const days = outcomeDays(rows, today)
  const highest = Math.max(1, ...days.map(({ total }) => total))
  const slot = width / days.length
  const all = days.reduce((sum, { total }) => sum + total, 0)
  return (
    <figure class="card">
      <p class="most">{highest >= dayOf ? `${dayOf.toLocaleString('en')} or more` : highest}</p>
      <svg
        class="chart"
        viewBox={box}
        role="img"
        aria-label={`Tasks by how they ended, 14 days: ${all} in all, ${highest} on the busiest day`}
      >
        {days.map(({ counts }, i) => (
          <Bar
            counts={counts}
            x={i * slot + slot * 0.16}
            width={slot * 0.68}
            scale={88 / highest}
          />
        ))}
        <line
          class="axis"
          x1="0"
          x2={String(width)}
          y1={String(floor + 0.5)}
          y2={String(floor + 0.5)}
        />
      </svg>
      <DayLabels days={days.map(({ day }) => day)} />
      <ul class="legend">
        {groups.map(({ name, class: tone }) => (
          <li>
            <svg class="chart" viewBox="0 0 10 10" aria-hidden="true">
              <rect class={tone} width="10" height="10" rx="2" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <OutcomesTable days={days.filter(({ total }) => total > 0)} />
    </figure>
  )
}

const Bar: FC<{ counts: readonly number[]; x: number; width: number; scale: number }> = (props) => {
  let top = floor
  return (
    <>
      {props.counts.map((count, at) => {
        const size = count * props.scale
        top -= size
        return count === 0 ? null : (
          <rect
            class={groups[at]?.class}
            x={props.x.toFixed(1)}
            y={top.toFixed(1)}
            width={props.width.toFixed(1)}
            height={size.toFixed(1)}
          />
        )
      })}
    </>
  )
}

/** A column for each day, of which every fourth is named. */
const DayLabels: FC<{ days: readonly Date[] }> = ({ days }) => (
  <p class="days" aria-hidden="true">
    {days.map((day, i) => (
      <span>{i % 4 === 1 && dayName.format(day)}</span>
    ))}
  </p>
)

const dayName = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

const OutcomesTable: FC<{ days: readonly DayOfOutcomes[] }> = ({ days }) => (
  <details class="data">
    <summary>The same as a table</summary>
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          {groups.map(({ name }) => (
            <th scope="col" class="n">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, counts }) => (
          <tr>
            <th scope="row">{dayName.format(day)}</th>
            {counts.map((count, at) => (
              <td class="n" data-l={groups[at]?.name}>
                {count}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

export const DecisionsChart: FC<{ rows: readonly DecisionDay[] }> = ({ rows }) => {
  const days = rows.filter(({ decisions }) => decisions > 0)
  if (days.length === 0) return <p class="empty">Nobody decided anything in the last 14 days.</p>
  const slot = width / Math.max(1, rows.length)
  const highest = Math.max(1, ...days.map(({ median_seconds }) => median_seconds ?? 0))
  const points = rows.flatMap(({ median_seconds, decisions }, i) =>
    decisions > 0
      ? [{ x: i * slot + slot / 2, y: floor - ((median_seconds ?? 0) / highest) * 84 }]
      : [],
  )
  const latest = days.at(-1)
  return (
    <figure class="card">
      <p class="most">{span(highest * 1_000)}</p>
      <svg
        class="chart"
        viewBox={box}
        role="img"
        aria-label={`Median time to a decision by day, 14 days: ${span((latest?.median_seconds ?? 0) * 1_000)} on the last day, ${span(highest * 1_000)} at most`}
      >
        <polyline
          class="line"
          points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        />
        {points.map(({ x, y }) => (
          <circle class="dot" cx={x.toFixed(1)} cy={y.toFixed(1)} r="3" />
        ))}
        <line
          class="axis"
          x1="0"
          x2={String(width)}
          y1={String(floor + 0.5)}
          y2={String(floor + 0.5)}
        />
      </svg>
      <DayLabels days={rows.map(({ day }) => day)} />
      <details class="data">
        <summary>The same as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col" class="n">
                Decisions
              </th>
              <th scope="col" class="n">
                Median
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, decisions, median_seconds }) => (
              <tr>
                <th scope="row">{dayName.format(day)}</th>
                <td class="n">{decisions}</td>
                <td class="n">{span((median_seconds ?? 0) * 1_000)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** Of a signal's readings, oldest first: its value as a line, its threshold as a dashed one. */
export const SignalChart: FC<{
  name: string
  threshold: number | null
  readings: readonly { at: Date; value: number | null }[]
}> = ({ name, threshold, readings }) => {
  const [first] = readings
  const last = readings.at(-1)
  if (!first || !last) return <p class="empty">No reading was kept yet.</p>
  const highest = Math.max(1, threshold ?? 0, ...readings.map(({ value }) => value ?? 0))
  const whole = Math.max(1, last.at.getTime() - first.at.getTime())
  const x = (at: Date) => ((at.getTime() - first.at.getTime()) / whole) * (width - 6) + 3
  const y = (value: number) => floor - (value / highest) * 84
  return (
    <figure class="card narrow">
      <p class="most">{highest.toLocaleString('en')}</p>
      <svg
        class="chart"
        viewBox={box}
        role="img"
        aria-label={`${name} over ${readings.length} readings, at most ${highest}`}
      >
        {threshold !== null && (
          <line
            class="limit"
            x1="0"
            x2={String(width)}
            y1={y(threshold).toFixed(1)}
            y2={y(threshold).toFixed(1)}
          />
        )}
        <polyline
          class="line"
          points={readings
            .map(({ at, value }) => `${x(at).toFixed(1)},${y(value ?? 0).toFixed(1)}`)
            .join(' ')}
        />
        <line
          class="axis"
          x1="0"
          x2={String(width)}
          y1={String(floor + 0.5)}
          y2={String(floor + 0.5)}
        />
      </svg>
      <p class="read">
        From <Time at={first.at} /> to <Time at={last.at} />
      </p>
    </figure>
  )
}
