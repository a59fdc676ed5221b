// Lever's pages, and what its form sends to.
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Env } from '../body.ts'
import { leverApply, leverPosting, leverThanks } from '../pages/lever.ts'
import { notFoundPage } from '../pages/lists.ts'
import { receive } from '../receive.ts'
import { currentForm, isOpen, postingOf, type World } from '../world.ts'
import { messages } from './messages.ts'

export function leverRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>()
  const find = (account: string, id: string) => {
    const posting = postingOf(world, account, id)
    return posting?.employer.board === 'lever' && isOpen(world, posting) ? posting : undefined
  }
  app.post('/parseResume', async (c) => {
    await pause(world.delays.parseMs)
    const [file] = c.var.body.files
    if (!file) return c.json({ error: 'no file' }, 400)
    // What a parser makes of a CV that it doesn't understand.
    const fields = {
      name: 'CURRICULUM VITAE',
      email: '',
      phone: '',
      org: 'Lebenslauf',
      'urls[LinkedIn]': '',
    }
    return c.json({ resumeStorageId: file.sha256.slice(0, 24), fields })
  })
  app.get('/:account/:id/apply', (c) => {
    const posting = find(c.req.param('account'), c.req.param('id'))
    if (!posting) return c.html(notFoundPage(), 404)
    return c.html(leverApply(posting, currentForm(world, posting), null))
  })
  app.get('/:account/:id/thanks', (c) => {
    const posting = find(c.req.param('account'), c.req.param('id'))
    return posting ? c.html(leverThanks(posting)) : c.html(notFoundPage(), 404)
  })
  app.post('/:account/:id/apply', (c) => {
    const { account, id } = c.req.param()
    const posting = find(account, id)
    if (!posting) return c.html(notFoundPage(), 404)
    const receipt = receive(world, posting, c.var.body)
    if (receipt.outcome === 'ok') return c.redirect(`/${account}/${id}/thanks`)
    const kept = c.var.body.fields
    const message =
      receipt.outcome === 'silent'
        ? ''
        : receipt.outcome === 'incomplete'
          ? `✱ There was an error submitting your application: ${receipt.missing.join(', ')}.`
          : messages[receipt.outcome]
    const refusal = message === '' ? null : { message, kept }
    return c.html(leverApply(posting, currentForm(world, posting), refusal), 400)
  })
  app.get('/:account/:id', (c, next) => {
    const posting = postingOf(world, c.req.param('account'), c.req.param('id'))
    if (posting?.employer.board !== 'lever' || !isOpen(world, posting)) return next()
    return c.html(leverPosting(posting))
  })
  return app
}
