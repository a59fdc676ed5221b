// Steering tasks: cancel and requeue, with a reason, by whoever is signed in.
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Env } from '../web/environment.ts'
import { field, postedForm } from '../web/form.ts'
import { steerScope } from './steer-forms.tsx'

export const steerRoutes = new Hono<Env>()

steerRoutes.post('/tasks/:id{[0-9]{1,15}}/cancel', async (c) => {
  const { id, by, reason } = await steered(c, 'cancel')
  await c.get('app').approver.cancel(id, by, reason)
  return c.redirect(`/tasks/${id}`, 303)
})

steerRoutes.post('/tasks/:id{[0-9]{1,15}}/requeue', async (c) => {
  const { id, by, reason } = await steered(c, 'requeue')
  await c.get('app').approver.requeue(id, by, reason)
  c.get('app').onDecision?.()
  return c.redirect(`/tasks/${id}`, 303)
})

async function steered(c: Context<Env>, action: 'cancel' | 'requeue') {
  const id = Number(c.req.param('id'))
  const { visitor, form } = await postedForm(c, steerScope(action, id))
  return { id, by: visitor.operator, reason: reasonOf(field(form, 'reason')) }
}

export function reasonOf(given: string): string {
  const reason = given.trim()
  if (reason === '') throw new HTTPException(422, { message: 'Say why: the history keeps it.' })
  return reason.slice(0, 500)
}
