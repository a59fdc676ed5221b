// What no board is special in: the front page, the inbox, place look-ups, captcha frames, an account's list.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Env } from '../body.ts'
import { placesLike } from '../countries.ts'
import { captchaFrame } from '../pages/captcha.ts'
import { inboxPage } from '../pages/inbox.ts'
import { frontPage, jobList, notFoundPage, privacyPage } from '../pages/lists.ts'
import { style } from '../pages/style.ts'
import { fileOf, isOpen, type World } from '../world.ts'

const scripts = new URL('../browser/', import.meta.url)

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
    const bytes = fileOf(world, c.req.param('sha256'))
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

/** An account's open jobs; for addresses that nothing else stands at. */
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
  return app
}
