// A request that waits: what will be done, what is new about it, the evidence, and the act bar.
import type { FC } from 'hono/jsx'
import type { Json, RequestBody } from '#queue'
import { span, Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { ActBar, EditForm } from './act-bar.tsx'
import { Facts, hiddenIn, splitFacts, unlabelled } from './facts.tsx'
import type { LoadedRequest } from './load.ts'
import { QuestionForm } from './question-form.tsx'
import { codeOf, sentenceOf } from './sentence.ts'
import { questionsOf, type Shown, shownOf } from './shown.ts'
import { UncertainForm } from './uncertain.tsx'

export interface OpenProps {
  loaded: LoadedRequest
  request: RequestBody
  /** Makes the token of a form. */
  token: (scope: string) => string
  /** Of the content security policy, for the passkey step. */
  nonce: string
  /** Where deciding leads on to. */
  then?: string | undefined
}

export const OpenRequest: FC<OpenProps> = (props) => {
  const { loaded, request } = props
  const { row, gate } = loaded
  const shown = shownOf(request)
  const { fresh, same } = splitFacts(shown)
  const rest = unlabelled(request, shown.facts)
  const questions = questionsOf(request)
  const hidden = hiddenIn(request, [...shown.facts, ...rest])
  const uncertain = row.gate === 'uncertain'
  return (
    <article class="request">
      <h1>
        {uncertain ? (
          <UncertainTitle request={request} />
        ) : (
          <Visible text={sentenceOf(gate?.sentence ?? row.gate, request)} />
        )}
      </h1>
      <Facing loaded={loaded} uncertain={uncertain} />
      <Warnings shown={shown} hidden={hidden} difference={row.difference} />
      {fresh.length > 0 && (
        <section class="card new" aria-labelledby="new">
          <h2 id="new">New here</h2>
          <Facts request={request} facts={fresh} />
        </section>
      )}
      <Consequences shown={shown} />
      {questions.length > 0 && <QuestionForm {...props} questions={questions} />}
      {uncertain && <UncertainForm {...props} />}
      <Evidence shown={shown} edited={row.reason === 'edited'} />
      {same.length > 0 && (
        <details class="card same">
          <summary>
            Same as before: {same.length} {same.length === 1 ? 'value' : 'values'}
          </summary>
          <Facts request={request} facts={same} />
        </details>
      )}
      {rest.length > 0 && questions.length === 0 && !uncertain && (
        <details class="card same" open={shown.facts.length === 0}>
          <summary>
            Everything else in the action: {rest.length} {rest.length === 1 ? 'value' : 'values'}
          </summary>
          <Facts request={request} facts={rest} />
        </details>
      )}
      <EditForm {...props} />
      <p class="seal">
        digest {row.digest} · revision {row.revision} · task {row.task_id}
      </p>
      {questions.length === 0 && !uncertain && <ActBar {...props} />}
    </article>
  )
}

const UncertainTitle: FC<{ request: RequestBody }> = ({ request }) => (
  <>
    Did “<Visible text={String(request.action.effect)} />” happen?
  </>
)

const Facing: FC<{ loaded: LoadedRequest; uncertain: boolean }> = ({ loaded, uncertain }) => {
  const { row, gate, now } = loaded
  return (
    <p class="meta">
      {uncertain
        ? 'It was begun, and nobody recorded how it ended. It is not repeated by itself.'
        : gate?.irreversible
          ? 'This can’t be undone once it has begun.'
          : 'This can be undone.'}{' '}
      {row.expires_at && (
        <>
          <b>{span(row.expires_at.getTime() - now.getTime())} left</b>, until{' '}
          <Time at={row.expires_at} />.{' '}
        </>
      )}
      <span class="pill code">{codeOf(row.public_id)}</span>{' '}
      <span class="pill">{row.capability}</span>
      {row.revision > 1 && <span class="pill">revision {row.revision}</span>}
    </p>
  )
}

const Warnings: FC<{ shown: Shown; hidden: readonly string[]; difference: Json | null }> = ({
  shown,
  hidden,
  difference,
}) => {
  const warnings = [
    ...shown.warnings,
    ...(hidden.length > 0 ? [`Characters nobody can see are in: ${hidden.join(', ')}`] : []),
  ]
  return (
    <>
      {warnings.map((warning) => (
        <p class="warning">
          <Visible text={warning} />
        </p>
      ))}
      {difference !== null && (
        <details class="warning" open>
          <summary>What changed since the last time you were asked</summary>
          <Difference difference={difference} />
        </details>
      )}
    </>
  )
}

/** A difference as its workload wrote it: a list of changes, or whatever else it said. */
export const Difference: FC<{ difference: Json }> = ({ difference }) => (
  <pre class="difference">
    <Visible text={JSON.stringify(difference, null, 2)} />
  </pre>
)

const Consequences: FC<{ shown: Shown }> = ({ shown }) =>
  shown.consequences.length > 0 ? (
    <section>
      <h2>What will happen</h2>
      <ul>
        {shown.consequences.map((line) => (
          <li>
            <Visible text={line} />
          </li>
        ))}
      </ul>
    </section>
  ) : null

const Evidence: FC<{ shown: Shown; edited: boolean }> = ({ shown, edited }) => (
  <>
    {shown.images.length > 0 && (
      <section>
        <h2>{edited ? 'As it looked before your edit' : 'As it looks now'}</h2>
        <div class="shots">
          {shown.images.map(({ sha256, caption }) => (
            <figure>
              <a href={`/artifacts/${sha256}`}>
                <img src={`/artifacts/${sha256}`} alt={caption} loading="lazy" />
              </a>
              <figcaption>{caption}</figcaption>
            </figure>
          ))}
        </div>
      </section>
    )}
    {shown.files.map((file) => (
      <section>
        <h2>
          <Visible text={file.name} />
        </h2>
        <div class="shots">
          {file.pages.map((page, at) => (
            <figure>
              <a href={`/artifacts/${page}`}>
                <img
                  src={`/artifacts/${page}`}
                  alt={`${file.name}, page ${at + 1}`}
                  loading="lazy"
                />
              </a>
            </figure>
          ))}
        </div>
        <p class="meta">
          <a href={`/artifacts/${file.sha256}`}>The exact file</a> · {sizeOf(file.bytes)} ·{' '}
          <span class="code">{file.sha256.slice(0, 16)}</span>
        </p>
      </section>
    ))}
    {shown.texts.map(({ title, text, source }) => (
      <section>
        <h2>
          <Visible text={title} />
        </h2>
        <div class={`long ${source}`}>
          <Visible text={text} />
        </div>
      </section>
    ))}
  </>
)

function sizeOf(bytes: number): string {
  return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000).toLocaleString('en')} kB`
}
