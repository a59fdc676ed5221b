// Which page or answer stands at which address: the same paths as on the real boards.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { answerJobPosting } from './apis/ashby.ts'
import type { Body, Env } from './body.ts'
import { placesLike } from './countries.ts'
import type { SamplePosting } from './employers.ts'
import { ashbyGone, ashbyPage } from './pages/ashby.ts'
import { captchaFrame } from './pages/captcha.ts'
import { greenhouseDone, greenhousePage } from './pages/greenhouse.ts'
import { fromOldNames, oldGreenhousePage } from './pages/greenhouse-old.ts'
import { inboxPage } from './pages/inbox.ts'
import { leverApply, leverPosting, leverThanks } from './pages/lever.ts'
import { careersPage, frontPage, jobList, notFoundPage, privacyPage } from './pages/lists.ts'
import { style } from './pages/style.ts'
import { receive } from './receive.ts'
import { currentForm, isOpen, postingOf, type World } from './world.ts'

const scripts = new URL('browser/', import.meta.url)
const messages = {
  closed: 'This job is no longer accepting applications.',
  expired: 'Your session has expired. Please check your answers and attach your files again.',
  verify: 'Please enter the code that we sent you.',
  duplicate: 'You have already applied to this job.',
  'no-captcha': 'We could not confirm that you are human.',
} as const

export function commonRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/assets/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css' }))
  app.get('/assets/:name{[a-z-]+\\.js}', (c) => {
    const text = readFileSync(new URL(c.req.param('name'), scripts), 'utf8')
    return c.body(text, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  })
  app.get('/', (c) => {
    const employers = [...new Set(world.postings.map(({ employer }) => employer))]
    return c.html(
      frontPage(
        employers,
        world.postings.filter((posting) => isOpen(world, posting)),
      ),
    )
  })
  app.get('/privacy', (c) => c.html(privacyPage()))
  for (const path of ['/recaptcha/enterprise/:part', '/hcaptcha/captcha/v1/static/:part'])
    app.get(path, (c) => c.html(captchaFrame(c.req.query('visible') === '1')))
  app.get('/inbox', (c) => c.html(inboxPage(world)))
  app.get('/inbox.json', (c) => c.json({ submissions: world.submissions }))
  app.get('/inbox/files/:sha256/:name', (c) => {
    const bytes = world.files.get(c.req.param('sha256'))
    if (!bytes) return c.html(notFoundPage(), 404)
    const pdf = c.req.param('name').toLowerCase().endsWith('.pdf')
    const type = pdf ? 'application/pdf' : 'application/octet-stream'
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': type,
      'X-Content-Type-Options': 'nosniff',
    })
  })
  for (const path of ['/api/locations', '/searchLocations'])
    app.get(path, async (c) => {
      await pause(world.delays.lookupMs)
      return c.json(placesLike(c.req.query('text') ?? ''))
    })
  return app
}

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
  const bytes = world.files.get(sha256)
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
  return app
}

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
    const bytes = world.files.get(handle)
    if (bytes)
      files.push({ field: name.slice(5), name: called, sha256: handle, bytes: bytes.length })
  }
  return { fields, files }
}

/** What every account has: its list, and for Lever the page of a posting. */
export function accountRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/:account', (c, next) => {
    const mine = world.postings.filter(
      ({ employer }) => employer.account === c.req.param('account'),
    )
    const employer = mine[0]?.employer
    if (!employer) return next()
    const open = mine.filter((posting) => isOpen(world, posting))
    return c.html(jobList(employer, open, c.req.query('error') === 'true'))
  })
  app.get('/:account/:id', (c, next) => {
    const posting = postingOf(world, c.req.param('account'), c.req.param('id'))
    if (posting?.employer.board !== 'lever' || !isOpen(world, posting)) return next()
    return c.html(leverPosting(posting))
  })
  app.notFound((c) => c.html(notFoundPage(), 404))
  return app
}
