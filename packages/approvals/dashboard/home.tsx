// The start page: what waits for you, then whether everything else is as it should be.
import { type Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { z } from 'zod'
import { codeOf } from '#queue'
import { Page } from '../look/page.tsx'
import { Left, span } from '../look/time.tsx'
import { Visible } from '../look/visible.tsx'
import { most } from '../sitting/order.ts'
import { Due } from '../sitting/sorting.tsx'
import { countedTo, medianOf, minutesFor, readWaiting, type Waiting } from '../sitting/waiting.ts'
import type { Env } from '../web/environment.ts'
import { CapabilityTable } from './capability-table.tsx'
import { DecisionsChart, OutcomesChart } from './charts.tsx'
import { Failures, Ungated } from './failures.tsx'
import {
  capabilityRow,
  decisionRow,
  failureRow,
  outcomeRow,
  proofRow,
  signalRow,
  ungatedRow,
} from './figures.ts'
import { ProofStrip, ReadAt } from './proof.tsx'
import { queries } from './queries.ts'
import { read, tried } from './read.ts'
import { SignalTable } from './signal-table.tsx'

export const homeRoutes = new Hono<Env>()

const listed = 12

homeRoutes.get('/', async (c) => {
  const visitor = c.get('visitor')
  if (!visitor) return c.redirect('/sign-in', 303)
  const { database } = c.get('app')
  const [counts, median, requests] = await read(database, [
    queries.waiting,
    { ...queries.median, values: [visitor.operator] },
    { ...queries.requests, values: [listed] },
  ])
  const waiting = z.array(z.object({ waiting: z.number() })).parse(counts)[0]?.waiting ?? 0
  const figures = await tried(c, 'home', () => readFigures(c))
  return c.html(
    <Page c={c} title={waiting === 0 ? 'Home' : `${waiting} waiting`} at="/">
      <Hero waiting={waiting} median={medianOf(median ?? [])} next={readWaiting(requests ?? [])} />
      {figures ? (
        <Figures {...figures} requests={readWaiting(requests ?? [])} waiting={waiting} />
      ) : (
        <p class="warning" role="status">
          The figures could not be read in time. What waits is complete; open the page again for the
          rest.
        </p>
      )}
    </Page>,
  )
})

async function readFigures(c: Context<Env>) {
  const names = [
    'proof',
    'capabilities',
    'signals',
    'outcomes',
    'decisions',
    'failures',
    'ungated',
  ] as const
  const rows = await read(
    c.get('app').database,
    names.map((name) => queries[name]),
  )
  const [proof, capabilities, signals, outcomes, decisions, failures, ungated] = rows
  const [first] = z.array(proofRow).parse(proof)
  if (!first) throw new Error('the proof answered no row')
  return {
    proof: first,
    capabilities: z.array(capabilityRow).parse(capabilities),
    signals: z.array(signalRow).parse(signals),
    outcomes: z.array(outcomeRow).parse(outcomes),
    decisions: z.array(decisionRow).parse(decisions),
    failures: z.array(failureRow).parse(failures),
    ungated: z.array(ungatedRow).parse(ungated),
  }
}

type HomeFigures = Awaited<ReturnType<typeof readFigures>>

const Hero: FC<{
  waiting: number
  median: ReturnType<typeof medianOf>
  next: readonly Waiting[]
}> = ({ waiting, median, next }) => {
  if (waiting === 0) {
    return (
      <section class="hero">
        <div>
          <h1>Nothing waits for you</h1>
          <p class="meta">Whatever needs your word will be here, and in your messages.</p>
        </div>
      </section>
    )
  }
  const soonest = next.find(({ expiresAt }) => expiresAt !== null)
  const sitting = Math.min(waiting, most)
  return (
    <section class="hero">
      <div>
        <h1>
          {waiting >= countedTo ? `Over ${(countedTo - 1).toLocaleString('en')}` : waiting} waiting
          for you
        </h1>
        <p class="meta">
          about {minutesFor(sitting, median.seconds)} min
          {sitting < waiting && ` for the ${sitting} most urgent`}
          {median.own ? `, at your ${median.seconds} s each` : ''}
          {soonest?.expiresAt && (
            <>
              {' '}
              · the first has <Left until={soonest.expiresAt} now={soonest.now} />
            </>
          )}
        </p>
      </div>
      <div class="row">
        <a class="button primary" href="/sitting">
          Start
        </a>
        <a class="button" href="/sitting/all">
          Sort through
        </a>
      </div>
    </section>
  )
}

const Figures: FC<HomeFigures & { requests: readonly Waiting[]; waiting: number }> = (props) => {
  const { proof, capabilities, signals, outcomes, decisions, failures, ungated } = props
  const unknown = signals.find(({ signal }) => signal === 'effects_unknown')?.value ?? 0
  return (
    <>
      <ProofStrip proof={proof} unknown={unknown} />
      <div class="two">
        <div>
          <WaitingList requests={props.requests} waiting={props.waiting} />
          <h2>Capabilities against their caps</h2>
          <CapabilityTable capabilities={capabilities} />
          <ReadAt at={capabilities[0]?.now ?? proof.read_at} query="capabilities" />
          <h2>Signals</h2>
          <SignalTable signals={signals} brief />
          <ReadAt at={signals[0]?.read_at ?? proof.read_at} query="signals" />
        </div>
        <div>
          <h2>How tasks ended</h2>
          <OutcomesChart rows={outcomes} today={proof.read_at} />
          <ReadAt at={proof.read_at} query="outcomes" />
          <h2>Median time to a decision</h2>
          <DecisionsChart rows={decisions} />
          <ReadAt at={proof.read_at} query="decisions" />
          <h2>What went wrong last</h2>
          <Failures failures={failures} now={proof.read_at} />
          <h2>Acts without asking</h2>
          <Ungated ungated={ungated} />
        </div>
      </div>
    </>
  )
}

const WaitingList: FC<{ requests: readonly Waiting[]; waiting: number }> = ({
  requests,
  waiting,
}) =>
  requests.length === 0 ? null : (
    <>
      <h2>What waits</h2>
      <ul class="list">
        {requests.map((request) => (
          <li>
            <a class="item" href={`/r/${request.publicId}`}>
              <b>
                <Visible text={request.title} />
              </b>
              <span class="meta">
                {request.capability} · <Due request={request} /> · asked{' '}
                {span(request.now.getTime() - request.openedAt.getTime())} ago ·{' '}
                {codeOf(request.publicId)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {waiting > requests.length && (
        <p class="read">
          <a href="/sitting/all">All that waits</a>
        </p>
      )}
    </>
  )
