// A night's table as lines for a terminal.
import { type NightFile, placementSayings } from '#workloads'
import type { CliOutput } from '../output.ts'
import { clock, painter, table, visible } from '../text.ts'

type Row = NightFile['rows'][number]
type Tasks = Readonly<Record<string, number>>

/** What was taken up, the rest (counted, or all of it), and the boards. */
export function nightLines(
  night: NightFile,
  tasks: Tasks,
  output: CliOutput,
  all: boolean,
): string[] {
  const paint = painter(output)
  const taken = night.rows.filter(({ placement }) => placement === 'taken')
  const rest = night.rows.filter(({ placement }) => placement !== 'taken')
  const asOf = clock(new Date(night.asOf), new Date())
  const lines = [
    paint(
      'bold',
      `Night of ${night.date}  ${night.rows.length} postings of ${night.boards.length} boards, read by ${asOf}`,
    ),
  ]
  const section = (title: string, rows: readonly string[][]) => {
    if (rows.length > 1) lines.push('', paint('bold', title), ...listing(rows, output))
  }
  section(`Taken up: ${taken.length} of ${night.wanted.postings} wanted`, [
    ['SCORE', 'TASK', 'COMPANY', 'TITLE', 'OPEN', 'POSTING'],
    ...taken.map((row) => [
      row.score.toFixed(1),
      String(tasks[row.key] ?? ''),
      visible(row.company),
      visible(row.title),
      marks(row),
      visible(row.key),
    ]),
  ])
  if (all) {
    section(`The rest: ${rest.length}`, [
      ['SCORE', 'PLACE', 'COMPANY', 'TITLE', 'WHY', 'POSTING'],
      ...rest.map((row) => [
        row.score.toFixed(1),
        placementSayings[row.placement],
        visible(row.company),
        visible(row.title),
        visible(why(row)),
        visible(row.key),
      ]),
    ])
  } else if (rest.length > 0) {
    lines.push('', `The rest: ${counted(rest)} (--all lists them)`)
  }
  section('Boards', [
    ['BOARD', 'OUTCOME', 'POSTINGS', 'SAID'],
    ...night.boards.map((board) => [
      visible(`${board.board}/${board.account}`),
      board.suddenlyEmpty ? `${board.outcome}, had ${board.before}` : board.outcome,
      String(board.postings),
      visible(board.detail),
    ]),
  ])
  lines.push(
    '',
    paint('dim', 'One posting with its quotes: npx countersign search show --posting <posting>'),
  )
  return lines
}

/** One posting: requirements with their quotes, the parts of the score, what it tells software. */
export function postingLines(row: Row, task: number | undefined, output: CliOutput): string[] {
  const paint = painter(output)
  const lines = [
    paint('bold', `${visible(row.title)}  ${visible(row.company)}`),
    visible([row.places, row.workplace, row.url].filter((part) => part !== '').join('  ')),
    `${placementSayings[row.placement]}${task === undefined ? '' : `, task ${task}`}${row.repostOf === null ? '' : `, the words of ${visible(row.repostOf)}`}`,
  ]
  for (const { kind, text } of row.flags) {
    lines.push('', paint('red', `${kind.replaceAll('-', ' ')}, judged by nobody: ${visible(text)}`))
  }
  lines.push('', paint('bold', 'What it asks, against the profile'))
  const verdicts = row.verdicts.flatMap(({ dimension, verdict, reason, quote }) => [
    [dimension, verdict, visible(reason)],
    ...(quote === null ? [] : [['', '', `“${visible(quote)}”`]]),
  ])
  lines.push(...wrapping(verdicts, output))
  lines.push('', paint('bold', `Score ${row.score.toFixed(1)}`))
  lines.push(
    ...wrapping(
      row.parts.map(({ name, points, why }) => [points.toFixed(1), name, visible(why)]),
      output,
    ),
  )
  return lines
}

function marks({ verdicts, flags }: Row): string {
  const open = verdicts.filter(({ verdict }) => verdict === 'unclear').map((one) => one.dimension)
  return [...open, ...(flags.length > 0 ? ['FLAGGED'] : [])].join(', ')
}

/** The words that decided, where a requirement did. */
function why({ missed, verdicts, repostOf }: Row): string {
  if (repostOf !== null) return `the words of ${repostOf}`
  const decisive = verdicts.find(({ dimension }) => dimension === missed)
  if (!decisive) return ''
  return `${decisive.dimension}: ${decisive.quote === null ? decisive.reason : `“${decisive.quote}”`}`
}

function counted(rows: readonly Row[]): string {
  const counts = Map.groupBy(rows, ({ placement }) => placement)
  return [...counts]
    .map(([placement, there]) => `${there.length} ${placementSayings[placement]}`)
    .join(', ')
}

function listing(rows: readonly string[][], output: CliOutput): string[] {
  const [head = '', ...lines] = table(rows, output)
  return [painter(output)('dim', head), ...lines]
}

function wrapping(rows: readonly string[][], output: CliOutput): string[] {
  return table(rows, output, { wrap: true })
}
