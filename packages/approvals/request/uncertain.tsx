// At gate `uncertain`: something was begun and nobody recorded how it ended. Only a person who looked can say.
import type { FC } from 'hono/jsx'
import { minuteOf, Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { Seen } from './act-bar.tsx'
import type { OpenProps } from './open.tsx'

export const UncertainForm: FC<OpenProps> = (props) => {
  const { row, effects, now } = props.loaded
  const effect = effects.find(({ id }) => id === row.effect_id)
  const mayStillAct = effect !== undefined && effect.acts_until > now
  const seen = Object.entries(props.request.shown)
  return (
    <section class="card new">
      <h2>What is known</h2>
      {effect && (
        <p>
          “<Visible text={effect.name} />” was begun at <Time at={effect.began_at} /> and is now{' '}
          <b>{effect.status}</b>.
        </p>
      )}
      {seen.length > 0 ? (
        <dl class="facts">
          {seen.map(([name, value]) => (
            <div>
              <dt>
                <Visible text={name} />
              </dt>
              <dd>
                <Visible text={typeof value === 'string' ? value : JSON.stringify(value)} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="meta">
          Nothing could be seen by looking; please look yourself where it would show.
        </p>
      )}
      <div class="verdicts">
        <Verdict {...props} verdict="happened" text="It happened" />
        {mayStillAct ? (
          <p class="meta">
            “It did not happen” can be said from {minuteOf(effect.acts_until)} on: until then it may
            still be under way.
          </p>
        ) : (
          <Verdict {...props} verdict="did_not_happen" text="It did not, and no longer can" />
        )}
        <Verdict {...props} verdict="cannot_tell_yet" text="Can’t tell yet" />
      </div>
    </section>
  )
}

const Verdict: FC<OpenProps & { verdict: string; text: string }> = ({
  verdict,
  text,
  ...props
}) => (
  <form method="post" action={`/r/${props.loaded.row.public_id}/settle`}>
    <Seen {...props} action="settle" />
    <button type="submit" name="verdict" value={verdict}>
      {text}
    </button>
  </form>
)
