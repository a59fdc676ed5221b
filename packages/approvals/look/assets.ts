// The files that pages refer to: the stylesheet, the manifest, the icon.
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Env } from '../web/environment.ts'
import { style } from './style.ts'

const tag = `"${createHash('sha256').update(style).digest('base64url').slice(0, 16)}"`

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#1f4fd8"/><path d="M14 34l10 10 20-24M30 40l4 4 20-24" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>`

const manifest = {
  name: 'Countersign',
  short_name: 'Countersign',
  start_url: '/',
  display: 'standalone',
  background_color: '#f7f6f2',
  theme_color: '#1f4fd8',
  icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
}

export const assets = new Hono<Env>()
  .get('/look.css', (c) => {
    if (c.req.header('if-none-match') === tag) return c.body(null, 304)
    c.header('Cache-Control', 'public, max-age=300')
    c.header('ETag', tag)
    return c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' })
  })
  .get('/icon.svg', (c) => c.body(icon, 200, { 'Content-Type': 'image/svg+xml' }))
  .get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifest), 200, { 'Content-Type': 'application/manifest+json' }),
  )
