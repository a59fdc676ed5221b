// A stand-in for the few calls of AWS that the SST command line itself makes: parameters (SSM) and its own state (S3).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What SST finds once an account was set up for it. */
const bootstrap = {
  version: 99,
  asset: 'sst-asset-offline',
  state: 'sst-state-offline',
  assetEcrRegistryId: '123456789012',
  assetEcrUrl: '123456789012.dkr.ecr.eu-central-1.amazonaws.com/sst-asset',
}

export interface AwsStandIn {
  url: string
  stop(): void
}

export async function startAws(): Promise<AwsStandIn> {
  const parameters = new Map([['/sst/bootstrap', JSON.stringify(bootstrap)]])
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const target = String(request.headers['x-amz-target'] ?? '')
    if (target.startsWith('AmazonSSM.')) parameter(response, parameters, target, body)
    else object(request, response, objects, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function parameter(
  response: ServerResponse,
  parameters: Map<string, string>,
  target: string,
  body: Buffer,
) {
  const { Name, Value } = JSON.parse(body.toString('utf8'))
  const answer = (status: number, json: object) =>
    response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(json))
  if (target.endsWith('.PutParameter')) {
    parameters.set(Name, Value)
    return answer(200, { Version: 1 })
  }
  const found = parameters.get(Name)
  if (found === undefined) return answer(400, { __type: 'ParameterNotFound', message: Name })
  answer(200, { Parameter: { Name, Type: 'String', Value: found, Version: 1 } })
}

function object(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Map<string, Buffer>,
  body: Buffer,
) {
  const { method = '', url = '' } = request
  const key = new URL(url, 'http://s3').pathname
  const found = objects.get(key)
  if (method === 'PUT') {
    objects.set(key, body)
    response.writeHead(200, { etag: '"1"' }).end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (method === 'GET' && found) {
    response.writeHead(200).end(found)
  } else {
    response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end(`<Error><Code>NoSuchKey</Code><Message>none</Message><Key>${key}</Key></Error>`)
  }
}
