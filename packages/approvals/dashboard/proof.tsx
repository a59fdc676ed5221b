// The proof strip: how many effects were done, how many on a person's word, and that nothing else was.
import type { FC } from 'hono/jsx'
import { Time } from '../look/time.tsx'
import type { Proof } from './figures.ts'
import { proofOf, type QueryName } from './queries.ts'

export const ReadAt: FC<{ at: Date; query: QueryName }> = ({ at, query }) => (
  <p class="read">
    read <Time at={at} as="minute" /> · <a href={`/queries/${query}`}>query</a>
  </p>
)

export const ProofStrip: FC<{ proof: Proof; unknown: number }> = ({ proof, unknown }) => {
  const otherwise = proof.done - proof.decided - proof.declared
  const newest = proof.done >= proofOf
  return (
    <section aria-labelledby="proof">
      <h2 id="proof">
        Proof{' '}
        {newest ? (
          <small>of the newest {proofOf.toLocaleString('en')} effects</small>
        ) : (
          proof.since && (
            <small>
              since <Time at={proof.since} as="day" />
            </small>
          )
        )}
      </h2>
      <dl class="strip">
        <Figure label="effects done" value={proof.done} />
        <Figure label="decided by a person, at the level required" value={proof.decided} />
        <Figure
          label="without a decision"
          value={otherwise}
          tone={otherwise === 0 ? 'zero' : 'broken'}
        />
        <Figure label="declared to act without asking" value={proof.declared} />
        <Figure label="outcome unknown" value={unknown} />
      </dl>
      <ReadAt at={proof.read_at} query="proof" />
    </section>
  )
}

const Figure: FC<{ label: string; value: number; tone?: string }> = ({ label, value, tone }) => (
  <div class={tone}>
    <dt>{label}</dt>
    <dd>{value.toLocaleString('en')}</dd>
  </div>
)
