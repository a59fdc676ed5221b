// One task: where it stands, what can be done with it, and everything that happened.
import { Hono } from 'hono'
import type { FC } from 'hono/jsx'
import type { Json, Status as StatusName } from '#queue'
import { codeOf } from '#queue'
import { Notice } from '../look/notice.tsx'
import { Page } from '../look/page.tsx'
import { span, Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { sizeOf } from '../request/evidence.tsx'
import type { Env, Visitor } from '../web/environment.ts'
import { formToken } from '../web/guard.ts'
import { Status } from './status.tsx'
import { CancelForm, RequeueForm, steerScope } from './steer-forms.tsx'
import { readTask, type TaskRecord, type WholeTask } from './task-record.ts'
import { Timeline } from './timeline.tsx'

export const taskRoutes = new Hono<Env>()

taskRoutes.get('/tasks/:id{[0-9]{1,15}}', async (c) => {
  const visitor = c.get('visitor')
  if (!visitor) return c.redirect('/sign-in', 303)
  const { database } = c.get('app')
  const after = Number(c.req.query('after') ?? 0)
  const id = Number(c.req.param('id'))
  const record = await readTask(database, id, Number.isSafeInteger(after) ? after : 0)
  if (!record) return c.html(<Notice c={c} title="There is no such task" />, 404)
  return c.html(
    <Page c={c} title={`Task ${id}`} at="/tasks">
      <TaskPage record={record} visitor={visitor} />
    </Page>,
  )
})

const TaskPage: FC<{ record: TaskRecord; visitor: Visitor }> = ({ record, visitor }) => {
  const { task, about, events, later } = record
  return (
    <>
      <p class="kicker">
        <a href={`/tasks?capability=${encodeURIComponent(task.capability)}`}>{task.capability}</a>
        {about !== undefined && <span>task {task.id}</span>}
        {task.parent_id && <a href={`/tasks/${task.parent_id}`}>from task {task.parent_id}</a>}
      </p>
      <h1>
        {about === undefined ? `Task ${task.id}` : <Visible text={about} />}{' '}
        <Status status={task.status} />
      </h1>
      {task.reason && (
        <p class="meta">
          <Visible text={task.reason} />
        </p>
      )}
      <div class="two">
        <section>
          <h2>What happened</h2>
          <Timeline events={events} />
          {later !== undefined && (
            <p>
              <a class="button" href={`/tasks/${task.id}?after=${later}`} rel="next">
                Later events
              </a>
            </p>
          )}
        </section>
        <div>
          <Facts task={task} />
          <Requests record={record} />
          <Effects record={record} />
          <Artifacts record={record} />
          <Values task={task} />
          <Steer task={task} visitor={visitor} />
        </div>
      </div>
    </>
  )
}

const Facts: FC<{ task: WholeTask }> = ({ task }) => {
  const lease = task.lease_expires_at && task.lease_expires_at.getTime() - task.now.getTime()
  return (
    <section class="card" aria-label="How it stands">
      <dl class="facts brief">
        <Row name="step" value={task.step} />
        <Row name="attempts" value={String(task.attempts)} />
        <Row name="slices" value={String(task.slices)} />
        {task.lost_leases > 0 && <Row name="lost leases" value={String(task.lost_leases)} />}
        {task.idempotency_key && <Row name="key" value={task.idempotency_key} />}
        {task.priority !== 0 && <Row name="priority" value={String(task.priority)} />}
        {task.claimed_by && <Row name="worker" value={task.claimed_by} />}
        {lease !== null && (
          <Row
            name="lease"
            value={lease > 0 ? `${span(lease)} left` : 'lapsed, to be taken back'}
          />
        )}
        {task.cancel_requested_at && (
          <Row name="cancel" value="asked for; it ends with this slice" />
        )}
        <div>
          <dt>added</dt>
          <dd>
            <Time at={task.created_at} />
          </dd>
        </div>
        {task.status === 'pending' && task.run_at > task.now && (
          <div>
            <dt>due</dt>
            <dd>
              <Time at={task.run_at} />
            </dd>
          </div>
        )}
        {task.finished_at && (
          <div>
            <dt>ended</dt>
            <dd>
              <Time at={task.finished_at} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

const Row: FC<{ name: string; value: string }> = ({ name, value }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Visible text={value} />
    </dd>
  </div>
)

const Requests: FC<{ record: TaskRecord }> = ({ record: { requests } }) =>
  requests.length === 0 ? null : (
    <>
      <h2>Requests</h2>
      <ul class="list">
        {requests.map((request) => (
          <li>
            <a class="item" href={`/r/${request.public_id}`}>
              <b>
                {request.gate}, revision {request.revision}: {stateOf(request.state)}
              </b>
              <span class="meta">
                {codeOf(request.public_id)}
                {request.decided_by && ` · ${verdictOf(request.verdict)} by ${request.decided_by}`}
                {request.decided_at && (
                  <>
                    , <Time at={request.decided_at} />
                  </>
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )

/** An approval is spent once it can begin nothing more. */
function stateOf(state: string): string {
  return state === 'spent' ? 'used' : state.replaceAll('_', ' ')
}

const verdicts: Readonly<Record<string, string>> = {
  approve: 'approved',
  reject: 'rejected',
  answer: 'answered',
  send_back: 'sent back',
}

function verdictOf(verdict: string | null): string {
  return verdicts[verdict ?? ''] ?? `settled as “${verdict?.replaceAll('_', ' ')}”`
}

const Effects: FC<{ record: TaskRecord }> = ({ record: { effects } }) =>
  effects.length === 0 ? null : (
    <section class="card" aria-label="Effects">
      <h2>Effects</h2>
      <dl class="facts">
        {effects.map((effect) => (
          <div>
            <dt>
              <Visible text={effect.name} />
            </dt>
            <dd>
              <b>{effect.status}</b>, begun <Time at={effect.began_at} />
              {effect.settled_by && ` · settled by ${effect.settled_by}`}
              {effect.ungated_reason && (
                <span class="soft">
                  {' '}
                  · acts without asking: <Visible text={effect.ungated_reason} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )

const Artifacts: FC<{ record: TaskRecord }> = ({ record: { artifacts } }) =>
  artifacts.length === 0 ? null : (
    <>
      <h2>Files</h2>
      <ul class="list">
        {artifacts.map((file) => (
          <li>
            <a class="item" href={`/artifacts/${file.sha256}`}>
              <b>
                <Visible text={file.name} />
              </b>
              <span class="meta">
                {file.media_type} · {sizeOf(file.bytes)}
                {file.erased_at && ' · let go'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )

const Values: FC<{ task: WholeTask }> = ({ task }) => {
  const named: [string, Json | null][] = [
    ['Payload', task.payload],
    ['State', task.state],
    ['Result', task.result],
    ['Error', task.error],
  ]
  const held = named.filter((pair): pair is [string, Json] => pair[1] !== null)
  if (task.erased_at) return <p class="empty">The values of this task were erased.</p>
  return (
    <>
      <h2>Values</h2>
      {held.map(([name, value]) => (
        <details class="card same">
          <summary>{name}</summary>
          <pre>
            <Visible text={JSON.stringify(value, null, 2)} />
          </pre>
        </details>
      ))}
    </>
  )
}

const unfinished = new Set<StatusName>(['pending', 'approved', 'running', 'needs_approval'])
const retriable = new Set<StatusName>([
  'failed',
  'dead',
  'expired',
  'rejected',
  'cancelled',
  'skipped',
])

const Steer: FC<{ task: WholeTask; visitor: Visitor }> = ({ task, visitor }) => {
  const { id, status } = task
  const token = (action: 'cancel' | 'requeue') => formToken(visitor, steerScope(action, id))
  if (retriable.has(status) && task.erased_at === null) {
    return (
      <section class="card" aria-labelledby="requeue">
        <h2 id="requeue">Take it up again</h2>
        <p class="meta">
          It becomes new, from step {task.step}. What it already did stays done, and every gate asks
          again.
        </p>
        <RequeueForm id={id} token={token('requeue')} />
      </section>
    )
  }
  if (!unfinished.has(status) || task.cancel_requested_at) return null
  return (
    <section class="card" aria-labelledby="cancel">
      <h2 id="cancel">Cancel it</h2>
      <p class="meta">
        {status === 'running'
          ? 'It ends with the slice that runs now; nothing begins any more.'
          : 'It ends at once, and what it asked for is closed.'}
      </p>
      <CancelForm id={id} token={token('cancel')} />
    </section>
  )
}
