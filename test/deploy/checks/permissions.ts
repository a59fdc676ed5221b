// Who may do what: exactly what each function needs, to nobody else, and no more of a wildcard than AWS makes necessary.
import { statementsOf } from '../lambda/package.ts'
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

/** Why a resource ends in a wildcard: AWS has nothing narrower. */
const wildcards: { reason: string; resource: RegExp }[] = [
  {
    reason: 'Lambda chooses the names of log streams',
    resource: /^arn:aws:logs:[^*]+:log-group:\/aws\/lambda\/[a-z0-9-]+:\*$/,
  },
  {
    reason: 'the name of a file is its hash, known when it is made',
    resource: /^arn:aws:s3:::[a-z0-9-]+\/(files|profile)\/([a-z0-9-]+\/)?\*$/,
  },
]

export const everyRole: Check = (synthesis) => {
  const { bucket, queue } = generated(synthesis)
  const names = all(synthesis, types.role).map(({ name }) => name)
  const roles = expected().flatMap(({ name, schedule }) => [
    `${name}Role`,
    ...(schedule ? [`${name}CronRole`] : []),
  ])
  return [
    ...differences('the deployment', { roles: names.toSorted() }, { roles: roles.toSorted() }),
    ...expected().flatMap(({ name, schedule, ...wanted }) => {
      const undone = schedule ? [allow(['sqs:SendMessage'], [arn('sqs', queue)])] : []
      const logs = arn('logs', `log-group:/aws/lambda/${lambdaName(name)}:*`)
      return [
        ...differences(
          `${name}’s role`,
          { statements: statementsOf(synthesis, name) },
          {
            statements: [
              allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logs]),
              ...wanted.bucket.map((grant) => onBucket(bucket, grant)),
              ...undone,
            ],
          },
        ),
        ...(schedule
          ? differences(
              `${name}’s schedule’s role`,
              { statements: statementsOf(synthesis, `${name}Cron`) },
              {
                statements: [
                  allow(['lambda:InvokeFunction'], [arn('lambda', `function:${lambdaName(name)}`)]),
                  ...undone,
                ],
              },
            )
          : []),
      ]
    }),
  ]
}

function allow(actions: string[], resources: string[]) {
  return { Effect: 'Allow', Action: actions, Resource: resources }
}

function onBucket(
  bucket: string,
  { actions, on, listing }: { actions: string[]; on: string[]; listing?: true },
) {
  const whole = `arn:aws:s3:::${bucket}`
  if (!listing)
    return allow(
      actions,
      on.map((key) => `${whole}/${key}`),
    )
  return { ...allow(actions, [whole]), Condition: { StringLike: { 's3:prefix': on } } }
}

/** A role is taken by one service of AWS, and by no principal of the account. */
export const trust: Check = (synthesis) =>
  all(synthesis, types.role).flatMap(({ name, inputs }) => {
    const policy: unknown = inputs.assumeRolePolicy
    const text = typeof policy === 'string' ? policy : JSON.stringify(policy)
    const service = name.endsWith('CronRole') ? 'scheduler' : 'lambda'
    const trusted = JSON.parse(text).Statement.map((one: { Principal: unknown }) => one.Principal)
    return [
      ...differences(name, { trusted }, { trusted: [{ Service: `${service}.amazonaws.com` }] }),
      ...differences(name, { managed: inputs.managedPolicyArns ?? [] }, { managed: [] }),
    ]
  })

export const noWildcards: Check = (synthesis) =>
  all(synthesis, types.role).flatMap(({ name }) =>
    statementsOf(synthesis, name.replace(/Role$/, '')).flatMap(({ Action, Resource }) => [
      ...Action.filter((action) => action.includes('*')).map(
        (action) => `${name} may do ${action}`,
      ),
      ...Resource.filter(
        (one) => one.includes('*') && !wildcards.some(({ resource }) => resource.test(one)),
      ).map((one) => `${name} may do ${Action.join(', ')} to ${one}`),
    ]),
  )

/** One function answers the internet, and only by its own address. */
export const reachable: Check = (synthesis) => {
  const open = all(synthesis, types.permission).map(({ inputs }) => [
    inputs.function,
    inputs.action,
    inputs.principal,
    inputs.functionUrlAuthType ?? inputs.invokedViaFunctionUrl,
  ])
  const name = lambdaName('Approvals')
  return [
    ...differences(
      'the deployment',
      { open },
      {
        open: [
          [name, 'lambda:InvokeFunctionUrl', '*', 'NONE'],
          [name, 'lambda:InvokeFunction', '*', true],
        ],
      },
    ),
    ...differences(
      'the deployment',
      { addresses: all(synthesis, types.url).map((one) => one.name) },
      { addresses: ['ApprovalsUrl'] },
    ),
    ...differences('the pages', inputsOf(synthesis, types.url, 'ApprovalsUrl'), {
      functionName: name,
      authorizationType: 'NONE',
      cors: undefined,
    }),
  ]
}
