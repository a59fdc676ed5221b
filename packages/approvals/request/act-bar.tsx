// What a person can do with an open request: approve, edit, reject, send back, extend, later.
import type { FC } from 'hono/jsx'
import type { OpenProps } from './open.tsx'
import { at } from './pointer.ts'

const reasons = ['wrong role', 'wrong facts', 'too late', 'duplicate', 'other'] as const

/** The scope of a form's token: one action on one revision. */
export function scopeOf(
  action: string,
  row: { id: number; revision: number; digest: string },
): string {
  return `${action}\n${row.id}\n${row.revision}\n${row.digest}`
}

/** The fields that say what is decided on: the server compares them with what it has. */
const Seen: FC<Pick<OpenProps, 'loaded' | 'token' | 'then'> & { action: string }> = ({
  loaded: { row },
  token,
  then,
  action,
}) => (
  <>
    <input type="hidden" name="token" value={token(scopeOf(action, row))} />
    <input type="hidden" name="revision" value={String(row.revision)} />
    <input type="hidden" name="digest" value={row.digest} />
    {then !== undefined && <input type="hidden" name="then" value={then} />}
  </>
)

export const ActBar: FC<OpenProps> = (props) => {
  const { row, level, gate } = props.loaded
  const base = `/r/${row.public_id}`
  return (
    <>
      <section class="card other-ways">
        <details>
          <summary>Reject</summary>
          <form method="post" action={`${base}/reject`} class="reasons">
            <Seen {...props} action="reject" />
            {reasons.map((reason) => (
              <button type="submit" class="bad" name="reason" value={reason}>
                {reason}
              </button>
            ))}
          </form>
        </details>
        <details>
          <summary>Send back with a comment</summary>
          <form method="post" action={`${base}/send-back`}>
            <Seen {...props} action="send-back" />
            <label for="comment">What should be different</label>
            <textarea id="comment" name="comment" rows={3} required maxlength={4000} />
            <button type="submit">Send back</button>
          </form>
        </details>
        {row.expires_at && row.extended < 2 && (
          <form method="post" action={`${base}/extend`}>
            <Seen {...props} action="extend" />
            <button type="submit">Extend by 24 h</button>
          </form>
        )}
      </section>
      <div class="act">
        <div>
          <a class="button" href={props.then ?? '/'}>
            Later
          </a>
          {level === 'passkey' ? (
            <form method="post" action={`${base}/approve`} data-sign={`${base}/challenge`}>
              <Seen {...props} action="approve" />
              <input type="hidden" name="assertion" value="" />
              <button type="submit" class="primary" disabled>
                Approve with your key
              </button>
              <noscript>Approving with a key needs scripts to be allowed for this page.</noscript>
            </form>
          ) : (
            <form method="post" action={`${base}/approve`}>
              <Seen {...props} action="approve" />
              <button type="submit" class="primary">
                Approve
              </button>
            </form>
          )}
        </div>
        <p class="meta">
          {(gate?.undo_seconds ?? 0) > 0 && row.effects.length > 0
            ? `You can undo it for at least ${gate?.undo_seconds} seconds.`
            : ''}
        </p>
      </div>
    </>
  )
}

/** The gate's editable fields, typed as they are; saving makes a new revision to decide on. */
export const EditForm: FC<OpenProps> = (props) => {
  const { row, gate } = props.loaded
  const fields = (gate?.editable ?? []).flatMap((pointer) => {
    const value = at({ ...props.request }, pointer)
    return value === undefined || typeof value === 'object' ? [] : [{ pointer, value }]
  })
  if (fields.length === 0) return null
  return (
    <details class="card">
      <summary>Edit</summary>
      <form method="post" action={`/r/${row.public_id}/revise`} autocomplete="off">
        <Seen {...props} action="revise" />
        {fields.map(({ pointer, value }, index) => (
          <p>
            <label for={`edit-${index}`}>{labelOf(props, pointer)}</label>
            {typeof value === 'boolean' ? (
              <select id={`edit-${index}`} name={pointer}>
                <option value="true" selected={value}>
                  yes
                </option>
                <option value="false" selected={!value}>
                  no
                </option>
              </select>
            ) : typeof value === 'string' && value.length > 80 ? (
              <textarea id={`edit-${index}`} name={pointer} rows={8}>
                {value}
              </textarea>
            ) : (
              <input
                id={`edit-${index}`}
                name={pointer}
                value={String(value)}
                inputmode={typeof value === 'number' ? 'numeric' : undefined}
              />
            )}
          </p>
        ))}
        <button type="submit">Save as a new revision</button>
      </form>
    </details>
  )
}

function labelOf({ request }: OpenProps, pointer: string): string {
  const facts = request.shown.facts
  const named = Array.isArray(facts)
    ? facts.find(
        (fact) =>
          typeof fact === 'object' && fact !== null && !Array.isArray(fact) && fact.at === pointer,
      )
    : undefined
  const label =
    named && typeof named === 'object' && !Array.isArray(named) ? named.label : undefined
  return typeof label === 'string' ? label : pointer
}

export { Seen }
