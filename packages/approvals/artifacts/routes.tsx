// Files by their hash: exactly the bytes that were recorded, and nothing in them that could run.
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { Notice } from '../look/notice.tsx'
import type { Env } from '../web/environment.ts'

export const artifactRoutes = new Hono<Env>()

// What a page may show in place. A drawing (SVG) can hold a script and is handed out as a file.
const images = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
const plain = /^[a-z]+\/[a-z0-9.+-]{1,60}$/

const recorded = z.object({ name: z.string(), media_type: z.string() })

artifactRoutes.get('/artifacts/:sha256', async (c) => {
  if (!c.get('visitor')) return c.redirect('/sign-in', 303)
  const { database, files, log } = c.get('app')
  const sha256 = c.req.param('sha256')
  const nothing = () => c.html(<Notice c={c} title="There is no such file" />, 404)
  if (!/^[0-9a-f]{64}$/.test(sha256)) return nothing()
  const [row] = await database.query(
    `select name, media_type from countersign.artifact_detail
     where sha256 = $1 and erased_at is null
     order by recorded_at
     limit 1`,
    [sha256],
    { repeatable: true },
  )
  if (!row) return nothing()
  const bytes = await files.read(sha256)
  if (!bytes) return nothing()
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    log('file is not its hash', { sha256 })
    return nothing()
  }
  const { name, media_type: type } = recorded.parse(row)
  const inline = images.has(type)
  // A type that is none, or could be taken for a page of ours, is sent as bytes to be kept.
  const sent = inline || (plain.test(type) && !/html|xml|script/.test(type))
  c.header('Content-Type', sent ? type : 'application/octet-stream')
  c.header('Content-Disposition', `${inline ? 'inline' : 'attachment'}; ${fileName(name)}`)
  c.header('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
  return c.body(Uint8Array.from(bytes), 200)
})

/** RFC 6266: the name in ASCII for old readers, and whole. */
function fileName(name: string): string {
  const short = name
    .replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '_')
    .slice(0, 120)
    .toWellFormed()
  const ascii = short.replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  const whole = encodeURIComponent(short).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${whole}`
}
