// Each capability: its caps and how full they are, pausing it at once, and letting it go on.
import { type Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { z } from 'zod'
import { Page } from '../look/page.tsx'
import { span, Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { ConfirmForm, type Confirming, confirmed, confirming } from '../web/confirm.tsx'
import type { Env } from '../web/environment.ts'
import { field, postedForm } from '../web/form.ts'
import { formToken } from '../web/guard.ts'
import { Against } from './capability-table.tsx'
import { type Capability, capabilityRow } from './figures.ts'
import { ReadAt } from './proof.tsx'
import { queries } from './queries.ts'
import { read } from './read.ts'
import { reasonOf } from './steer.ts'

export const capabilityRoutes = new Hono<Env>()

const scope = 'pause'

capabilityRoutes.get('/capabilities', async (c) => {
  const visitor = c.get('visitor')
  if (!visitor) return c.redirect('/sign-in', 303)
  const how = await confirming(c, visitor)
  const capabilities = await readCapabilities(c)
  const { workloads = [] } = c.get('app')
  const [first] = capabilities
  const anyPaused = capabilities.some(({ paused_at }) => paused_at !== null)
  return c.html(
    <Page c={c} title="Capabilities" at="/capabilities" script={anyPaused ? '/sign.js' : undefined}>
      <h1>Capabilities</h1>
      <p class="meta">
        A pause stops every claim and lets no effect begin; what runs may finish its slice. Going on
        again
        {how.asksKey ? ' takes your key.' : ' is one button.'}
      </p>
      {capabilities.length === 0 && (
        <p class="empty">No workload is registered yet: `countersign migrate` writes them.</p>
      )}
      {capabilities.map((row) => (
        <One row={row} how={how} token={formToken(visitor, scope)} />
      ))}
      {first && <ReadAt at={first.now} query="capabilities" />}
      {workloads.length > 0 && (
        <>
          <h2>Pages of workloads</h2>
          <ul class="list">
            {workloads.map(({ name, title }) => (
              <li>
                <a class="item" href={`/workloads/${name}`}>
                  <b>{title}</b>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>,
  )
})

async function readCapabilities(c: Context<Env>): Promise<Capability[]> {
  const [rows] = await read(c.get('app').database, [queries.capabilities])
  return z.array(capabilityRow).parse(rows)
}

const held: Readonly<Record<string, string>> = {
  running: 'All its places run.',
  person: 'Held by you: as many tasks are started as may wait. Deciding lets new ones in.',
  ceiling: 'Done for today: the ceiling on new work is reached.',
}

const One: FC<{ row: Capability; how: Confirming; token: string }> = ({ row, how, token }) => {
  const ready = row.ready_started + row.ready_new
  return (
    <section class="card" aria-label={row.capability}>
      <div class="row between">
        <h2>
          <a href={`/tasks?capability=${encodeURIComponent(row.capability)}`}>{row.capability}</a>
        </h2>
        {row.paused_at ? (
          <span class="chip warn">paused</span>
        ) : row.held_by === 'person' ? (
          <span class="chip warn">held by you</span>
        ) : null}
      </div>
      <dl class="strip">
        <div>
          <dt>running</dt>
          <dd class="small-figure">
            <Against value={row.running} cap={row.max_running} />
          </dd>
        </div>
        <div>
          <dt>started and unfinished</dt>
          <dd class="small-figure">
            <Against value={row.started} cap={row.max_parked} />
          </dd>
        </div>
        <div>
          <dt>new today ({row.time_zone})</dt>
          <dd class="small-figure">
            <Against value={row.started_today} cap={row.daily_ceiling} />
          </dd>
        </div>
        <div>
          <dt>
            ready
            {row.oldest_ready_at &&
              `, the oldest for ${span(row.now.getTime() - row.oldest_ready_at.getTime())}`}
          </dt>
          <dd class="small-figure">{ready.toLocaleString('en')}</dd>
        </div>
      </dl>
      {row.held_by && held[row.held_by] && <p class="read">{held[row.held_by]}</p>}
      {row.paused_at ? <Paused row={row} how={how} /> : <PauseForm row={row} token={token} />}
    </section>
  )
}

const Paused: FC<{ row: Capability; how: Confirming }> = ({ row, how }) => (
  <>
    <p class="warning">
      Paused by <b>{row.paused_by}</b>
      {row.paused_at && (
        <>
          {' '}
          at <Time at={row.paused_at} />
        </>
      )}
      {row.paused_reason && (
        <>
          : <Visible text={row.paused_reason} />
        </>
      )}
    </p>
    <ConfirmForm
      how={how}
      action="/capabilities/resume"
      act="unpause"
      subject={row.capability}
      label={how.asksKey ? 'Go on, with your key' : 'Go on'}
      kind="primary"
    />
  </>
)

const PauseForm: FC<{ row: Capability; token: string }> = ({ row, token }) => (
  <details class="same">
    <summary>Pause</summary>
    <form method="post" action="/capabilities/pause">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="capability" value={row.capability} />
      <div class="field">
        <label for={`why-${row.capability}`}>Why</label>
        <input
          id={`why-${row.capability}`}
          name="reason"
          required
          maxlength={500}
          autocomplete="off"
        />
      </div>
      <button type="submit" class="bad">
        Pause {row.capability}
      </button>
    </form>
  </details>
)

capabilityRoutes.post('/capabilities/pause', async (c) => {
  const { visitor, form } = await postedForm(c, scope)
  const reason = reasonOf(field(form, 'reason'))
  await c.get('app').approver.pause(field(form, 'capability'), visitor.operator, reason)
  return c.redirect('/capabilities', 303)
})

capabilityRoutes.post('/capabilities/resume', async (c) => {
  const { visitor, subject } = await confirmed(c, 'unpause')
  await c.get('app').approver.resume(subject, visitor.operator, 'resumed on the page')
  c.get('app').onDecision?.()
  return c.redirect('/capabilities', 303)
})
