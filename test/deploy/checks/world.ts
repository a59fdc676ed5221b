// What the checks look at: the resources of a deployment, found by type and name.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Resource } from '../offline/cloud.ts'
import type { Synthesis } from '../offline/sst.ts'

/** Says what does not hold in a deployment; nothing where all does. */
export type Check = (synthesis: Synthesis) => string[]

export const types = {
  function: 'aws:lambda/function:Function',
  invoke: 'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig',
  permission: 'aws:lambda/permission:Permission',
  url: 'aws:lambda/functionUrl:FunctionUrl',
  role: 'aws:iam/role:Role',
  schedule: 'aws:scheduler/schedule:Schedule',
  logs: 'aws:cloudwatch/logGroup:LogGroup',
  alarm: 'aws:cloudwatch/metricAlarm:MetricAlarm',
  filter: 'aws:cloudwatch/logMetricFilter:LogMetricFilter',
} as const

export function all({ resources }: Synthesis, type: string): Resource[] {
  return resources.filter((one) => one.type === type)
}

/** The inputs of one resource; nothing but `missing` where there is none. */
export function inputsOf(synthesis: Synthesis, type: string, name: string) {
  const found = all(synthesis, type).find((one) => one.name === name)
  return found?.inputs ?? { missing: name }
}

/** Compares what is there with what should be, part by part, so that a fault names the part. */
export function differences(what: string, actual: object, expected: object): string[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    const found: unknown = Reflect.get(actual, key)
    if (isDeepStrictEqual(found, value)) return []
    return [`${what}: ${key} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`]
  })
}

export const account = '123456789012'
export const arn = (service: string, rest: string) =>
  `arn:aws:${service}:eu-central-1:${account}:${rest}`

/** Names that end in random letters, as they came out this time. */
export function generated(synthesis: Synthesis) {
  const text = z.string().default('')
  const bucket = inputsOf(synthesis, 'aws:s3/bucket:Bucket', 'FilesBucket')
  const queue = inputsOf(synthesis, 'aws:sqs/queue:Queue', 'UndoneQueue')
  return {
    bucket: text.parse(Reflect.get(bucket, 'bucket')),
    queue: text.parse(Reflect.get(queue, 'name')),
  }
}

/** `TickJobs` as the Lambda is called. */
export function lambdaName(name: string): string {
  return `countersign-production-${name.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()}`
}
