// What ended badly: dead letters, failures, requests nobody answered. Each can be taken up again.
import { Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { Page } from '../look/page.tsx'
import { Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import type { Env } from '../web/environment.ts'
import { formToken } from '../web/guard.ts'
import { RequeueForm, steerScope } from './steer-forms.tsx'
import { type BadEnd, type BadRow, badEnds, type EndKey, findBadEnds } from './task-list.ts'

export const deadRoutes = new Hono<Env>()

const about: Readonly<Record<BadEnd, string>> = {
  dead: 'Out of attempts, lost leases, slices or age.',
  failed: 'Its workload said it can’t be done.',
  expired: 'Nobody answered its request in time.',
}

const titles: Readonly<Record<BadEnd, string>> = {
  dead: 'Dead letters',
  failed: 'Failed',
  expired: 'Expired',
}

deadRoutes.get('/dead', async (c) => {
  const visitor = c.get('visitor')
  if (!visitor) return c.redirect('/sign-in', 303)
  const kind = badEnds.find((name) => name === c.req.query('kind')) ?? 'dead'
  const after = keyOf(c.req.query('at'), c.req.query('id'))
  const { tasks, next } = await findBadEnds(c.get('app').database, kind, after)
  return c.html(
    <Page c={c} title={titles[kind]} at="/tasks">
      <h1>{titles[kind]}</h1>
      <p class="meta">
        {about[kind]} Requeueing makes a task new again; what needs a decision asks for it again.
      </p>
      <nav class="kinds" aria-label="Kinds">
        {badEnds.map((name) => (
          <a
            class="button"
            href={`/dead?kind=${name}`}
            aria-current={name === kind ? 'page' : undefined}
          >
            {titles[name]}
          </a>
        ))}
      </nav>
      {tasks.length === 0 ? (
        <p class="empty">There are none.</p>
      ) : (
        tasks.map((task) => (
          <BadTask task={task} token={formToken(visitor, steerScope('requeue', task.id))} />
        ))
      )}
      {next && (
        <p class="pager">
          <span>The latest first</span>
          <a
            class="button"
            rel="next"
            href={`/dead?kind=${kind}&at=${encodeURIComponent(next.ended)}&id=${next.id}`}
          >
            Older
          </a>
        </p>
      )}
    </Page>,
  )
})

const moment = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}(:\d{2})?$/

function keyOf(at: string | undefined, id: string | undefined): EndKey | undefined {
  const last = Number(id)
  return at !== undefined && moment.test(at) && Number.isSafeInteger(last)
    ? { ended: at, id: last }
    : undefined
}

const BadTask: FC<{ task: BadRow; token: string }> = ({ task, token }) => (
  <section class="card" aria-label={`Task ${task.id}`}>
    <div class="row between">
      <div>
        <h3>
          <a href={`/tasks/${task.id}`}>
            Task {task.id} · {task.capability}
          </a>
        </h3>
        <p class="meta">
          at step {task.step} · {task.attempts} attempts
          {task.finished_at && (
            <>
              {' '}
              · ended <Time at={task.finished_at} />
            </>
          )}
        </p>
        <p>{task.reason ? <Visible text={task.reason} /> : 'No reason was given.'}</p>
      </div>
    </div>
    <details class="same">
      <summary>Requeue</summary>
      <RequeueForm id={task.id} token={token} />
    </details>
  </section>
)
