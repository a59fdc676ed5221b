// The applications: what became of each, what employers answered, and how many there are.
import type { FC } from 'hono/jsx'
import type { PagesFrame } from '#queue'
import type { BoardModes } from '../applications/modes.ts'
import { type Outcome, outcomes, type readOutcomes } from '../applications/outcomes.ts'
import { countsQuery, listQuery, nightsQuery, skippedQuery } from '../applications/queries.ts'
import { type ApplicationRow, type Counts, reasonOf, stateOf } from '../applications/read.ts'
import type { NightEntry } from '../night/nights.ts'
import { ModeSwitches } from './board-modes.tsx'

interface ApplicationsProps {
  frame: PagesFrame
  counts: Counts
  /** The newest night that came to its end. */
  night: NightEntry | undefined
  rows: readonly ApplicationRow[]
  outcomes: Awaited<ReturnType<typeof readOutcomes>>
  modes: BoardModes
  /** The task before which older ones are, where there are any. */
  before: number | undefined
}

export const outcomeScope = (id: number) => `outcome ${id}`

export const ApplicationsPage: FC<ApplicationsProps> = (props) => {
  const { frame, rows, modes, before } = props
  return (
    <>
      <p class="kicker">
        <a href="/workloads/jobs">Job search</a>
      </p>
      <h1>Applications</h1>
      <Figures {...props} />
      {rows.length === 0 ? (
        <p class="empty">None yet: the best postings of a night become applications.</p>
      ) : (
        <Rows {...props} />
      )}
      <p class="pager">
        <a class="button" href="/workloads/jobs/applications.csv">
          As CSV
        </a>
        {before !== undefined && (
          <a class="button" href={`/workloads/jobs/applications?before=${before}`} rel="next">
            Older
          </a>
        )}
      </p>
      <ModeSwitches frame={frame} modes={modes} />
    </>
  )
}

const Figures: FC<Pick<ApplicationsProps, 'frame' | 'counts' | 'night'>> = (props) => {
  const { frame, counts, night } = props
  const { applications, submitted, by_hand, undecided, expired, expired_lately } = counts
  const skipped = counts.skipped.reduce((sum, { tasks }) => sum + tasks, 0)
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" class="visually-hidden">
        Figures
      </h2>
      <dl class="strip">
        <Figure label="applications" value={applications} />
        <Figure label="submitted by a worker" value={submitted} />
        <Figure
          label="submitted without a decision"
          value={undecided}
          tone={undecided === 0 ? 'zero' : 'broken'}
        />
        <Figure label="sent by you" value={by_hand} />
        <Figure label="skipped after they were taken up" value={skipped} />
        <Figure label="expired unanswered" value={expired} />
        <Figure label="expired in the last 7 days" value={expired_lately} />
      </dl>
      {counts.skipped.length > 0 && (
        <p class="meta">
          Skipped:{' '}
          {counts.skipped.map(({ reason, tasks }) => `${tasks} × ${reasonOf(reason)}`).join(' · ')}
        </p>
      )}
      <p class="read">
        read {frame.time(counts.read_at, 'minute')}, of what is kept ·{' '}
        <a href="/workloads/jobs/applications/queries">queries</a>
      </p>
      {night?.summary && <Requirements frame={frame} night={night} summary={night.summary} />}
    </section>
  )
}

/** What never became an application, as of the newest night: every night judges what is open then. */
const Requirements: FC<{
  frame: PagesFrame
  night: NightEntry
  summary: NonNullable<NightEntry['summary']>
}> = ({ frame, night, summary }) => {
  const { missed, postings, asOf } = summary
  const reasons = Object.entries(summary.reasons).sort(([, a], [, b]) => b - a)
  return (
    <p class="meta">
      <b>{missed}</b> of {postings} postings skipped on requirements
      {reasons.length > 0 &&
        `: ${reasons.map(([name, count]) => `${count} × ${name}`).join(' · ')}`}{' '}
      <span class="small">
        (read {frame.time(new Date(asOf), 'full')},{' '}
        <a href={`/workloads/jobs/nights/${night.task}?placement=misses`}>each with its reason</a>)
      </span>
    </p>
  )
}

const Figure: FC<{ label: string; value: number; tone?: string }> = ({ label, value, tone }) => (
  <div class={tone}>
    <dt>{label}</dt>
    <dd>{value.toLocaleString('en')}</dd>
  </div>
)

const Rows: FC<ApplicationsProps> = ({ frame, rows, outcomes: said }) => (
  <div class="card">
    <table class="rows dense">
      <caption class="visually-hidden">Applications, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Posting</th>
          <th scope="col">State</th>
          <th scope="col">Score</th>
          <th scope="col">Taken up</th>
          <th scope="col">Ended</th>
          <th scope="col">They answered</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line frame={frame} row={row} outcome={said.get(row.id)?.outcome} />
        ))}
      </tbody>
    </table>
  </div>
)

const Line: FC<{ frame: PagesFrame; row: ApplicationRow; outcome: Outcome | undefined }> = (
  props,
) => {
  const { frame, row } = props
  const { text, tone } = stateOf(row)
  const chip = tone === '' ? 'chip' : `chip ${tone}`
  return (
    <tr>
      <th scope="row">
        <a href={`/tasks/${row.id}`}>
          {row.erased || row.title === null ? `Task ${row.id}` : frame.text(row.title)}
        </a>{' '}
        <small class="soft">{row.company === null ? 'erased' : frame.text(row.company)}</small>
      </th>
      <td data-l="state">
        {row.request === null ? (
          <span class={chip}>{text}</span>
        ) : (
          <a class={chip} href={`/r/${row.request}`}>
            {text}
          </a>
        )}
      </td>
      <td data-l="score">{row.score === null ? '–' : row.score.toFixed(1)}</td>
      <td data-l="taken up" class="quiet">
        {frame.time(row.created_at, 'day')}
      </td>
      <td data-l="ended" class="quiet">
        {row.finished_at ? frame.time(row.finished_at, 'day') : '–'}
      </td>
      <td data-l="they answered">
        {row.status === 'completed' ? <Taps {...props} /> : <span class="soft">–</span>}
      </td>
    </tr>
  )
}

const Taps: FC<{ frame: PagesFrame; row: ApplicationRow; outcome: Outcome | undefined }> = ({
  frame,
  row,
  outcome,
}) => (
  <form method="post" action={`/workloads/jobs/applications/${row.id}/outcome`} class="taps">
    <input type="hidden" name="token" value={frame.token(outcomeScope(row.id))} />
    {outcomes.map((one) => (
      <button type="submit" name="outcome" value={one} aria-pressed={String(one === outcome)}>
        {one}
      </button>
    ))}
  </form>
)

/** The exact statements behind the list and its figures. */
export const QueriesPage: FC = () => (
  <>
    <p class="kicker">
      <a href="/workloads/jobs/applications">Applications</a>
    </p>
    <h1>How the figures are read</h1>
    <p class="meta">The page runs exactly these, with the capability job-application as $1.</p>
    {[countsQuery, skippedQuery, nightsQuery, listQuery].map((text) => (
      <pre class="card">{text.trim()}</pre>
    ))}
  </>
)
