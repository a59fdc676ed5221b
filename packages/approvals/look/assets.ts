// The files that pages refer to: the stylesheet, the pages' script, the manifest, the icon.
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Env } from '../web/environment.ts'
import { pageScript } from './page-script.ts'
import { style } from './style.ts'

function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`
}

/** A text that only a new version changes: kept by browsers for minutes, then asked for by its tag. */
function served(text: string, type: string) {
  const tag = tagOf(text)
  return (c: Context<Env>) => {
    c.header('Cache-Control', 'public, max-age=300')
    c.header('ETag', tag)
    if (c.req.header('if-none-match') === tag) return c.body(null, 304)
    return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8` })
  }
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#1f4fd8"/><g fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"><path d="M13 33l9 9 17-20" opacity="0.5"/><path d="M25 33l9 9 17-20"/></g></svg>`

const manifest = {
  name: 'Countersign',
  short_name: 'Countersign',
  description: 'What waits for a person, and what was done on their word.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f7f6f2',
  theme_color: '#1f4fd8',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
  ],
}

export const assets = new Hono<Env>()
  .get('/look.css', served(style, 'text/css'))
  .get('/page.js', served(pageScript, 'text/javascript'))
  .get('/icon.svg', served(icon, 'image/svg+xml'))
  .get('/manifest.webmanifest', served(JSON.stringify(manifest), 'application/manifest+json'))
