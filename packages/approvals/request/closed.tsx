// A request that is decided, replaced, expired or used: the same address tells what became of it.
import type { FC } from 'hono/jsx'
import type { RequestBody } from '#queue'
import { minuteOf, span, Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { scopeOf } from './act-bar.tsx'
import { Facts, unlabelled } from './facts.tsx'
import type { LoadedRequest } from './load.ts'
import { codeOf, sentenceOf } from './sentence.ts'
import { shownOf } from './shown.ts'

// Ticks come this often, so an approved act happens within it once undo is over.
const tickMinutes = 5

export interface ClosedProps {
  loaded: LoadedRequest
  request: RequestBody | null
  token: (scope: string) => string
}

export const ClosedRequest: FC<ClosedProps> = (props) => {
  const { loaded, request } = props
  const { row, gate, newer } = loaded
  return (
    <article class="request closed">
      <p class="meta">
        <span class="pill code">{codeOf(row.public_id)}</span>{' '}
        <span class="pill">{row.capability}</span> <span class="pill">revision {row.revision}</span>
      </p>
      <h1>
        {request ? (
          <Visible text={sentenceOf(gate?.sentence ?? row.gate, request)} />
        ) : (
          'The values of this request were erased'
        )}
      </h1>
      <Standing {...props} />
      {newer && row.state !== 'approved' && (
        <p class="card">
          There is a newer revision: <a href={`/r/${newer.publicId}`}>revision {newer.revision}</a>,{' '}
          {newer.state}.
        </p>
      )}
      <Receipt {...props} />
      {request && (
        <details class="card same">
          <summary>What was asked, whole</summary>
          <Facts request={request} facts={shownOf(request).facts} />
          <Facts request={request} facts={unlabelled(request, shownOf(request).facts)} />
        </details>
      )}
      <p class="seal">
        digest {row.digest} · task <a href={`/tasks/${row.task_id}`}>{row.task_id}</a>
      </p>
    </article>
  )
}

const Standing: FC<ClosedProps> = (props) => {
  const { row, now } = props.loaded
  switch (row.state) {
    case 'approved':
      return <Approved {...props} />
    case 'spent':
      return (
        <p class="meta">
          Approved by <b>{row.decided_by}</b>
          {row.decided_at && (
            <>
              {' '}
              at <Time at={row.decided_at} />
            </>
          )}
          . It has begun, and can’t be taken back.
        </p>
      )
    case 'expired':
      return (
        <>
          <p class="meta">
            Nobody answered in time
            {row.expires_at && (
              <>
                : it ended at <Time at={row.expires_at} />
              </>
            )}
            . Nothing was done.
          </p>
          <Button {...props} action="ask-again" text="Ask again" primary />
        </>
      )
    case 'superseded':
      return (
        <p class="meta">
          This was replaced{row.reason ? ` (${row.reason})` : ''}. Nothing was done under it.
        </p>
      )
    case 'revoked':
      return (
        <p class="meta">
          Approved by <b>{row.decided_by}</b> and taken back by <b>{row.revoked_by}</b>
          {row.revoked_at && <> {span(now.getTime() - row.revoked_at.getTime())} ago</>}.
        </p>
      )
    default:
      return (
        <p class="meta">
          {said[row.verdict ?? ''] ?? `It is ${row.state}`}
          {row.decided_by && (
            <>
              {' '}
              by <b>{row.decided_by}</b>
            </>
          )}
          {row.decided_at && (
            <>
              , <Time at={row.decided_at} />
            </>
          )}
          .{' '}
          {row.comment && (
            <>
              “<Visible text={row.comment} />”
            </>
          )}
        </p>
      )
  }
}

const said: Readonly<Record<string, string>> = {
  reject: 'Rejected',
  send_back: 'Sent back',
  answer: 'Answered',
  happened: 'Settled as happened',
  did_not_happen: 'Settled as not happened',
}

/** Approved and not begun: when it will happen, and Undo until then. */
const Approved: FC<ClosedProps> = (props) => {
  const { row, now } = props.loaded
  const from = row.not_before ?? now
  const until = new Date(Math.max(from.getTime(), now.getTime()) + tickMinutes * 60_000)
  return (
    <section class="card">
      <p>
        Approved by <b>{row.decided_by}</b>
        {row.decided_at && (
          <>
            {' '}
            at <Time at={row.decided_at} />
          </>
        )}
        . It will happen between <b>{minuteOf(from)}</b> and <b>{minuteOf(until)}</b>
        {row.act_before && <>, and not after {minuteOf(row.act_before)}</>}.
      </p>
      <Button {...props} action="undo" text="Undo" primary={false} />
    </section>
  )
}

const Button: FC<ClosedProps & { action: string; text: string; primary: boolean }> = ({
  loaded: { row },
  token,
  action,
  text,
  primary,
}) => (
  <form method="post" action={`/r/${row.public_id}/${action}`}>
    <input type="hidden" name="token" value={token(scopeOf(action, row))} />
    <button type="submit" class={primary ? 'primary' : ''}>
      {text}
    </button>
  </form>
)

/** What was done under the task, effect by effect. */
const Receipt: FC<ClosedProps> = ({ loaded: { effects } }) =>
  effects.length === 0 ? null : (
    <section class="card">
      <h2>What was done</h2>
      <dl class="facts">
        {effects.map((effect) => (
          <div>
            <dt>
              <Visible text={effect.name} />
            </dt>
            <dd>
              <b>{effect.status}</b>, begun <Time at={effect.began_at} />
              {effect.settled_at && (
                <>
                  , settled <Time at={effect.settled_at} />
                  {effect.settled_by && ` by ${effect.settled_by}`}
                </>
              )}
              {effect.outcome !== null && (
                <pre>
                  <Visible text={JSON.stringify(effect.outcome, null, 2)} />
                </pre>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
