// Every page of the dashboard, as one sub-application.
import { Hono } from 'hono'
import type { Env } from '../web/environment.ts'
import { capabilityRoutes } from './capabilities.tsx'
import { deadRoutes } from './dead.tsx'
import { homeRoutes } from './home.tsx'
import { queryRoutes } from './query-page.tsx'
import { signalRoutes } from './signals.tsx'
import { steerRoutes } from './steer.ts'
import { taskRoutes } from './task.tsx'
import { taskListRoutes } from './tasks.tsx'

export const dashboard = new Hono<Env>()

for (const part of [
  homeRoutes,
  taskListRoutes,
  taskRoutes,
  steerRoutes,
  capabilityRoutes,
  signalRoutes,
  deadRoutes,
  queryRoutes,
]) {
  dashboard.route('/', part)
}
