// What a person can do with an open request: approve; reject, two steps away from it; change; later.
import type { FC } from 'hono/jsx'
import type { OpenProps } from './props.ts'
import { Seen } from './seen.tsx'

export const reasons = ['wrong role', 'wrong facts', 'too late', 'duplicate', 'other'] as const

export const ActBar: FC<OpenProps> = (props) => (
  <section class="act" aria-label="Decide">
    <div class="bar">
      <Reject {...props} />
      <Change {...props} />
      <a class="button" href={props.place?.onward ?? '/'}>
        Later
      </a>
      <div class="go">
        <Undo {...props} />
        <Approve {...props} />
      </div>
    </div>
  </section>
)

const Undo: FC<OpenProps> = ({ loaded: { row, gate } }) =>
  gate && gate.undo_seconds > 0 && row.effects.length > 0 ? (
    <p class="undo">Undo stays possible for at least {gate.undo_seconds} seconds</p>
  ) : null

const Approve: FC<OpenProps> = (props) => {
  const { row, level } = props.loaded
  const base = `/r/${row.public_id}`
  if (level !== 'passkey') {
    return (
      <form method="post" action={`${base}/approve`}>
        <Seen {...props} action="approve" />
        <button type="submit" class="primary">
          Approve
        </button>
      </form>
    )
  }
  return (
    <form method="post" action={`${base}/approve`} data-sign={`${base}/challenge`}>
      <Seen {...props} action="approve" />
      <input type="hidden" name="assertion" value="" />
      <button type="submit" class="primary" disabled>
        Approve with your key
      </button>
      <noscript>
        <p class="undo">Approving needs your key, and so scripts allowed for this page.</p>
      </noscript>
    </form>
  )
}

const Reject: FC<OpenProps> = (props) => (
  <details class="bad">
    <summary>Reject</summary>
    <div class="sheet">
      <div>
        <h2>Reject it because …</h2>
        <p class="meta">One tap ends the task. Nothing is sent to anybody.</p>
        <form method="post" action={`/r/${props.loaded.row.public_id}/reject`} class="reasons">
          <Seen {...props} action="reject" />
          {reasons.map((reason) => (
            <button type="submit" class="bad" name="reason" value={reason}>
              {reason}
            </button>
          ))}
        </form>
      </div>
    </div>
  </details>
)

const Change: FC<OpenProps> = (props) => {
  const { row, gate } = props.loaded
  const base = `/r/${row.public_id}`
  return (
    <details>
      <summary>Change</summary>
      <div class="sheet">
        <div>
          {(gate?.editable ?? []).length > 0 && (
            <>
              <h2>Edit it yourself</h2>
              <p class="meta">You then decide on what you wrote.</p>
              <p>
                <a
                  class="button"
                  href={
                    props.place
                      ? `${base}/edit?then=${encodeURIComponent(props.place.onward)}`
                      : `${base}/edit`
                  }
                >
                  Edit
                </a>
              </p>
            </>
          )}
          <form method="post" action={`${base}/send-back`}>
            <Seen {...props} action="send-back" />
            <label for="comment">Or send it back: what should be different?</label>
            <textarea id="comment" name="comment" rows={3} required maxlength={4000} />
            <p class="row">
              <button type="submit">Send back</button>
            </p>
          </form>
          {row.expires_at && row.extended < 2 && (
            <form method="post" action={`${base}/extend`}>
              <Seen {...props} action="extend" />
              <button type="submit">Extend by 24 h</button>{' '}
              <span class="meta">{row.extended === 0 ? 'twice at most' : 'once more'}</span>
            </form>
          )}
        </div>
      </div>
    </details>
  )
}
