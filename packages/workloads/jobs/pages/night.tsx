// One night's table: what was taken up, the rest by why, and how the boards answered.
import type { FC } from 'hono/jsx'
import type { PagesFrame } from '#queue'
import type { NightTask } from '../night/read.ts'
import type { NightFile, Row } from '../night/table.ts'
import { type Placement, placementSayings, placements } from '../ranking/placement.ts'
import { Boards } from './boards.tsx'
import { dayName, Standing } from './list.tsx'
import { Postings } from './posting.tsx'

const rowsAPage = 50

/** The part of the rest that one page shows. */
export interface Shown {
  placement: Placement | undefined
  rows: readonly Row[]
  /** Where this page begins, and where the next does. */
  from: number
  next: number | undefined
}

/** The table never changes, so a place in it is as good as a key. */
export function shownOf(
  table: NightFile | undefined,
  wanted: string | undefined,
  start: string | undefined,
): Shown {
  const placement = placements.find((one) => one === wanted && one !== 'taken')
  const rest = (table?.rows ?? []).filter((row) =>
    placement ? row.placement === placement : row.placement !== 'taken',
  )
  const from = Math.max(0, Math.min(Number(start) || 0, rest.length))
  const next = from + rowsAPage < rest.length ? from + rowsAPage : undefined
  return { placement, rows: rest.slice(from, from + rowsAPage), from, next }
}

interface NightProps {
  frame: PagesFrame
  task: NightTask
  table: NightFile | undefined
  shown: Shown
}

export const NightPage: FC<NightProps> = ({ frame, task, table, shown }) => (
  <>
    <p class="kicker">
      <a href="/workloads/jobs">Job search</a>
      <a href={`/tasks/${task.id}`}>task {task.id}</a>
    </p>
    <h1>{dayName(task.date)}</h1>
    {table ? (
      <Night frame={frame} task={task} table={table} shown={shown} />
    ) : (
      <p class="empty">
        {task.table === null ? (
          <Standing task={task} />
        ) : (
          'The table of this night is no longer kept, or lies in another place than these pages read.'
        )}
      </p>
    )}
  </>
)

const Night: FC<Omit<NightProps, 'table'> & { table: NightFile }> = (props) => {
  const { frame, task, table, shown } = props
  const taken = table.rows.filter(({ placement }) => placement === 'taken')
  const first = shown.from === 0 && shown.placement === undefined
  return (
    <>
      <p class="meta">
        {table.rows.length.toLocaleString('en')} postings of {table.boards.length} boards, read by{' '}
        {frame.time(new Date(table.asOf))}; the best {table.wanted.postings} are taken up, at most{' '}
        {table.wanted.perCompany} of one company.
      </p>
      <Silent frame={frame} table={table} />
      {first && (
        <>
          <h2>Taken up</h2>
          {taken.length === 0 ? (
            <p class="empty">Nothing that fits and was not taken up before.</p>
          ) : (
            <Postings frame={frame} rows={taken} tasks={task.tasks ?? {}} />
          )}
        </>
      )}
      <Rest frame={frame} task={task} table={table} shown={shown} />
      <h2 id="boards">Boards</h2>
      <Boards frame={frame} boards={table.boards} />
    </>
  )
}

/** The boards that a person should look at, said where it can't be missed. */
const Silent: FC<{ frame: PagesFrame; table: NightFile }> = ({ frame, table }) => (
  <>
    {table.boards
      .filter(({ suddenlyEmpty }) => suddenlyEmpty)
      .map(({ company, before }) => (
        <p class="warning">
          {frame.text(company)} had {before} postings and names none any more. Nothing was closed
          for it: look whether the board moved.
        </p>
      ))}
  </>
)

const Rest: FC<NightProps & { table: NightFile }> = ({ frame, task, table, shown }) => {
  const counts = Map.groupBy(table.rows, ({ placement }) => placement)
  const there = placements.filter((one) => one !== 'taken' && counts.has(one))
  const at = (query: Record<string, string>) =>
    `/workloads/jobs/nights/${task.id}?${new URLSearchParams(query)}`
  const { placement, rows, from, next } = shown
  if (there.length === 0) return null
  return (
    <>
      <h2 id="rest">The rest</h2>
      <nav class="kinds" aria-label="Which of the rest">
        <a class="button" href={at({})} aria-current={placement ? undefined : 'true'}>
          all
        </a>
        {there.map((one) => (
          <a
            class="button"
            href={`${at({ placement: one })}#rest`}
            aria-current={one === placement ? 'true' : undefined}
          >
            {(counts.get(one)?.length ?? 0).toLocaleString('en')} {placementSayings[one]}
          </a>
        ))}
      </nav>
      <Postings frame={frame} rows={rows} tasks={{}} />
      {(next !== undefined || from > 0) && (
        <p class="pager">
          <span>
            {(from + 1).toLocaleString('en')} to {(from + rows.length).toLocaleString('en')}
          </span>
          {next !== undefined && (
            <a
              class="button"
              href={`${at({ ...(placement && { placement }), from: String(next) })}#rest`}
              rel="next"
            >
              More
            </a>
          )}
        </p>
      )}
    </>
  )
}
