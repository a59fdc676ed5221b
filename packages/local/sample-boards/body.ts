// The body of a request: its fields and its files, read once and logged.
import type { Context } from 'hono'
import type { ReceivedFile } from './submission.ts'
import { keepFile, type LoggedRequest, logRequest, type World } from './world.ts'

export interface Body {
  fields: Readonly<Record<string, readonly string[]>>
  files: readonly ReceivedFile[]
}

/** What a handler finds in its context. */
export interface Env {
  Variables: { body: Body }
}

const kinds: readonly (readonly [LoggedRequest['kind'], RegExp])[] = [
  ['api', /^GET \/(v0|v1|posting-api)\/|^POST .*[?&]op=ApiJobPosting\b/],
  ['lookup', /^GET \/(api\/locations|searchLocations)\b/],
  ['upload', /^POST \/(parseResume|s3)\b|^POST .*[?&]op=Api(UploadFile|ParseResume)\b/],
  ['submit', /^POST /],
]

export async function logged(
  world: World,
  c: Context<Env>,
  next: () => Promise<void>,
): Promise<void> {
  const { method, path } = c.req
  const whole = `${method} ${path}${new URL(c.req.url).search}`
  const kind = kinds.find(([, pattern]) => pattern.test(whole))?.[0] ?? 'page'
  const body = method === 'POST' ? await bodyOf(world, c) : { fields: {}, files: [] }
  c.set('body', body)
  await next()
  if (path.startsWith('/assets/')) return
  logRequest(world, { method, path, kind, ...body, status: c.res.status })
}

async function bodyOf(world: World, c: Context<Env>): Promise<Body> {
  const type = c.req.header('content-type') ?? ''
  if (!/form-data|x-www-form-urlencoded/.test(type)) return { fields: {}, files: [] }
  const fields: Record<string, string[]> = {}
  const files: ReceivedFile[] = []
  for (const [name, value] of await c.req.formData()) {
    if (typeof value === 'string') fields[name] = [...(fields[name] ?? []), value]
    else if (value.size > 0) {
      const bytes = new Uint8Array(await value.arrayBuffer())
      const sha256 = keepFile(world, bytes)
      files.push({ field: name, name: value.name, sha256, bytes: bytes.length })
    }
  }
  return { fields, files }
}
