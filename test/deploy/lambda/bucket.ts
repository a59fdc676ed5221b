// A stand-in for the bucket (S3) that lets each function do what its role allows, and nothing else.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** As a policy has it. */
export interface RoleStatement {
  Effect: string
  Action: string[]
  Resource: string[]
  Condition?: Record<string, Record<string, string[]>>
}

interface Stored {
  bytes: Buffer
  at: Date
}

export interface BucketStandIn {
  url: string
  objects: Map<string, Stored>
  /** What was asked and refused. */
  refused: string[]
  stop(): Promise<void>
}

/**
 * `roleOf` answers the statements of a role by its access key, which a test sets to the function's name. Keys are
 * `<bucket>/<key>`.
 */
export async function startBucket(
  roleOf: (accessKey: string) => readonly RoleStatement[],
): Promise<BucketStandIn> {
  const objects = new Map<string, Stored>()
  const refused: string[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const url = new URL(request.url ?? '', 'http://s3')
    const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    const action = actionOf(request.method ?? '', key)
    const who = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? 'nobody'
    const prefix = url.searchParams.get('prefix') ?? ''
    if (!allows(roleOf(who), action, `arn:aws:s3:::${bucket}${key && `/${key}`}`, prefix)) {
      refused.push(`${who} ${action} ${key || prefix}`)
      return failure(response, 403, 'AccessDenied')
    }
    carryOut(response, objects, { action, name: `${bucket}/${key}`, bucket, prefix, body })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    refused,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function actionOf(method: string, key: string): string {
  if (key === '') return 's3:ListBucket'
  return `s3:${method === 'PUT' ? 'Put' : method === 'DELETE' ? 'Delete' : 'Get'}Object`
}

/** IAM's rule for the parts that our policies use: what no statement allows is refused. */
function allows(
  statements: readonly RoleStatement[],
  action: string,
  resource: string,
  prefix: string,
): boolean {
  return statements.some(
    ({ Effect, Action, Resource, Condition }) =>
      Effect === 'Allow' &&
      Action.includes(action) &&
      Resource.some((pattern) => matches(pattern, resource)) &&
      Object.entries(Condition ?? {}).every(
        ([test, { 's3:prefix': patterns = [] }]) =>
          test === 'StringLike' && patterns.some((pattern) => matches(pattern, prefix)),
      ),
  )
}

function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(text)
}

interface Request {
  action: string
  name: string
  bucket: string
  prefix: string
  body: Buffer
}

function carryOut(
  response: ServerResponse,
  objects: Map<string, Stored>,
  { action, name, bucket, prefix, body }: Request,
) {
  if (action === 's3:PutObject') {
    objects.set(name, { bytes: body, at: new Date() })
    return response.writeHead(200, { etag: '"1"' }).end()
  }
  if (action === 's3:DeleteObject') {
    objects.delete(name)
    return response.writeHead(204).end()
  }
  if (action === 's3:ListBucket') return list(response, objects, bucket, prefix)
  const found = objects.get(name)
  if (!found) return failure(response, 404, 'NoSuchKey')
  response.writeHead(200, { 'content-length': found.bytes.length }).end(found.bytes)
}

function list(
  response: ServerResponse,
  objects: Map<string, Stored>,
  bucket: string,
  prefix: string,
) {
  const found = [...objects].filter(([name]) => name.startsWith(`${bucket}/${prefix}`))
  const contents = found.map(([name, { bytes, at }]) => {
    const key = name.slice(bucket.length + 1)
    return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const xml = `<ListBucketResult><KeyCount>${found.length}</KeyCount>${contents.join('')}</ListBucketResult>`
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
}

function failure(response: ServerResponse, status: number, code: string) {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/** The bytes of an object, taken out of the SDK's chunks where it sends them so. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!String(request.headers['content-encoding']).includes('aws-chunked')) return body
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, end), 16)
    if (!(size > 0)) break
    parts.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(parts)
}
