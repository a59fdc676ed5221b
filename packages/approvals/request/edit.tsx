// Editing a request: the gate's editable fields, typed as they are. Saving makes a new revision to decide on.
import type { FC } from 'hono/jsx'
import { type Json, valueAt } from '#queue'
import { Visible } from '../look/visible.tsx'
import { backTo } from '../sitting/order.ts'
import { labelOf } from './difference.tsx'
import type { OpenProps } from './props.ts'
import { Seen } from './seen.tsx'
import { sentenceOf } from './sentence.ts'
import { shownOf } from './shown.ts'

export const EditRequest: FC<OpenProps> = (props) => {
  const { row, gate } = props.loaded
  const back = backTo(row.public_id, props.place?.onward)
  const { facts } = shownOf(props.request)
  const fields = (gate?.editable ?? []).flatMap((pointer) => {
    const value = valueAt({ ...props.request }, pointer)
    return value === undefined || value === null || typeof value === 'object'
      ? []
      : [{ pointer, value }]
  })
  return (
    <article class="request narrow">
      <p class="kicker">
        <a href={back}>Back, without changing anything</a>
      </p>
      <h1>Edit before you decide</h1>
      <p class="meta">
        <Visible text={sentenceOf(gate?.sentence ?? row.gate, props.request)} />
      </p>
      {fields.length === 0 ? (
        <p class="empty">
          Nothing of this request can be edited. Send it back with a comment instead.
        </p>
      ) : (
        <form method="post" action={`/r/${row.public_id}/revise`} autocomplete="off" class="card">
          <Seen {...props} action="revise" />
          {props.filled && (
            <p class="warning bad" role="alert">
              <Visible text={props.filled.problem} /> Nothing was saved.
            </p>
          )}
          {fields.map(({ pointer, value }, index) => (
            <EditField
              pointer={pointer}
              value={value}
              text={props.filled?.form.get(pointer)?.[0] ?? String(value)}
              label={labelOf(pointer, facts)}
              id={`edit-${index}`}
            />
          ))}
          <p class="meta">
            Saving approves nothing: you see the difference first, and decide then.
          </p>
          <div class="row">
            <button type="submit" class="primary">
              Save and look at it
            </button>
            <a class="button plain" href={back}>
              Cancel
            </a>
          </div>
        </form>
      )}
    </article>
  )
}

interface FieldProps {
  pointer: string
  /** As it is in the request: it says which kind of field this is. */
  value: Json
  /** As it stands in the field. */
  text: string
  label: string
  id: string
}

const EditField: FC<FieldProps> = ({ pointer, value, text, label, id }) => {
  const common = { id, name: pointer, autocomplete: 'off' }
  return (
    <div class="field">
      <label for={id}>
        <Visible text={label} />
      </label>
      {typeof value === 'boolean' ? (
        <select {...common}>
          <option value="true" selected={text === 'true'}>
            yes
          </option>
          <option value="false" selected={text !== 'true'}>
            no
          </option>
        </select>
      ) : typeof value === 'string' && (value.length > 80 || value.includes('\n')) ? (
        <textarea {...common} rows={10}>
          {`\n${text}`}
        </textarea>
      ) : (
        <input
          {...common}
          value={text}
          inputmode={typeof value === 'number' ? 'numeric' : undefined}
        />
      )}
    </div>
  )
}
