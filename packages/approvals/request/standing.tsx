// How a closed request stands: one card that says who did what when, and what can still be done.
import type { Child, FC } from 'hono/jsx'
import type { Json } from '#queue'
import { minuteRange, Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { printed } from './facts.tsx'
import { isExpired } from './load.ts'
import type { ClosedProps } from './props.ts'
import { scopeOf } from './seen.tsx'
import { questionsOf } from './shown.ts'

export const Standing: FC<ClosedProps> = (props) => {
  const { row, request, now } = props.loaded
  if (request === null && row.state === 'open') return <Unreadable {...props} />
  if (isExpired(props.loaded)) return <Expired {...props} />
  switch (row.state) {
    case 'approved':
      return row.effects.length === 0 ? <Said {...props} /> : <Approved {...props} />
    case 'spent':
      return <Spent {...props} />
    case 'superseded':
      return (
        <Card tone="warn" state="Replaced">
          <p>
            Nothing was done under this revision
            {row.reason && (
              <>
                : <Visible text={reasonOf(row.reason)} />
              </>
            )}
            .
          </p>
        </Card>
      )
    case 'revoked':
      return (
        <Card tone="warn" state="Taken back">
          <p>
            Approved by <b>{row.decided_by}</b>
            <At at={row.decided_at} />, taken back by <b>{row.revoked_by}</b>
            <At at={row.revoked_at} />. Nothing more begins under it.
          </p>
        </Card>
      )
    case 'closed':
      return (
        <Card tone="plain" state="Closed">
          <p>
            The task ended before anybody decided
            {row.reason && (
              <>
                : <Visible text={reasonOf(row.reason)} />
              </>
            )}
            . As read <Time at={now} as="minute" />.
          </p>
        </Card>
      )
    default:
      return <Said {...props} />
  }
}

const whys: Readonly<Record<string, string>> = {
  edited: 'somebody edited it',
  undone: 'its approval was undone',
  'outcome unknown': 'something was begun, and its outcome is not known',
}

function reasonOf(reason: string): string {
  return whys[reason] ?? reason.replaceAll('_', ' ')
}

const Card: FC<{
  tone: 'ok' | 'warn' | 'bad' | 'go' | 'plain'
  state: string
  children?: Child
}> = ({ tone, state, children }) => (
  <section class={`card stand ${tone}`} aria-label={state}>
    <p class="state">{state}</p>
    {children}
  </section>
)

const At: FC<{ at: Date | null }> = ({ at }) =>
  at === null ? null : (
    <>
      {' '}
      at <Time at={at} />
    </>
  )

/** Approved and not begun: when it will happen, and Undo until then. */
const Approved: FC<ClosedProps> = (props) => {
  const { row, now, taskStatus } = props.loaded
  const from = new Date(Math.max((row.not_before ?? now).getTime(), now.getTime()))
  // With a tick, once undo is over. Minutes are shown, so it says one at least.
  const until = new Date(from.getTime() + Math.max(60, props.tickSeconds) * 1_000)
  const lapsed = row.act_before !== null && row.act_before <= now
  const under = row.used_at !== null || taskStatus === 'running'
  return (
    <Card
      tone={lapsed ? 'warn' : 'go'}
      state={lapsed ? 'Approved, and not done in time' : 'Approved'}
    >
      {lapsed ? (
        <p>It may no longer begin under this approval. The task asks again by itself.</p>
      ) : (
        <>
          <p class="meta">{under ? 'It is on its way.' : 'It will happen between'}</p>
          {!under && <p class="interval">{minuteRange(from, until)}</p>}
        </>
      )}
      <p class="meta">
        Approved by <b>{row.decided_by}</b>
        <At at={row.decided_at} />
        {row.act_before && !lapsed && (
          <>
            . Not begun by <Time at={row.act_before} />, it is asked again
          </>
        )}
        .
      </p>
      {!lapsed && (
        <div class="row">
          <Button {...props} action="undo" text="Undo" />
          <span class="meta">possible until it begins</span>
        </div>
      )}
    </Card>
  )
}

const Spent: FC<ClosedProps> = (props) => {
  const { row, effects } = props.loaded
  const own = effects.filter(({ approval_id }) => approval_id === row.id)
  const done = own.length > 0 && own.every(({ status }) => status === 'done')
  const unknown = own.some(({ status }) => status === 'unknown')
  const answered = row.verdict === 'answer'
  const state = answered ? 'Answered' : done ? 'Done' : unknown ? 'Begun, outcome unknown' : 'Begun'
  return (
    <Card tone={done || answered ? 'ok' : unknown ? 'warn' : 'go'} state={state}>
      <p>
        {answered ? 'Answered' : 'Approved'} by <b>{row.decided_by}</b>
        <At at={row.decided_at} />
        {answered
          ? '.'
          : done
            ? '. It is done and can’t be taken back.'
            : '. It can’t be taken back.'}
      </p>
      {answered && <Answers {...props} />}
    </Card>
  )
}

const Expired: FC<ClosedProps> = (props) => {
  const { row, newer, taskStatus } = props.loaded
  const waits = taskStatus === 'expired' || taskStatus === 'needs_approval'
  return (
    <Card tone="warn" state="Nobody answered in time">
      <p>
        It ended
        <At at={row.expires_at} />. Nothing was done.{' '}
        {waits
          ? 'Asking again looks at the world afresh.'
          : !newer && 'It is being asked again: the new request comes within minutes.'}
      </p>
      {!newer && waits && (
        <div class="row">
          <Button {...props} action="ask-again" text="Ask again" primary />
        </div>
      )}
    </Card>
  )
}

const Unreadable: FC<ClosedProps> = ({ loaded: { row } }) => (
  <Card tone="bad" state="It can’t be decided">
    <p>
      {row.body === null
        ? 'Its values were erased.'
        : 'Its text is not what this program would have written, so nobody can sign for it.'}{' '}
      Cancel its task, or wait until it expires.
    </p>
  </Card>
)

interface Verdict {
  state: string
  tone: 'ok' | 'warn' | 'bad' | 'plain'
  /** What becomes of it. */
  next?: string
}

const verdicts: Readonly<Record<string, Verdict>> = {
  reject: { state: 'Rejected', tone: 'bad', next: 'Its task has ended, and nothing was done.' },
  send_back: { state: 'Sent back', tone: 'warn', next: 'It is drawn up anew, and asked again.' },
  answer: { state: 'Answered', tone: 'ok' },
  happened: { state: 'It happened', tone: 'ok' },
  did_not_happen: { state: 'It did not happen', tone: 'warn' },
}

const Said: FC<ClosedProps> = (props) => {
  const { row } = props.loaded
  const { state, tone, next } = verdicts[row.verdict ?? ''] ?? {
    state: `It is ${row.state}`,
    tone: 'plain',
  }
  return (
    <Card tone={tone} state={state}>
      {row.decided_by && (
        <p>
          By <b>{row.decided_by}</b>
          <At at={row.decided_at} />.
        </p>
      )}
      {row.comment && (
        <p>
          “<Visible text={row.comment} />”
        </p>
      )}
      {next && <p class="meta">{next}</p>}
      <Answers {...props} />
    </Card>
  )
}

/** Each question with its answer, in the order they were asked. */
const Answers: FC<ClosedProps> = ({ loaded: { row }, request }) => {
  const { answers } = row
  if (answers === null) return null
  const given = typeof answers === 'object' && !Array.isArray(answers) ? answers : { answers }
  const asked = request ? questionsOf(request) : []
  const known = asked.map(({ id, label }) => ({ id, label }))
  const others = Object.keys(given).filter((id) => !asked.some((question) => question.id === id))
  return (
    <dl class="facts">
      {[...known, ...others.map((id) => ({ id, label: id }))].map(({ id, label }) => (
        <div>
          <dt>
            <Visible text={label} />
          </dt>
          <dd class="value">
            <Visible text={answerOf(given[id])} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function answerOf(answer: Json | undefined): string {
  if (answer === null || answer === undefined) return 'not answered'
  return Array.isArray(answer) ? answer.map(printed).join(', ') || 'none' : printed(answer)
}

const Button: FC<ClosedProps & { action: string; text: string; primary?: boolean }> = ({
  loaded: { row },
  token,
  action,
  text,
  primary = false,
}) => (
  <form method="post" action={`/r/${row.public_id}/${action}`}>
    <input type="hidden" name="token" value={token(scopeOf(action, row))} />
    <button type="submit" class={primary ? 'primary' : ''}>
      {text}
    </button>
  </form>
)
