// The pages of the job search: the nights, and the table of each.
import { Hono } from 'hono'
import type { PagesEnv } from '#queue'
import { readNights } from '../night/nights.ts'
import { nightTasks, readNight, readNotices } from '../night/read.ts'
import { applicationRoutes } from './application-routes.tsx'
import { NightList } from './list.tsx'
import { NightPage, shownOf } from './night.tsx'

const nightsAPage = 31

export const pages = new Hono<PagesEnv>()

pages.route('/', applicationRoutes)

pages.get('/', async (c) => {
  const frame = c.get('frame')
  const { database } = frame
  const all = await readNights(database)
  const after = all.findIndex(({ task }) => String(task) === c.req.query('after'))
  const nights = all.slice(after + 1, after + 1 + nightsAPage)
  const unfinished = nights.filter(({ summary }) => summary === null)
  const [tasks, notices] = await Promise.all([
    nightTasks(
      database,
      unfinished.map(({ task }) => task),
    ),
    readNotices(database),
  ])
  const more = after + 1 + nightsAPage < all.length
  return await frame.page(
    'Job search',
    <NightList
      frame={frame}
      nights={nights}
      tasks={tasks}
      notices={notices}
      after={more ? nights.at(-1)?.task : undefined}
    />,
  )
})

pages.get('/nights/:task{[0-9]{1,15}}', async (c) => {
  const frame = c.get('frame')
  const night = await readNight(frame.database, frame.files, Number(c.req.param('task')))
  if (!night) return await frame.nothing('This night is no longer kept')
  const { task, table } = night
  const { placement, from } = c.req.query()
  return await frame.page(
    `Night of ${task.date}`,
    <NightPage frame={frame} task={task} table={table} shown={shownOf(table, placement, from)} />,
  )
})
