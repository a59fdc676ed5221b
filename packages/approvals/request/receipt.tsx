// What was done under a request's task, effect by effect: the receipt.
import type { FC } from 'hono/jsx'
import { z } from 'zod'
import type { Json } from '#queue'
import { Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { Shots } from './evidence.tsx'
import { printed } from './facts.tsx'
import type { EffectRow, LoadedRequest } from './load.ts'

export const Receipt: FC<{ loaded: LoadedRequest }> = ({ loaded: { row, effects } }) => {
  const own = effects.filter(({ approval_id }) => approval_id === row.id)
  if (own.length === 0) return null
  return (
    <section class="card" aria-labelledby="done">
      <h2 id="done">
        {own.every(({ status }) => status === 'done') ? 'What was done' : 'What was begun'}
      </h2>
      <ol class="timeline">
        {own.map((effect) => (
          <EffectLine effect={effect} />
        ))}
      </ol>
    </section>
  )
}

const said: Readonly<Record<string, string>> = {
  intent: 'is being done',
  started: 'was accepted, and is not finished',
  done: 'done',
  failed: 'did not happen',
  unknown: 'outcome unknown',
}

const EffectLine: FC<{ effect: EffectRow }> = ({ effect }) => {
  const tone = effect.status === 'done' ? 'good' : effect.status === 'failed' ? 'bad' : 'effect'
  return (
    <li class={tone}>
      <p>
        <b>
          <Visible text={effect.name} />
        </b>{' '}
        {said[effect.status] ?? effect.status}
      </p>
      <p class="meta">
        begun <Time at={effect.began_at} />
        {effect.settled_at && (
          <>
            , settled <Time at={effect.settled_at} />
            {effect.settled_by && ` by ${effect.settled_by}`}
          </>
        )}
      </p>
      <Outcome outcome={effect.outcome} />
    </li>
  )
}

const Outcome: FC<{ outcome: Json }> = ({ outcome }) => {
  if (outcome === null) return null
  if (typeof outcome !== 'object' || Array.isArray(outcome)) {
    return (
      <pre>
        <Visible text={printed(outcome)} />
      </pre>
    )
  }
  const { pictures, ...facts } = outcome
  const hashes = picturesIn(pictures)
  const rest = hashes === undefined && pictures !== undefined ? outcome : facts
  return (
    <>
      <dl class="facts brief">
        {Object.entries(rest).map(([name, value]) => (
          <div>
            <dt>
              <Visible text={inWords(name)} />
            </dt>
            <dd>
              {isInstant(value) ? <Time at={new Date(value)} /> : <Visible text={printed(value)} />}
            </dd>
          </div>
        ))}
      </dl>
      {hashes !== undefined && (
        <Shots
          pictures={hashes.map((sha256, at) => ({
            sha256,
            caption: `As it looked then${hashes.length > 1 ? `, ${at + 1} of ${hashes.length}` : ''}`,
          }))}
        />
      )}
    </>
  )
}

/** What an act kept as evidence under `pictures`: images by their SHA-256. */
function picturesIn(value: Json | undefined): string[] | undefined {
  const found = z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .min(1)
    .max(100)
    .safeParse(value)
  return found.success ? found.data : undefined
}

/** `pressedAt` is told as “pressed at”. */
function inWords(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase()
}

function isInstant(value: Json): value is string {
  return typeof value === 'string' && z.iso.datetime().safeParse(value).success
}
