// What AWS would answer to a resource that is made, for the resources that others of our stack refer to.

/** A resource as the program asked for it. */
export interface Resource {
  type: string
  name: string
  inputs: Record<string, unknown>
  /** Names of the resources that were told to be there first. */
  after?: string[]
  /** Stays when it is taken out of the program. */
  kept?: boolean
}

interface Asked {
  type: string
  name: string
  inputs: Record<string, unknown>
}

const account = '123456789012'
export const region = 'eu-central-1'

/** Answers for Pulumi's mock monitor; every resource that was asked for is kept in `resources`. */
export function cloud() {
  const resources: Resource[] = []
  return {
    resources,
    newResource(asked: Asked) {
      const { type, name, inputs } = asked
      resources.push({ type, name, inputs })
      const id = text(inputs.name) ?? text(inputs.bucket) ?? name
      return { id, state: { ...inputs, ...outputs(type, id, inputs) } }
    },
    call({ token, inputs }: { token: string; inputs: Record<string, unknown> }) {
      const answer = calls[token]
      if (!answer) throw new Error(`the stand-in for AWS does not know ${token}`)
      return answer(inputs)
    },
  }
}

function arn(service: string, rest: string): string {
  return `arn:aws:${service}:${region}:${account}:${rest}`
}

function outputs(type: string, id: string, inputs: Record<string, unknown>): object {
  switch (type) {
    case 'aws:lambda/function:Function': {
      const own = arn('lambda', `function:${id}`)
      const api = `arn:aws:apigateway:${region}:lambda:path/2015-03-31/functions`
      return { arn: own, qualifiedArn: `${own}:1`, invokeArn: `${api}/${own}/invocations` }
    }
    case 'aws:lambda/functionUrl:FunctionUrl':
      return { functionUrl: `https://${id.toLowerCase()}.lambda-url.${region}.on.aws/` }
    case 'aws:lambda/layerVersion:LayerVersion':
      return { arn: arn('lambda', `layer:${id}:1`), version: '1' }
    case 'aws:iam/role:Role':
      return { name: id, arn: `arn:aws:iam::${account}:role/${id}` }
    case 'aws:s3/bucket:Bucket':
      return { bucket: id, arn: `arn:aws:s3:::${id}` }
    case 'aws:sqs/queue:Queue':
      return { url: `https://sqs.${region}.amazonaws.com/${account}/${id}`, arn: arn('sqs', id) }
    case 'aws:sns/topic:Topic':
      return { arn: arn('sns', id) }
    case 'aws:cloudwatch/logGroup:LogGroup':
      return { arn: arn('logs', `log-group:${id}`) }
    case 'aws:apigatewayv2/api:Api':
      return {
        arn: `arn:aws:apigateway:${region}::/apis/${id}`,
        executionArn: arn('execute-api', id),
        apiEndpoint: `https://${id.toLowerCase()}.execute-api.${region}.amazonaws.com`,
      }
    case 'aws:acm/certificate:Certificate':
      return { arn: arn('acm', `certificate/${id}`), domainValidationOptions: [validation(inputs)] }
    case 'aws:acm/certificateValidation:CertificateValidation':
      return { certificateArn: inputs.certificateArn }
    case 'aws:apigatewayv2/domainName:DomainName':
      return { domainNameConfiguration: { targetDomainName: 'd-1.example', hostedZoneId: 'Z1' } }
    case 'random:index/randomBytes:RandomBytes':
      return { base64: Buffer.alloc(Number(inputs.length), 7).toString('base64') }
    default:
      return { arn: arn('other', `${type}/${id}`) }
  }
}

function validation({ domainName }: Record<string, unknown>) {
  const resourceRecordName = `_1.${domainName}`
  return { domainName, resourceRecordName, resourceRecordType: 'CNAME', resourceRecordValue: '_2' }
}

type Inputs = Record<string, unknown>
const calls: Record<string, (inputs: Inputs) => object> = {
  'aws:index/getRegion:getRegion': () => ({ region, name: region, id: region }),
  'aws:index/getPartition:getPartition': () => ({ partition: 'aws', dnsSuffix: 'amazonaws.com' }),
  'aws:index/getCallerIdentity:getCallerIdentity': () => ({
    accountId: account,
    arn: `arn:aws:iam::${account}:user/owner`,
  }),
  'aws:route53/getZone:getZone': () => ({ zoneId: 'Z2', name: 'example.org' }),
  'aws:iam/getPolicyDocument:getPolicyDocument': (inputs) => ({
    ...inputs,
    json: JSON.stringify(policy(inputs)),
  }),
}

interface Statement {
  effect?: string
  actions?: string[]
  resources?: string[]
  principals?: unknown
  conditions?: { test: string; variable: string; values: string[] }[]
}

function policy({ statements = [] }: { statements?: Statement[] }) {
  return {
    Version: '2012-10-17',
    Statement: statements.map(({ effect, actions, resources, principals, conditions = [] }) => ({
      Effect: effect ?? 'Allow',
      ...(principals !== undefined && { Principal: principals }),
      Action: actions,
      Resource: resources,
      ...(conditions.length > 0 && {
        Condition: Object.fromEntries(
          conditions.map(({ test, variable, values }) => [test, { [variable]: values }]),
        ),
      }),
    })),
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

const secretMark = '4dabf18193072939515e22adb298388d'
const isSecret = '1b47061264138c4ac30d75fd1eb44270'

/** The same with Pulumi's wrapping of secrets taken off. */
export function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped)
  if (typeof value !== 'object' || value === null) return value
  if (Reflect.get(value, secretMark) === isSecret) return unwrapped(Reflect.get(value, 'value'))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unwrapped(part)]))
}
