// What every form on a request carries: on which revision it decides, and that this session was shown it.
import type { FC } from 'hono/jsx'
import type { OpenProps } from './props.ts'

/** The scope of a form's token: one action on one revision. */
export function scopeOf(
  action: string,
  row: { id: number; revision: number; digest: string },
): string {
  return `${action}\n${row.id}\n${row.revision}\n${row.digest}`
}

/** The fields that say what is decided on: the server compares them with what it has. */
export const Seen: FC<Pick<OpenProps, 'loaded' | 'token' | 'place'> & { action: string }> = ({
  loaded: { row },
  token,
  place,
  action,
}) => (
  <>
    <input type="hidden" name="token" value={token(scopeOf(action, row))} />
    <input type="hidden" name="revision" value={String(row.revision)} />
    <input type="hidden" name="digest" value={row.digest} />
    {place !== undefined && <input type="hidden" name="then" value={place.onward} />}
  </>
)
