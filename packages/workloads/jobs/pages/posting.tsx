// Postings as rows that open: what each asks against the profile, in its own words, and what its score is made of.
import type { FC } from 'hono/jsx'
import type { PagesFrame } from '#queue'
import type { Row } from '../night/table.ts'
import { placementSayings } from '../ranking/placement.ts'

interface PostingsProps {
  frame: PagesFrame
  rows: readonly Row[]
  /** Tasks of the applications, by posting. */
  tasks: Readonly<Record<string, number>>
}

export const Postings: FC<PostingsProps> = ({ frame, rows, tasks }) => (
  <ol class="list opens">
    {rows.map((row) => (
      <li>
        <details>
          <summary>
            <span class="score">{row.score.toFixed(1)}</span>
            <Head frame={frame} row={row} />
          </summary>
          <div class="inside">
            <Flags frame={frame} row={row} />
            <Verdicts frame={frame} row={row} />
            <Score row={row} />
            <p class="links">
              {/^https?:/.test(row.url) && (
                <a href={row.url} rel="noreferrer">
                  The posting at {new URL(row.url).host}
                </a>
              )}
              {tasks[row.key] !== undefined && (
                <a href={`/tasks/${tasks[row.key]}`}>The application, task {tasks[row.key]}</a>
              )}
              {row.repostOf !== null && <span>Same words as {frame.text(row.repostOf)}</span>}
            </p>
          </div>
        </details>
      </li>
    ))}
  </ol>
)

const Head: FC<{ frame: PagesFrame; row: Row }> = ({ frame, row }) => {
  const { places, workplace } = row
  const decisive = row.verdicts.find(({ dimension }) => dimension === row.missed)
  // A board that writes "Remote" as a place says it once.
  const mode = workplace !== 'unknown' && !places.toLowerCase().includes(workplace)
  return (
    <span class="head">
      <b>{frame.text(row.title)}</b>
      <span class="soft">
        {frame.text(row.company)}
        {places !== '' && <> · {frame.text(places)}</>}
        {mode && ` · ${workplace}`}
      </span>
      {decisive && (
        <span class="why">
          <span class="verdict-misses">{decisive.dimension}</span>{' '}
          {decisive.quote === null ? decisive.reason : <q>{frame.text(decisive.quote)}</q>}
        </span>
      )}
      <Marks row={row} />
    </span>
  )
}

const Marks: FC<{ row: Row }> = ({ row }) => {
  const missed = row.placement === 'misses'
  const unclear = row.verdicts.filter(({ verdict }) => verdict === 'unclear' && !missed)
  const left = !missed && row.placement !== 'taken'
  if (row.flags.length === 0 && unclear.length === 0 && !left) return null
  return (
    <span class="marks">
      {row.flags.length > 0 && <span class="chip bad">speaks to software</span>}
      {unclear.length > 0 && (
        <span class="chip warn">
          unclear: {unclear.map(({ dimension }) => dimension).join(', ')}
        </span>
      )}
      {left && <span class="chip">{placementSayings[row.placement]}</span>}
    </span>
  )
}

const flagNames: Readonly<Record<Row['flags'][number]['kind'], string>> = {
  instruction: 'It gives software orders',
  'hidden-html': 'It hides text from readers',
  'invisible-characters': 'It carries invisible characters',
}

const Flags: FC<{ frame: PagesFrame; row: Row }> = ({ frame, row }) => (
  <>
    {row.flags.map(({ kind, text }) => (
      <div class="warning bad">
        {flagNames[kind]}. Nothing was judged by it.
        <span class="value internet">{frame.text(text)}</span>
      </div>
    ))}
  </>
)

const Verdicts: FC<{ frame: PagesFrame; row: Row }> = ({ frame, row }) =>
  row.verdicts.length === 0 ? (
    <p class="soft">It asks nothing that could stand in the way.</p>
  ) : (
    <>
      <h3>What it asks, against the profile</h3>
      <table class="rows">
        <tbody>
          {row.verdicts.map(({ dimension, verdict, reason, quote }) => (
            <tr>
              <th scope="row">{dimension}</th>
              <td>
                <span class={`verdict-${verdict}`}>{verdict}</span>: {frame.text(reason)}
                {quote !== null && <span class="value internet">{frame.text(quote)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )

const Score: FC<{ row: Row }> = ({ row }) => (
  <>
    <h3>What the score is made of</h3>
    <table>
      <tbody>
        {row.parts.map(({ name, points, why }) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{why}</td>
            <td class="n">{points.toFixed(1)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">in all</th>
          <td />
          <td class="n">
            <b>{row.score.toFixed(1)}</b>
          </td>
        </tr>
      </tbody>
    </table>
  </>
)
