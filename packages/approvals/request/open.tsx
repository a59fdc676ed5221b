// A request that waits: what will be done, what is new about it, the evidence, and the act bar.
import type { FC } from 'hono/jsx'
import type { RequestBody } from '#queue'
import { codeOf, valueAt } from '#queue'
import { Left, Time } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { ActBar } from './act-bar.tsx'
import { BeforeAfter, changedRows, Difference } from './difference.tsx'
import { Pictures, Requirements, Texts } from './evidence.tsx'
import { Facts, hiddenIn, printed, splitFacts, unlabelled } from './facts.tsx'
import type { OpenProps } from './props.ts'
import { QuestionForm } from './question-form.tsx'
import { sentenceOf } from './sentence.ts'
import { type Fact, questionsOf, type Shown, shownOf } from './shown.ts'
import { UncertainForm } from './uncertain.tsx'

export const OpenRequest: FC<OpenProps> = (props) => {
  const { request, loaded } = props
  const questions = questionsOf(request)
  if (loaded.row.gate === 'uncertain') return <Uncertain {...props} />
  return (
    <article class="request">
      <Heading {...props} asks={questions.length > 0} />
      {questions.length > 0 ? (
        <>
          <Asked {...props} />
          <Seal {...props} />
        </>
      ) : (
        <>
          <Evidence {...props} />
          <Seal {...props} />
          <ActBar {...props} />
        </>
      )}
    </article>
  )
}

/** Questions, after whatever one needs at hand to answer them. */
const Asked: FC<OpenProps> = (props) => {
  const { request, loaded } = props
  const shown = shownOf(request)
  const { difference } = loaded.row
  return (
    <>
      <Warnings shown={shown} hidden={hiddenIn(request, shown.facts)} />
      {difference !== null && (
        <Difference
          difference={difference}
          facts={shown.facts}
          title="What changed since you were asked before"
        />
      )}
      {shown.facts.length > 0 && (
        <section class="card" aria-labelledby="at-hand">
          <h2 id="at-hand">At hand</h2>
          <Facts request={request} facts={shown.facts} />
        </section>
      )}
      <Pictures shown={shown} edited={false} />
      <QuestionForm {...props} questions={questionsOf(request)} />
      <Texts texts={shown.texts} />
    </>
  )
}

const Uncertain: FC<OpenProps> = (props) => (
  <article class="request">
    <Kicker {...props} />
    <h1>
      Did “<Visible text={String(props.request.action.effect)} />” happen?
    </h1>
    <p class="meta">
      It was begun, and nobody recorded how it ended. It is not repeated by itself: look where it
      would show, then say what you found.
    </p>
    <UncertainForm {...props} />
    <Seal {...props} />
  </article>
)

/** What decides it, in two columns where there is room; on a phone what they receive follows what is new. */
const Evidence: FC<OpenProps> = ({ loaded, request }) => {
  const { row } = loaded
  const shown = shownOf(request)
  const { fresh, same } = splitFacts(shown)
  const rest = unlabelled(request, shown)
  const unclear = shown.requirements.filter(({ verdict }) => verdict !== 'meets')
  const met = shown.requirements.filter(({ verdict }) => verdict === 'meets')
  const edited = row.reason === 'edited' && row.revision > 1
  const pictures = shown.images.length + shown.files.length > 0
  return (
    <>
      <Warnings shown={shown} hidden={hiddenIn(request, [...shown.facts, ...rest])} />
      {row.difference !== null && (
        <Difference
          difference={row.difference}
          facts={shown.facts}
          title={edited ? 'Your edit' : 'What changed since you were asked before'}
        />
      )}
      <div class={pictures ? 'two' : undefined}>
        <div>
          {shown.changes.length > 0 && (
            <section class="card" aria-labelledby="changes">
              <h2 id="changes">What will change</h2>
              <BeforeAfter
                rows={changedRows(request, shown.changes)}
                titles={['Now', 'After']}
                caption="What will change"
              />
            </section>
          )}
          <Consequences shown={shown} />
          {fresh.length + unclear.length > 0 && (
            <section class="card warm" aria-labelledby="new">
              <h2 id="new">New here</h2>
              {fresh.length > 0 && <Facts request={request} facts={fresh} />}
              {unclear.length > 0 && <Requirements requirements={unclear} />}
            </section>
          )}
          {!pictures && (
            <Known request={request} same={same} rest={rest} alone={shown.facts.length === 0} />
          )}
        </div>
        {pictures && (
          <div>
            <Pictures shown={shown} edited={edited} />
          </div>
        )}
      </div>
      {pictures && (
        <Known request={request} same={same} rest={rest} alone={shown.facts.length === 0} />
      )}
      {met.length > 0 && (
        <details class="card same">
          <summary>
            {met.length === 1 ? '1 demand is met' : `${met.length} demands are met`}
          </summary>
          <Requirements requirements={met} />
        </details>
      )}
      <Texts texts={shown.texts} />
    </>
  )
}

