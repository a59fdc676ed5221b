// `countersign stats`: what was done so far, each figure with the view it was read from, and when.
import type { Command } from 'commander'
import type { Database } from '#database'
import { type Flags, newCommand } from '../arguments.ts'
import { withDatabase } from '../connect.ts'
import type { CliOutput } from '../output.ts'
import { clock, lasting, painter, table, visible } from '../text.ts'

interface Figures<Row> {
  rows: Row[]
  /** The statement that read them, for whoever wants to check. */
  query: string
  readAt: Date
}

interface TaskFigure extends Record<string, unknown> {
  capability: string
  status: string
  tasks: number
  last7Days: number
}

interface DecisionFigure extends Record<string, unknown> {
  capability: string
  gate: string
  outcome: string
  requests: number
  last7Days: number
  medianSeconds: number | null
}

interface EffectFigure extends Record<string, unknown> {
  capability: string
  done: number
  decided: number
  ungated: number
  withoutDecision: number
}

const queries = {
  tasks: `
select capability, status, count(*) as tasks,
  count(*) filter (where coalesce(finished_at, created_at) > clock_timestamp() - interval '7 days') as "last7Days"
from countersign.task_overview
group by capability, status
order by capability, status`,
  decisions: `
select capability, gate, coalesce(verdict, state) as outcome, count(*) as requests,
  count(*) filter (where coalesce(decided_at, opened_at) > clock_timestamp() - interval '7 days') as "last7Days",
  (percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at)))::double precision
    as "medianSeconds"
from countersign.request_overview
where state <> 'superseded'
group by capability, gate, coalesce(verdict, state)
order by capability, gate, outcome`,
  effects: `
select capability, done, decided, ungated, done - decided - ungated as "withoutDecision"
from countersign.proof
order by capability`,
}

export function statsCommand(output: CliOutput): Command {
  return newCommand(
    'stats',
    'count tasks, decisions and effects, and say how it was counted',
  ).action(async (_own: unknown, command: Command) => {
    const flags = command.optsWithGlobals<Flags>()
    const stats = await withDatabase(flags, 'reader', async (database) => ({
      tasks: await figures<TaskFigure>(database, queries.tasks),
      decisions: await figures<DecisionFigure>(database, queries.decisions),
      effects: await figures<EffectFigure>(database, queries.effects),
    }))
    const total = stats.effects.rows.reduce((sum, { withoutDecision }) => sum + withoutDecision, 0)
    if (flags.json) return output.out(JSON.stringify({ ...stats, effectsWithoutDecision: total }))
    printTasks(stats.tasks, output)
    printDecisions(stats.decisions, output)
    printEffects(stats.effects, total, output)
  })
}

async function figures<Row extends Record<string, unknown>>(
  database: Database,
  query: string,
): Promise<Figures<Row>> {
  const again = { repeatable: true }
  const rows = await database.query<Row>(query, [], again)
  const [now] = await database.query<{ at: Date }>('select clock_timestamp() as at', [], again)
  return { rows, query: query.trim().replaceAll(/\s+/g, ' '), readAt: now?.at ?? new Date() }
}

function printTasks({ rows, readAt }: Figures<TaskFigure>, output: CliOutput): void {
  const cells = rows.map((row) => [
    visible(row.capability),
    row.status.replaceAll('_', ' '),
    String(row.tasks),
    String(row.last7Days),
  ])
  const head = ['CAPABILITY', 'STATUS', 'TASKS', 'OF THEM IN 7 DAYS']
  block('Tasks', [head, ...cells], 'countersign.task_overview', readAt, output)
}

function printDecisions({ rows, readAt }: Figures<DecisionFigure>, output: CliOutput): void {
  const cells = rows.map((row) => [
    visible(row.capability),
    visible(row.gate),
    row.outcome.replaceAll('_', ' '),
    String(row.requests),
    String(row.last7Days),
    row.medianSeconds === null ? '' : lasting(row.medianSeconds * 1_000),
  ])
  const head = ['CAPABILITY', 'GATE', 'OUTCOME', 'REQUESTS', 'IN 7 DAYS', 'MEDIAN TIME TO DECIDE']
  block('Decisions', [head, ...cells], 'countersign.request_overview', readAt, output)
}

function printEffects(
  { rows, readAt }: Figures<EffectFigure>,
  total: number,
  output: CliOutput,
): void {
  const cells = rows.map((row) => [
    visible(row.capability),
    String(row.done),
    String(row.decided),
    String(row.ungated),
    String(row.withoutDecision),
  ])
  const head = ['CAPABILITY', 'DONE', 'DECIDED BY A PERSON', 'DECLARED AS UNGATED', 'NEITHER']
  block('Effects', [head, ...cells], 'countersign.proof', readAt, output)
  const paint = painter(output)
  output.out(paint(total === 0 ? 'green' : 'red', `effects without a decision: ${total}`))
}

function block(
  title: string,
  rows: readonly string[][],
  source: string,
  readAt: Date,
  output: CliOutput,
): void {
  const paint = painter(output)
  output.out(paint('bold', title))
  const [head = '', ...lines] = table(rows, output)
  if (lines.length === 0) output.out('  none yet')
  else for (const line of [paint('dim', head), ...lines]) output.out(`  ${line}`)
  output.out(paint('dim', `  counted in ${source} at ${clock(readAt, readAt)}`))
  output.out('')
}
