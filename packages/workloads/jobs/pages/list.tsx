// The list of nights, and what fell silent in them.
import type { FC } from 'hono/jsx'
import type { PagesFrame } from '#queue'
import type { NightEntry } from '../night/nights.ts'
import type { NightTask, Notice } from '../night/read.ts'

export interface ListProps {
  frame: PagesFrame
  nights: readonly NightEntry[]
  /** The tasks of these nights that are still there, by id. */
  tasks: ReadonlyMap<number, NightTask>
  notices: readonly Notice[]
  /** The task of the last night shown, where there are older ones. */
  after: number | undefined
}

export const NightList: FC<ListProps> = ({ frame, nights, tasks, notices, after }) => (
  <>
    <h1>Job search</h1>
    <p class="meta">
      Every night the boards of the profile are read, each posting is judged and ranked, and the
      best become <a href="/workloads/jobs/applications">applications</a>.
    </p>
    {notices.map(({ text, since }) => (
      <p class="warning">
        {frame.text(text)} <span class="soft">since {since}</span>
      </p>
    ))}
    {nights.length === 0 ? (
      <p class="empty">
        There was no night yet. The first one comes at its hour, or with the next “npm start”.
      </p>
    ) : (
      <NightRows frame={frame} nights={nights} tasks={tasks} />
    )}
    {after !== undefined && (
      <p class="pager">
        <span>The newest first</span>
        <a class="button" href={`/workloads/jobs?after=${after}`} rel="next">
          Older
        </a>
      </p>
    )}
  </>
)

const NightRows: FC<Pick<ListProps, 'frame' | 'nights' | 'tasks'>> = ({ nights, tasks }) => (
  <div class="card">
    <table class="rows dense">
      <caption class="visually-hidden">Nights, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Night</th>
          <th scope="col">Taken up</th>
          <th scope="col">Postings</th>
          <th scope="col">Skipped</th>
          <th scope="col">Boards</th>
        </tr>
      </thead>
      <tbody>
        {nights.map((night) => (
          <tr>
            <th scope="row">
              <a href={`/workloads/jobs/nights/${night.task}`}>{dayName(night.date)}</a>
            </th>
            {night.summary === null ? (
              <td colspan={4}>
                <Standing task={tasks.get(night.task)} />
              </td>
            ) : (
              <Figures summary={night.summary} />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Figures: FC<{ summary: NonNullable<NightEntry['summary']> }> = ({ summary }) => {
  const { taken, postings, missed, boards, failed } = summary
  return (
    <>
      <td data-l="taken up">{taken} taken up</td>
      <td data-l="postings">{postings.toLocaleString('en')} postings</td>
      <td data-l="skipped">{missed.toLocaleString('en')} skipped</td>
      <td data-l="boards">
        {boards} boards {failed > 0 && <span class="chip warn">{failed} failed</span>}
      </td>
    </>
  )
}

/** A night without a table yet: under way, given up, or gone. */
export const Standing: FC<{ task: NightTask | undefined }> = ({ task }) => {
  if (!task) return <span class="soft">no longer kept</span>
  const { status, read } = task
  const ended = status !== 'pending' && status !== 'running'
  return (
    <>
      <span class={ended ? 'chip bad' : 'chip ink'}>{ended ? status : 'under way'}</span>{' '}
      <span class="soft">
        {read} {read === 1 ? 'board' : 'boards'} read
      </span>
    </>
  )
}

const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A local date as people say it: "Mon 30 November 2026". */
export function dayName(date: string): string {
  return day.format(new Date(`${date}T12:00:00Z`)).replace(',', '')
}
