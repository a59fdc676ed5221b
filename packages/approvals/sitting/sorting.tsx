// All that waits on one page, to sort out before a sitting: reject some, leave some for later, approve none.
import type { FC } from 'hono/jsx'
import { codeOf } from '#queue'
import { Left } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { reasons } from '../request/act-bar.tsx'
import type { Waiting } from './waiting.ts'

export interface Outcome {
  id: string
  /** What it asked. */
  title: string
  said: string
  refused?: boolean
}

export const Sorting: FC<{ waiting: readonly Waiting[]; token: string; limit: number }> = (
  props,
) => {
  const { waiting, token, limit } = props
  if (waiting.length === 0) return <Nothing />
  return (
    <article class="request narrow">
      <h1>What waits for you</h1>
      <p class="meta">
        Tick what you don’t want to decide one by one. Approving is always one at a time.
        {waiting.length === limit && ` These are the ${limit} most urgent ones.`}
      </p>
      <form method="post" action="/sitting/later">
        <input type="hidden" name="token" value={token} />
        <ul class="list">
          {waiting.map((request) => (
            <li>
              {request.gate === 'uncertain' ? (
                // What became of an act can only be said on its own page.
                <a class="item" href={`/r/${request.publicId}`}>
                  <What request={request} />
                </a>
              ) : (
                <label class="pick">
                  <input type="checkbox" name="pick" value={pickOf(request)} />
                  <span>
                    <What request={request} />
                  </span>
                </label>
              )}
            </li>
          ))}
        </ul>
        <section class="act" aria-label="With what is ticked">
          <div class="bar pair">
            <details class="bad">
              <summary>Reject the ticked</summary>
              <div class="sheet">
                <div>
                  <h2>Reject all that is ticked because …</h2>
                  <div class="reasons">
                    {reasons.map((reason) => (
                      <button
                        type="submit"
                        class="bad"
                        name="reason"
                        value={reason}
                        formaction="/sitting/reject"
                      >
                        {reason}
                      </button>
                    ))}
                  </div>
                </div>
              </div>
            </details>
            <a class="button" href="/">
              Home
            </a>
            <div class="go">
              <button type="submit" class="primary">
                Start without the ticked
              </button>
            </div>
          </div>
        </section>
      </form>
    </article>
  )
}

const What: FC<{ request: Waiting }> = ({ request }) => (
  <>
    <b>
      <Visible text={request.title} />
    </b>
    <small>
      {request.capability} · <Due request={request} /> · {codeOf(request.publicId)}
    </small>
  </>
)

function pickOf({ publicId, revision, digest }: Waiting): string {
  return `${publicId}.${revision}.${digest}`
}

export const Due: FC<{ request: Waiting }> = ({ request: { expiresAt, now } }) =>
  expiresAt ? <Left until={expiresAt} now={now} /> : <>no deadline</>

const Nothing: FC = () => (
  <section class="card notice">
    <h1>Nothing waits for you</h1>
    <p>
      <a class="button" href="/">
        Home
      </a>
    </p>
  </section>
)

export const Sorted: FC<{ outcomes: readonly Outcome[] }> = ({ outcomes }) => {
  const rejected = outcomes.filter(({ refused }) => !refused).length
  return (
    <>
      <h1>{outcomes.length === 0 ? 'Nothing was ticked' : `${rejected} rejected`}</h1>
      {outcomes.length > 0 && (
        <ul class="list">
          {outcomes.map(({ id, title, said, refused }) => (
            <li>
              <a class="item" href={`/r/${id}`}>
                <b>
                  <Visible text={title} />
                </b>
                <span class={refused ? 'verdict-misses' : 'meta'}>
                  {said} · {codeOf(id)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p class="row">
        <a class="button primary" href="/">
          Home
        </a>
        <a class="button" href="/sitting/all">
          What waits
        </a>
      </p>
    </>
  )
}
