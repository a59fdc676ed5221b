// Events as AWS sends them.

/** Of a function URL, and of an HTTP API in front of a function: payload format 2.0. */
export function urlEvent(origin: string, request: UrlRequest) {
  const { host: domainName } = new URL(origin)
  const { pathname, search } = new URL(request.path, origin)
  const { cookie, ...headers } = request.headers
  const query = search.slice(1)
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: query,
    // AWS takes cookies out of the headers.
    ...(cookie && { cookies: cookie.split('; ') }),
    headers: {
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
      ...headers,
      host: domainName,
    },
    ...(query && { queryStringParameters: Object.fromEntries(new URLSearchParams(query)) }),
    requestContext: {
      accountId: 'anonymous',
      apiId: domainName.split('.')[0],
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: {
        method: request.method,
        path: pathname,
        protocol: 'HTTP/1.1',
        sourceIp: '203.0.113.9',
        userAgent: 'test',
      },
      requestId: 'a-request',
      routeKey: '$default',
      stage: '$default',
      time: '30/Nov/2026:07:00:00 +0000',
      timeEpoch: Date.parse('2026-11-30T07:00:00Z'),
    },
    ...(request.body !== undefined && { body: Buffer.from(request.body).toString('base64') }),
    isBase64Encoded: request.body !== undefined,
  }
}

interface UrlRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** What AWS makes of the function's answer before a browser sees it. */
export interface UrlAnswer {
  statusCode: number
  headers: Record<string, string>
  cookies?: string[]
  body?: string
  isBase64Encoded?: boolean
}

export function responseOf({ statusCode, headers, cookies, body, isBase64Encoded }: UrlAnswer) {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8')
  const empty = [101, 204, 205, 304].includes(statusCode)
  const answer = new Response(empty ? null : bytes, { status: statusCode, headers })
  for (const cookie of cookies ?? []) answer.headers.append('set-cookie', cookie)
  return answer
}

/** Of a schedule: what the plan's cron hands over, its placeholders filled in. */
export function scheduleEvent(at = '2026-11-30T07:02:00Z') {
  return { scheduledTime: at, executionId: 'an-execution' }
}
