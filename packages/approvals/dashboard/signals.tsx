// The signals, and the history of each.
import { Hono } from 'hono'
import { z } from 'zod'
import { Notice } from '../look/notice.tsx'
import { Page } from '../look/page.tsx'
import { Time } from '../look/time.tsx'
import type { Env } from '../web/environment.ts'
import { SignalChart } from './charts.tsx'
import { signalRow } from './figures.ts'
import { ReadAt } from './proof.tsx'
import { queries } from './queries.ts'
import { read } from './read.ts'
import { Now, readingOf, SignalTable, titleOf } from './signal-table.tsx'

export const signalRoutes = new Hono<Env>()

signalRoutes.get('/signals', async (c) => {
  if (!c.get('visitor')) return c.redirect('/sign-in', 303)
  const [rows] = await read(c.get('app').database, [queries.signals])
  const signals = z.array(signalRow).parse(rows)
  const [first] = signals
  return c.html(
    <Page c={c} title="Signals" at="/signals">
      <h1>Signals</h1>
      <p class="meta">
        Each has one owner and one limit. Over it, a signal of the system is an incident; one of
        yours is a nudge.
      </p>
      <SignalTable signals={signals} />
      {first && <ReadAt at={first.read_at} query="signals" />}
      <h2>What they mean</h2>
      <div class="card">
        <dl class="facts">
          {signals.map((signal) => (
            <div>
              <dt>{titleOf(signal.signal)}</dt>
              <dd>
                {signal.meaning}
                {signal.threshold !== null &&
                  `; red above ${readingOf({ signal: signal.signal, value: signal.threshold })}`}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Page>,
  )
})

const kept = 750

const readingRow = z.object({
  at: z.date(),
  value: z.coerce.number().nullable(),
  threshold: z.coerce.number().nullable(),
  colour: z.enum(['green', 'red']),
})

signalRoutes.get('/signals/:name{[a-z0-9_]{1,60}}', async (c) => {
  if (!c.get('visitor')) return c.redirect('/sign-in', 303)
  const name = c.req.param('name')
  const [now, past] = await read(c.get('app').database, [
    queries.signals,
    {
      text: `select at, value, threshold, colour
             from countersign.signal_history
             where signal = $1 and at > statement_timestamp() - interval '30 days'
             order by at desc
             limit ${kept}`,
      values: [name],
    },
  ])
  const signal = z
    .array(signalRow)
    .parse(now)
    .find((row) => row.signal === name)
  if (!signal) return c.html(<Notice c={c} title="There is no such signal" />, 404)
  const readings = z.array(readingRow).parse(past)
  const turns = readings
    .filter(({ colour }, at) => colour !== readings[at + 1]?.colour)
    .slice(0, 50)
  return c.html(
    <Page c={c} title={titleOf(name)} at="/signals">
      <p class="kicker">
        <a href="/signals">Signals</a>
        <span>{signal.owner === 'system' ? 'the system’s' : 'yours'}</span>
      </p>
      <h1>
        {titleOf(name)} <Now row={signal} />
      </h1>
      <p class="meta">
        {signal.meaning}
        {signal.threshold !== null &&
          `; red above ${readingOf({ signal: name, value: signal.threshold })}`}
      </p>
      <ReadAt at={signal.read_at} query="signals" />
      <h2>The last 30 days</h2>
      <SignalChart
        name={titleOf(name)}
        threshold={signal.threshold}
        readings={readings.toReversed()}
      />
      {turns.length > 0 && (
        <>
          <h2>When it changed colour</h2>
          <ol class="timeline">
            {turns.map(({ at, colour, value }) => (
              <li class={colour === 'red' ? 'bad' : 'good'}>
                <p>
                  <b>{colour}</b> at {readingOf({ signal: name, value })}
                </p>
                <p class="meta">
                  <Time at={at} />
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </Page>,
  )
})
