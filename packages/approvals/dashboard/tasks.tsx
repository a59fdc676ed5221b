// The list of tasks, by capability and status.
import { Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { z } from 'zod'
import { statuses } from '#queue'
import { Page } from '../look/page.tsx'
import { Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import type { Env } from '../web/environment.ts'
import { read } from './read.ts'
import { Status } from './status.tsx'
import { type Filters, filters, findTasks, type TaskPage } from './task-list.ts'

export const taskListRoutes = new Hono<Env>()

taskListRoutes.get('/tasks', async (c) => {
  if (!c.get('visitor')) return c.redirect('/sign-in', 303)
  const { database } = c.get('app')
  const given = Object.entries(c.req.query()).filter(([, value]) => value !== '')
  const parsed = filters.safeParse(Object.fromEntries(given))
  const filter: Filters = parsed.success ? parsed.data : {}
  const [names] = await read(database, [
    { text: 'select distinct capability from countersign.capability_load order by capability' },
  ])
  const capabilities = z.array(z.object({ capability: z.string() })).parse(names)
  const found = await findTasks(database, filter)
  return c.html(
    <Page c={c} title="Tasks" at="/tasks">
      <div class="row between">
        <h1>Tasks</h1>
        <a class="button" href="/dead">
          Dead letters
        </a>
      </div>
      {!parsed.success && <p class="warning">This filter can’t be read; all tasks are shown.</p>}
      <FilterForm filter={filter} capabilities={capabilities.map(({ capability }) => capability)} />
      <TaskTable page={found} filter={filter} />
    </Page>,
  )
})

const FilterForm: FC<{ filter: Filters; capabilities: readonly string[] }> = (props) => {
  const { filter, capabilities } = props
  return (
    <form method="get" action="/tasks" class="filters">
      <div>
        <label for="capability">Capability</label>
        <select id="capability" name="capability">
          <option value="">all</option>
          {capabilities.map((name) => (
            <option value={name} selected={name === filter.capability}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label for="status">Status</label>
        <select id="status" name="status">
          <option value="">all</option>
          {statuses.map((status) => (
            <option value={status} selected={status === filter.status}>
              {status.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
      <button type="submit">Show</button>
    </form>
  )
}

const TaskTable: FC<{ page: TaskPage; filter: Filters }> = ({ page, filter }) => (
  <>
    {page.tasks.length === 0 ? (
      <p class="empty">
        {page.looked
          ? `None among the ${page.looked.toLocaleString('en')} tasks looked at.`
          : 'There is no such task.'}
      </p>
    ) : (
      <div class="card">
        <table class="rows dense">
          <caption class="visually-hidden">Tasks, the newest first</caption>
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">Status</th>
              <th scope="col">Capability</th>
              <th scope="col">Step</th>
              <th scope="col">Why</th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {page.tasks.map((task) => (
              <tr>
                <th scope="row">
                  <a href={`/tasks/${task.id}`}>{task.id}</a>
                </th>
                <td data-l="status">
                  <Status status={task.status} />
                </td>
                <td data-l="capability">{task.capability}</td>
                <td data-l="step" class="quiet">
                  <Visible text={task.step} />
                </td>
                <td data-l="why">{task.reason ? <Visible text={task.reason} /> : '–'}</td>
                <td data-l="changed">
                  <Time at={task.updated_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
    <p class="pager">
      <span>
        {page.looked
          ? `Looked at ${page.looked.toLocaleString('en')} tasks, the newest first`
          : filter.before
            ? `Older than task ${filter.before}`
            : 'The newest first'}
      </span>
      {page.before !== undefined && (
        <a class="button" href={linkTo({ ...filter, before: page.before })} rel="next">
          {page.looked ? 'Search on' : 'Older'}
        </a>
      )}
    </p>
  </>
)

function linkTo(filter: Filters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return `/tasks?${query}`
}
