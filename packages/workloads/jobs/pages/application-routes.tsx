// The routes of the applications' pages: the list, its CSV, and what the person taps.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { PagesEnv } from '#queue'
import { csvOf } from '../applications/csv.ts'
import { boardNamed, readModes, switchMode } from '../applications/modes.ts'
import { noteOutcome, outcomes, readOutcomes } from '../applications/outcomes.ts'
import { bestFirst, readApplications, readCounts } from '../applications/read.ts'
import { readNights } from '../night/nights.ts'
import { ApplicationsPage, outcomeScope, QueriesPage } from './applications.tsx'
import { modeScope } from './board-modes.tsx'

const aPage = 50
/** A CSV of more would be a query of one's own. */
const mostRows = 10_000

export const applicationRoutes = new Hono<PagesEnv>()

applicationRoutes.get('/applications', async (c) => {
  const frame = c.get('frame')
  const { database } = frame
  const before = idIn(c.req.query('before'))
  const [rows, counts, said, modes, nights] = await Promise.all([
    readApplications(database, { before, limit: aPage + 1 }),
    readCounts(database),
    readOutcomes(database),
    readModes(database),
    readNights(database),
  ])
  const shown = rows.slice(0, aPage)
  return await frame.page(
    'Applications',
    <ApplicationsPage
      frame={frame}
      counts={counts}
      night={nights.find(({ summary }) => summary !== null)}
      rows={bestFirst(shown)}
      outcomes={said}
      modes={modes}
      before={rows.length > aPage ? shown.at(-1)?.id : undefined}
    />,
  )
})

applicationRoutes.get('/applications/queries', (c) =>
  c.get('frame').page('How the figures are read', <QueriesPage />),
)

applicationRoutes.get('/applications.csv', async (c) => {
  const { database } = c.get('frame')
  const [rows, said] = await Promise.all([
    readApplications(database, { limit: mostRows }),
    readOutcomes(database),
  ])
  return c.body(csvOf(rows, said), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="applications.csv"',
  })
})

applicationRoutes.post('/applications/:id{[0-9]{1,15}}/outcome', async (c) => {
  const frame = c.get('frame')
  const id = Number(c.req.param('id'))
  const { by, form } = await frame.posted(outcomeScope(id))
  const outcome = outcomes.find((one) => one === form.get('outcome')?.[0])
  if (!outcome) throw new HTTPException(422, { message: 'That is no outcome.' })
  const [row] = await readApplications(frame.database, { before: id + 1, limit: 1 })
  if (row?.id !== id) return await frame.nothing('There is no such application')
  await noteOutcome(frame.database, row, outcome, { by, at: new Date() })
  return c.redirect('/workloads/jobs/applications', 303)
})

applicationRoutes.post('/boards/:board', async (c) => {
  const frame = c.get('frame')
  const board = boardNamed(c.req.param('board'))
  if (!board) return await frame.nothing('There is no such board')
  const { by, form } = await frame.posted(modeScope(board))
  const submit = form.get('submit')?.[0]
  if (submit !== 'automatic' && submit !== 'handover')
    throw new HTTPException(422, { message: 'Sent by a worker, or left to you?' })
  await switchMode(frame.database, board, submit, { by, at: new Date() })
  return c.redirect('/workloads/jobs/applications', 303)
})

function idIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
