// What went wrong lately, and what acts without asking.
import type { FC } from 'hono/jsx'
import { span } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import type { FailureTask, Ungated as UngatedRow } from './figures.ts'

export const Failures: FC<{ failures: readonly FailureTask[]; now: Date }> = ({ failures, now }) =>
  failures.length === 0 ? (
    <p class="empty">Nothing failed in the last 14 days.</p>
  ) : (
    <>
      <ul class="list">
        {failures.map((task) => (
          <li>
            <a class="item" href={`/tasks/${task.id}`}>
              <b>
                <Visible text={task.reason ?? 'no reason was given'} />
              </b>
              <span class="meta">
                {task.capability} · {task.status} ·{' '}
                {span(now.getTime() - task.finished_at.getTime())} ago
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p class="read">
        <a href="/dead">Dead letters and failures</a>
      </p>
    </>
  )

export const Ungated: FC<{ ungated: readonly UngatedRow[] }> = ({ ungated }) =>
  ungated.length === 0 ? (
    <p class="empty">Nothing does: every effect waits for a decision.</p>
  ) : (
    <div class="card">
      <dl class="facts stacked">
        {ungated.map((row) => (
          <div>
            <dt>
              {row.capability} · <Visible text={row.name} />
            </dt>
            <dd>
              <Visible text={row.ungated_reason ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
