// Greenhouse's pages, current, old and in a frame, and what they send to.
import { Hono } from 'hono'
import type { Body, Env } from '../body.ts'
import type { SamplePosting } from '../employers.ts'
import { greenhouseDone, greenhousePage } from '../pages/greenhouse.ts'
import { fromOldNames, oldGreenhousePage } from '../pages/greenhouse-old.ts'
import { careersPage, notFoundPage } from '../pages/lists.ts'
import { receive } from '../receive.ts'
import { currentForm, fileOf, isOpen, postingOf, type World } from '../world.ts'
import { messages } from './messages.ts'

export function greenhouseRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>()
  const find = (account: string | undefined, id: string | undefined) => {
    const posting = postingOf(world, account ?? '', id ?? '')
    return posting?.employer.board === 'greenhouse' && isOpen(world, posting) ? posting : undefined
  }
  const shown = (posting: SamplePosting, embedded: boolean) => {
    const form = currentForm(world, posting)
    if (form.traits.includes('old')) return oldGreenhousePage(posting, form, [])
    return greenhousePage({ posting, form, embedded, slowMs: world.delays.slowMs })
  }
  app.get('/:account/jobs/:id', (c) => {
    const posting = find(c.req.param('account'), c.req.param('id'))
    // A closed job leads to the list of those that are open.
    if (!posting) return c.redirect(`/${c.req.param('account')}?error=true`)
    return c.html(shown(posting, false))
  })
  app.get('/:account/jobs/:id/confirmation', (c) => {
    const posting = find(c.req.param('account'), c.req.param('id'))
    return posting ? c.html(greenhouseDone(posting, false)) : c.html(notFoundPage(), 404)
  })
  app.get('/careers/:account/openings', (c) => {
    const posting = find(c.req.param('account'), c.req.query('gh_jid'))
    return posting ? c.html(careersPage(posting)) : c.html(notFoundPage(), 404)
  })
  app.get('/embed/job_app', (c) => {
    const posting = find(c.req.query('for'), c.req.query('token'))
    return posting ? c.html(shown(posting, true)) : c.html(notFoundPage(), 404)
  })
  app.get('/embed/job_app/confirmation', (c) => {
    const posting = find(c.req.query('for'), c.req.query('token'))
    return posting ? c.html(greenhouseDone(posting, true)) : c.html(notFoundPage(), 404)
  })
  app.post('/s3', (c) => {
    const [file] = c.var.body.files
    return file ? c.json({ key: `${file.sha256}/${file.name}` }) : c.json({ error: 'no file' }, 400)
  })
  const submitted = (account: string, id: string, body: Body) => {
    const posting = find(account, id)
    return posting ? receive(world, posting, body) : ({ outcome: 'closed' } as const)
  }
  app.post('/embed/:account/jobs/:id', (c) => {
    const receipt = submitted(c.req.param('account'), c.req.param('id'), c.var.body)
    return c.json(...said(receipt))
  })
  app.post('/:account/jobs/:id', (c) => {
    const { account, id } = c.req.param()
    const posting = find(account, id)
    const form = posting && currentForm(world, posting)
    if (!posting || !form?.traits.includes('old'))
      return c.json(...said(submitted(account, id, c.var.body)))
    const receipt = receive(
      world,
      posting,
      fromOldNames(form, c.var.body, (key) => upload(world, key)),
    )
    if (receipt.outcome === 'ok') return c.redirect(`/${account}/jobs/${id}/confirmation`)
    const missing = receipt.outcome === 'incomplete' ? receipt.missing : [receipt.outcome]
    return c.html(oldGreenhousePage(posting, form, missing), 422)
  })
  return app
}

/** An uploaded file by the key that the upload was answered with, "<sha256>/<name>". */
function upload(world: World, key: string): Body['files'][number] | undefined {
  const [sha256 = '', name = ''] = key.split('/')
  const bytes = fileOf(world, sha256)
  return bytes && { field: '', name, sha256, bytes: bytes.length }
}

function said(
  receipt: ReturnType<typeof receive>,
): [Record<string, unknown>, 200 | 409 | 410 | 422] {
  switch (receipt.outcome) {
    case 'ok':
      return [{ status: 'ok' }, 200]
    case 'silent':
      return [{}, 200]
    case 'incomplete':
      return [{ message: `Please complete: ${receipt.missing.join(', ')}.` }, 422]
    case 'verify':
      return [{ verify: true, message: messages.verify }, 422]
    case 'expired':
      return [{ expired: true, message: messages.expired }, 422]
    case 'closed':
      return [{ message: messages.closed }, 410]
    default:
      return [{ message: messages[receipt.outcome] }, 409]
  }
}
