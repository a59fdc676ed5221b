// Ashby's pages, and the one address that everything of its form is sent to.
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { answerJobPosting } from '../apis/ashby.ts'
import type { Body, Env } from '../body.ts'
import { ashbyGone, ashbyPage } from '../pages/ashby.ts'
import { receive } from '../receive.ts'
import { currentForm, fileOf, isOpen, postingOf, type World } from '../world.ts'
import { messages } from './messages.ts'

export function ashbyRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/api/non-user-graphql', async (c) => {
    const op = c.req.query('op')
    const { fields, files } = c.var.body
    if (op === 'ApiJobPosting') return await answerJobPosting(world, c)
    if (op === 'ApiUploadFile') return c.json({ handle: files[0]?.sha256 ?? '' })
    if (op === 'ApiParseResume') {
      await pause(world.delays.parseMs)
      return c.json({ fields: { _systemfield_name: 'Curriculum Vitae' } })
    }
    if (op !== 'ApiSubmitSingleApplicationFormAction')
      return c.json({ errors: ['Unknown op'] }, 400)
    const account = fields.organizationHostedJobsPageName?.[0] ?? ''
    const posting = postingOf(world, account, fields.jobPostingId?.[0] ?? '')
    if (!posting) return c.json({ errors: [messages.closed] })
    const receipt = receive(world, posting, withUploads(world, c.var.body))
    if (receipt.outcome === 'ok') return c.json({ success: true })
    if (receipt.outcome === 'silent') return c.json({ errors: ['RECAPTCHA_SCORE_BELOW_THRESHOLD'] })
    if (receipt.outcome === 'incomplete')
      return c.json({
        errors: receipt.missing.map((label) => `Missing entry for required field: ${label}`),
      })
    return c.json({ errors: [messages[receipt.outcome]] })
  })
  for (const tab of ['overview', 'application'] as const)
    app.get(tab === 'overview' ? '/:account/:id' : '/:account/:id/application', (c, next) => {
      const posting = postingOf(world, c.req.param('account') ?? '', c.req.param('id') ?? '')
      if (posting?.employer.board !== 'ashby') return next()
      const { name, accent } = posting.employer
      if (!isOpen(world, posting)) return c.html(ashbyGone(name, accent))
      return c.html(ashbyPage(posting, currentForm(world, posting), tab, world.delays.slowMs))
    })
  return app
}

/** "file:<path>" holds the handle and the name of an upload. */
function withUploads(world: World, body: Body): Body {
  const fields: Record<string, readonly string[]> = {}
  const files: Body['files'][number][] = []
  for (const [name, values] of Object.entries(body.fields)) {
    if (!name.startsWith('file:')) {
      if (!/^(?:organizationHostedJobsPageName|jobPostingId)$/.test(name)) fields[name] = values
      continue
    }
    const [, handle = '', called = ''] = /^(\w+) (.*)$/.exec(values[0] ?? '') ?? []
    const bytes = fileOf(world, handle)
    if (bytes)
      files.push({ field: name.slice(5), name: called, sha256: handle, bytes: bytes.length })
  }
  return { fields, files }
}