/** What was approved before from the same source, and what nobody labelled: one line each, that opens. */
const Known: FC<{ request: RequestBody; same: Fact[]; rest: Fact[]; alone: boolean }> = (props) => {
  const { request, same, rest, alone } = props
  return (
    <>
      {same.length > 0 && (
        <details class="card same">
          <summary>
            Same as before · {values(same.length)} from where you approved{' '}
            {same.length === 1 ? 'it' : 'them'} earlier
          </summary>
          <Facts request={request} facts={same} />
        </details>
      )}
      {rest.length > 0 && (
        <details class="card same" open={alone}>
          <summary>Everything else in the action · {values(rest.length)}</summary>
          <Facts request={request} facts={rest} />
        </details>
      )}
    </>
  )
}

function values(count: number): string {
  return count === 1 ? '1 value' : `${count} values`
}

const Kicker: FC<OpenProps> = ({ loaded: { row }, place }) => (
  <>
    {place && (
      <svg class="progress" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width={String((100 * place.number) / place.of)} height="4" />
      </svg>
    )}
    <p class="kicker">
      {place && (
        <b>
          {place.number} of {place.of}
        </b>
      )}
      <span>{row.capability}</span>
      <span class="code">{codeOf(row.public_id)}</span>
      {row.revision > 1 && <span>revision {row.revision}</span>}
    </p>
  </>
)

const Heading: FC<OpenProps & { asks: boolean }> = (props) => {
  const { loaded, request, asks } = props
  const { row, gate, now } = loaded
  const keys = shownOf(request).facts.filter(({ role }) => role === 'key')
  return (
    <header>
      <Kicker {...props} />
      <h1>
        <Visible text={sentenceOf(gate?.sentence ?? row.gate, request)} />
      </h1>
      {keys.length > 0 && (
        <dl class="decides">
          {keys.map((fact) => (
            <div>
              <dt>
                <Visible text={fact.label} />
              </dt>
              <dd>
                <Visible text={printed(valueAt({ ...request }, fact.at))} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul class="chips">
        {row.expires_at && (
          <>
            <li class={`chip ${soon(row.expires_at, now) ? 'warn' : 'ink'}`}>
              <Left until={row.expires_at} now={now} />
            </li>
            <li class="chip">
              until <Time at={row.expires_at} />
            </li>
          </>
        )}
        {asks ? (
          <li class="chip">nothing is sent: it only asks you</li>
        ) : gate?.irreversible === false ? (
          <li class="chip">can be undone afterwards</li>
        ) : (
          <li class="chip warn">can’t be undone once it has begun</li>
        )}
      </ul>
    </header>
  )
}

const soonMs = 6 * 3_600_000

function soon(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() < soonMs
}

const Warnings: FC<{ shown: Shown; hidden: readonly string[] }> = ({ shown, hidden }) => (
  <>
    {shown.warnings.map((warning) => (
      <p class="warning">
        <Visible text={warning} />
      </p>
    ))}
    {hidden.length > 0 && (
      <p class="warning bad">
        Characters that can’t be seen are in{' '}
        <b>
          <Visible text={hidden.join(', ')} />
        </b>
        : each is shown as its code.
      </p>
    )}
  </>
)

const Consequences: FC<{ shown: Shown }> = ({ shown }) =>
  shown.consequences.length > 0 ? (
    <section class="card" aria-labelledby="consequences">
      <h2 id="consequences">What will happen</h2>
      <ul>
        {shown.consequences.map((line) => (
          <li>
            <Visible text={line} />
          </li>
        ))}
      </ul>
    </section>
  ) : null

const Seal: FC<OpenProps> = ({ loaded: { row, level } }) => (
  <p class="seal">
    What you {level === 'passkey' ? 'sign' : 'decide on'}: digest {row.digest} · revision{' '}
    {row.revision} · level {level} · <a href={`/tasks/${row.task_id}`}>task {row.task_id}</a>
  </p>
)
