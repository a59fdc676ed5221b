// At gate `uncertain`: something was begun and nobody recorded how it ended. Only a person who looked can say.
import type { FC } from 'hono/jsx'
import type { Json } from '#queue'
import { codeOf } from '#queue'
import { Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { Pictures } from './evidence.tsx'
import { Facts, printed } from './facts.tsx'
import type { EffectRow } from './load.ts'
import type { OpenProps } from './props.ts'
import { Seen } from './seen.tsx'
import { sentenceOf } from './sentence.ts'
import { shownOf } from './shown.ts'

export const UncertainForm: FC<OpenProps> = (props) => {
  const { row, effects, now } = props.loaded
  const effect = effects.find(({ id }) => id === row.effect_id)
  const mayStillAct = effect !== undefined && effect.acts_until > now
  return (
    <>
      <div class="two even">
        <section class="card" aria-labelledby="begun">
          <h2 id="begun">What was begun</h2>
          {effect ? <Begun {...props} effect={effect} /> : <p class="meta">Its row is gone.</p>}
        </section>
        <section class="card" aria-labelledby="seen">
          <h2 id="seen">What is seen now</h2>
          <SeenNow shown={props.request.shown} handle={effect?.handle ?? null} />
        </section>
      </div>
      <Pictures shown={shownOf(props.request)} edited={false} />
      <section class="card warm" aria-labelledby="say">
        <h2 id="say">What did you find?</h2>
        <div class="verdicts">
          <Verdict {...props} verdict="happened" text="It happened" />
          {mayStillAct ? (
            <p class="meta">
              “It did not” can be said from <Time at={effect.acts_until} as="minute" /> on: until
              then it may still be under way.
            </p>
          ) : (
            <Verdict {...props} verdict="did_not_happen" text="It did not, and no longer can" />
          )}
          <Verdict {...props} verdict="cannot_tell_yet" text="Can’t tell yet" />
        </div>
      </section>
    </>
  )
}

const Begun: FC<OpenProps & { effect: EffectRow }> = ({ loaded: { asked }, effect }) => (
  <>
    {asked && (
      <p>
        <Visible text={sentenceOf(asked.sentence ?? effect.name, asked.request)} />
      </p>
    )}
    <p class="meta">
      “<Visible text={effect.name} />” was begun at <Time at={effect.began_at} />
      {asked?.decidedBy && (
        <>
          , approved by <b>{asked.decidedBy}</b>
        </>
      )}
      . Its outcome is <b>{effect.status}</b>.
    </p>
    {asked && (
      <>
        <details class="same">
          <summary>What was approved, whole</summary>
          <Facts request={asked.request} facts={shownOf(asked.request).facts} />
        </details>
        <p class="meta">
          <a href={`/r/${asked.publicId}`}>
            The request it was approved in, <span class="code">{codeOf(asked.publicId)}</span>
          </a>
        </p>
      </>
    )}
  </>
)

const SeenNow: FC<{ shown: { [name: string]: Json }; handle: Json }> = ({ shown, handle }) => {
  const { images: _, ...said } = shown
  const seen = Object.entries({ ...(handle !== null && { noted: handle }), ...said })
  if (seen.length === 0) {
    return (
      <p class="meta">
        Nothing could be seen by looking from here. Please look yourself where it would show: an
        inbox, the other side’s own pages, the machine.
      </p>
    )
  }
  return (
    <dl class="facts">
      {seen.map(([name, value]) => (
        <div>
          <dt>
            <Visible text={name} />
          </dt>
          <dd>
            <Visible text={printed(value)} />
          </dd>
        </div>
      ))}
    </dl>
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
