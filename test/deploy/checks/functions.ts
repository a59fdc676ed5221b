// Functions, their schedules and what becomes of events: exactly those that should be, exactly so.
import { expected } from './expected.ts'
import {
  all,
  arn,
  type Check,
  differences,
  generated,
  inputsOf,
  lambdaName,
  types,
} from './world.ts'

const sorted = (names: Iterable<string>) => [...names].toSorted()

/** The pdfTeX tree: 230 MB that only documents need. */
const layer = arn('lambda', 'layer:Tex:1')

export const everyFunction: Check = (synthesis) => {
  const { bucket } = generated(synthesis)
  const names = all(synthesis, types.function).map(({ name }) => name)
  return [
    ...differences(
      'the deployment',
      { functions: sorted(names) },
      { functions: sorted(expected().map(({ name }) => `${name}Function`)) },
    ),
    ...expected().flatMap(({ name, memory, seconds, disk, environment, tex }) => {
      const inputs = inputsOf(synthesis, types.function, `${name}Function`)
      const variables = Object.entries(Object(Reflect.get(Object(inputs.environment), 'variables')))
      const ours = variables.filter(([key]) => !key.startsWith('SST_'))
      const prefixes = environment.COUNTERSIGN_PREFIXES
      return [
        ...differences(name, inputs, {
          name: lambdaName(name),
          runtime: 'nodejs24.x',
          architectures: ['x86_64'],
          handler: 'bundle.handler',
          memorySize: memory,
          timeout: seconds,
          ephemeralStorage: { size: disk },
          packageType: 'Zip',
          loggingConfig: { logFormat: 'JSON', logGroup: `/aws/lambda/${lambdaName(name)}` },
          reservedConcurrentExecutions: undefined,
          layers: tex ? [layer] : [],
        }),
        ...differences(
          name,
          { environment: Object.fromEntries(ours) },
          { environment: { ...environment, ...(prefixes && { COUNTERSIGN_BUCKET: bucket }) } },
        ),
        ...differences(`${name} logs`, inputsOf(synthesis, types.logs, `${name}LogGroup`), {
          name: `/aws/lambda/${lambdaName(name)}`,
          retentionInDays: 90,
        }),
      ]
    }),
  ]
}

export const everySchedule: Check = (synthesis) => {
  const { queue } = generated(synthesis)
  const scheduled = expected().filter(({ schedule }) => schedule)
  const names = all(synthesis, types.schedule).map(({ name }) => name)
  return [
    ...differences(
      'the deployment',
      { schedules: sorted(names) },
      { schedules: sorted(scheduled.map(({ name }) => `${name}CronSchedule`)) },
    ),
    ...scheduled.flatMap(({ name, schedule: [expression, timeZone] = ['', ''] }) => {
      const inputs = inputsOf(synthesis, types.schedule, `${name}CronSchedule`)
      const target = Object(inputs.target)
      return [
        ...differences(`${name}’s schedule`, inputs, {
          scheduleExpression: expression,
          scheduleExpressionTimezone: timeZone,
          state: 'ENABLED',
          flexibleTimeWindow: { mode: 'OFF' },
        }),
        ...differences(`${name}’s schedule`, target, {
          arn: arn('lambda', `function:${lambdaName(name)}`),
          input: JSON.stringify({
            scheduledTime: '<aws.scheduler.scheduled-time>',
            executionId: '<aws.scheduler.execution-id>',
          }),
          retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
          deadLetterConfig: { arn: arn('sqs', queue) },
        }),
      ]
    }),
  ]
}

export const everyEvent: Check = (synthesis) => {
  const { queue } = generated(synthesis)
  return [
    ...expected().flatMap(({ name, schedule }) =>
      differences(
        `${name}’s events`,
        inputsOf(synthesis, types.invoke, `${name}EventInvokeConfig`),
        {
          functionName: lambdaName(name),
          maximumRetryAttempts: 0,
          maximumEventAgeInSeconds: 60,
          destinationConfig: schedule && { onFailure: { destination: arn('sqs', queue) } },
        },
      ),
    ),
    ...differences('the queue', inputsOf(synthesis, 'aws:sqs/queue:Queue', 'UndoneQueue'), {
      messageRetentionSeconds: 14 * 86_400,
      sqsManagedSseEnabled: true,
      fifoQueue: false,
    }),
  ]
}

/** Every function but the migration's own waits for it, and it runs whenever its package differs. */
export const migrationFirst: Check = (synthesis) => {
  const key = inputsOf(synthesis, types.function, 'MigrateFunction').s3Key
  const late = all(synthesis, types.function)
    .filter(({ name, after = [] }) => name !== 'MigrateFunction' && !after.includes('Migrated'))
    .map(({ name }) => `${name} does not wait for the migration`)
  return [
    ...late,
    ...differences(
      'the migration',
      inputsOf(synthesis, 'aws:lambda/invocation:Invocation', 'Migrated'),
      { functionName: lambdaName('Migrate'), input: '{}', triggers: { code: key } },
    ),
  ]
}

const schedules = /^cron\((\S+ ){5}\S+\)$/

/** What AWS refuses, or takes for something else. */
export const limits: Check = (synthesis) => [
  ...all(synthesis, types.function).flatMap(({ name, inputs }) => {
    const variables = Buffer.byteLength(JSON.stringify(Object(inputs.environment)))
    const long = String(inputs.name).length > 64
    return [
      ...(variables > 4_000 ? [`${name} has ${variables} bytes of environment`] : []),
      ...(long ? [`${name} has too long a name`] : []),
    ]
  }),
  ...all(synthesis, types.schedule)
    .filter(({ inputs }) => !schedules.test(String(inputs.scheduleExpression)))
    .map(({ name, inputs }) => `${name} is no schedule: ${inputs.scheduleExpression}`),
]

/** A value that the stand-ins left open would hide whatever is wrong with it. */
export const everythingResolved: Check = ({ resources }) =>
  resources.flatMap(({ type, name, inputs }) =>
    /__pulumiUnknown|undefined|\[object Object\]|Calling \[toString\]/.test(JSON.stringify(inputs))
      ? [`${type} ${name} has a part that is not known`]
      : [],
  )
