// Alarms: each of them, mailed to the owner, and about what it says.
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

const topic = arn('sns', 'countersign-production-alarms')
const namespace = 'Countersign/production'
const hour = { period: 3600, statistic: 'Sum', namespace }
const once = { evaluationPeriods: 1, datapointsToAlarm: 1, threshold: 1 }
const many = {
  comparisonOperator: 'GreaterThanOrEqualToThreshold',
  treatMissingData: 'notBreaching',
}

function alarms(queue: string): Record<string, object> {
  const errors = expected().map(({ name }) => [
    `${name}ErrorsAlarm`,
    {
      ...many,
      ...once,
      ...(name.startsWith('Tick') && { evaluationPeriods: 3, datapointsToAlarm: 2 }),
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      statistic: 'Sum',
      period: 300,
      dimensions: { FunctionName: lambdaName(name) },
    },
  ])
  return {
    ...Object.fromEntries(errors),
    ReaperSilentAlarm: {
      ...hour,
      metricName: 'ReaperRuns',
      comparisonOperator: 'LessThanThreshold',
      treatMissingData: 'breaching',
      threshold: 1,
      evaluationPeriods: 2,
      datapointsToAlarm: 2,
    },
    IncidentsAlarm: { ...many, ...once, ...hour, metricName: 'Incidents' },
    UndeliveredAlarm: { ...many, ...once, ...hour, metricName: 'Undelivered' },
    PagesFailedAlarm: {
      ...many,
      ...once,
      namespace,
      metricName: 'PagesFailed',
      period: 900,
      threshold: 5,
    },
    UndoneAlarm: {
      ...many,
      ...once,
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      statistic: 'Maximum',
      period: 300,
      dimensions: { QueueName: queue },
    },
  }
}

const filters: Record<string, { from: string; pattern: string; value: string }> = {
  ReaperRuns: {
    from: 'Reaper',
    pattern: '{ $.event = "reaper" && $.outcome != "failed" }',
    value: '1',
  },
  Incidents: {
    from: 'Reaper',
    pattern: '{ $.event = "reaper" && $.incidents > 0 }',
    value: '$.incidents',
  },
  Undelivered: {
    from: 'Reaper',
    pattern: '{ $.event = "reaper" && $.undelivered > 0 }',
    value: '$.undelivered',
  },
  PagesFailed: {
    from: 'Approvals',
    pattern: '{ $.event = "page failed" || $.event = "not served" }',
    value: '1',
  },
}

export const everyAlarm: Check = (synthesis) => {
  const wanted = alarms(generated(synthesis).queue)
  const names = all(synthesis, types.alarm).map(({ name }) => name)
  return [
    ...differences(
      'the deployment',
      { alarms: names.toSorted() },
      {
        alarms: Object.keys(wanted).toSorted(),
      },
    ),
    ...Object.entries(wanted).flatMap(([name, parts]) =>
      differences(name, inputsOf(synthesis, types.alarm, name), {
        ...parts,
        alarmActions: [topic],
        okActions: [topic],
      }),
    ),
    ...Object.entries(filters).flatMap(([name, { from, pattern, value }]) =>
      differences(name, inputsOf(synthesis, types.filter, name), {
        logGroupName: `/aws/lambda/${lambdaName(from)}`,
        pattern,
        metricTransformation: { name, namespace, value },
      }),
    ),
    ...differences(
      'alarms',
      inputsOf(synthesis, 'aws:sns/topicSubscription:TopicSubscription', 'AlarmMail'),
      { topic, protocol: 'email', endpoint: 'owner@example.org' },
    ),
  ]
}
