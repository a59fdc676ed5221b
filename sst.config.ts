/// <reference path="./.sst/platform/config.d.ts" />
// What a deployment creates: the plan of packages/infra, turned into SST's components. It names no workload.
import type { AlarmPlan, FunctionPlan, Grant, StagePlan } from './packages/infra/plan.ts'

export default $config({
  app({ stage }) {
    const production = stage === 'production'
    return {
      name: 'countersign',
      home: 'aws',
      // What a mistyped command would take away in production stays.
      removal: production ? 'retain' : 'remove',
      protect: production,
      providers: { aws: { region: (process.env.AWS_REGION ?? 'eu-central-1') as aws.Region } },
    }
  },

  async run() {
    const plan = await readPlan($app.stage)
    const { account, partition, region } = where()
    const secrets = new Map(
      plan.secrets.map(({ name, required }) => [
        name,
        required ? new sst.Secret(name) : new sst.Secret(name, ''),
      ]),
    )
    const files = new sst.aws.Bucket('Files', {
      cors: false,
      versioning: false, // What is erased must be gone.
      lifecycle: [
        { id: 'expire', prefix: 'files/', expiresIn: `${plan.filesExpireAfterDays} days` },
      ],
      transform: { bucket: { forceDestroy: $app.removal !== 'retain' } },
    })
    const undone = new sst.aws.Queue('Undone', {
      transform: { queue: { messageRetentionSeconds: 14 * 86_400, sqsManagedSseEnabled: true } },
    })

    let layer: aws.lambda.LayerVersion | undefined
    const tex = () => {
      layer ??= texLayer(plan.texFolder)
      return layer
    }

    /** A Lambda of the plan. Its role trusts Lambda alone and may do what is listed here. */
    const lambda = (
      { name, ...wanted }: FunctionPlan,
      more: Partial<sst.aws.FunctionArgs> = {},
      after: $util.Resource[] = [],
    ) => {
      const named = `${$app.name}-${$app.stage}-${kebab(name)}`
      const logs = $interpolate`arn:${partition}:logs:${region}:${account}:log-group:/aws/lambda/${named}:*`
      return new sst.aws.Function(name, {
        name: named,
        description: wanted.description,
        handler: wanted.handler,
        runtime: 'nodejs24.x',
        architecture: 'x86_64',
        memory: `${wanted.memoryMb} MB`,
        timeout: `${wanted.timeoutSeconds} seconds`,
        storage: `${wanted.storageMb} MB`,
        logging: { format: 'json', retention: plan.logRetention },
        // Small starts: what is loaded when it is needed stays in files of its own, and no function is
        // given its name again one by one.
        nodejs: {
          minify: true,
          splitting: true,
          install: wanted.packages,
          esbuild: { keepNames: false, external: wanted.absent },
        },
        copyFiles: wanted.copied,
        layers: wanted.tex ? [tex().arn] : [],
        link: wanted.secrets.flatMap((secret) => secrets.get(secret) ?? []),
        permissions: [
          { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logs] },
          ...wanted.grants.map((grant) => permission(grant, files, account)),
          ...(wanted.schedule ? [{ actions: ['sqs:SendMessage'], resources: [undone.arn] }] : []),
        ],
        retries: 0, // The next tick is the retry.
        ...more,
        environment: {
          ...wanted.environment,
          ...(wanted.environment.COUNTERSIGN_PREFIXES && { COUNTERSIGN_BUCKET: files.name }),
          ...more.environment,
        },
        transform: {
          // SST's own would also let every principal of the account take the role, and write any log.
          role: (role) => {
            role.assumeRolePolicy = trust('lambda.amazonaws.com')
            role.managedPolicyArns = []
          },
          function: (_, options) => {
            options.dependsOn = after
          },
          eventInvokeConfig: (config) => {
            config.maximumEventAgeInSeconds = plan.eventAgeSeconds
            if (wanted.schedule)
              config.destinationConfig = { onFailure: { destination: undone.arn } }
          },
        },
      })
    }

    const [first, pages, ...others] = plan.functions
    if (first?.name !== 'Migrate' || pages?.name !== 'Approvals') throw new Error('not a plan')

    // Nothing else of a deployment is updated before its migration has succeeded.
    const migrate = lambda(first)
    const migrated = new aws.lambda.Invocation('Migrated', {
      functionName: migrate.name,
      input: '{}',
      triggers: { code: migrate.nodes.function.s3Key.apply((key) => key ?? '') },
    })

    const { domain, certificateArn } = plan
    const approvals = lambda(
      pages,
      domain
        ? { environment: { COUNTERSIGN_ORIGIN: `https://${domain}` } }
        : { url: { cors: false } },
      [migrated],
    )
    if (domain) {
      const api = new sst.aws.ApiGatewayV2('Pages', {
        domain: certificateArn
          ? { name: domain, dns: false, cert: certificateArn }
          : { name: domain },
        cors: false,
        accessLog: { retention: plan.logRetention },
        // Under one name only: passkeys are bound to it.
        transform: { api: { disableExecuteApiEndpoint: true } },
      })
      api.route('$default', approvals.arn)
    }
    const origin = domain
      ? $output(`https://${domain}`)
      : approvals.url.apply((url) => new URL(url).origin)

    const lambdas = new Map([
      [first.name, migrate],
      [pages.name, approvals],
    ])
    for (const one of others) {
      const made = lambda(one, { environment: { COUNTERSIGN_ORIGIN: origin } }, [migrated])
      lambdas.set(one.name, made)
      if (one.schedule) schedule(one, made, undone, plan.eventAgeSeconds)
    }
    alarms(plan, lambdas, undone)
    return { pages: origin, bucket: files.name }
  },
})

/** The plan, made of the registry and the owner's settings by a process of its own (packages/infra/print.ts). */
async function readPlan(stage: string): Promise<StagePlan> {
  const { execFileSync } = await import('node:child_process')
  const printed = execFileSync('node', ['packages/infra/print.ts', stage], {
    cwd: $cli.paths.root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(printed)
}

function where() {
  return {
    account: aws.getCallerIdentityOutput({}).accountId,
    partition: aws.getPartitionOutput({}).partition,
    region: aws.getRegionOutput({}).region,
  }
}

/** `TickJobs` as a Lambda is called: `tick-jobs`. */
function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
}

function trust(service: string): string {
  const allowed = { Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }
  return JSON.stringify({ Version: '2012-10-17', Statement: [allowed] })
}

function permission(
  grant: Grant,
  files: sst.aws.Bucket,
  account: $util.Output<string>,
): sst.aws.FunctionPermissionArgs {
  const { actions } = grant
  if ('keys' in grant) {
    return { actions, resources: grant.keys.map((key) => $interpolate`${files.arn}/${key}`) }
  }
  if ('arns' in grant) {
    const own = (arn: string) => account.apply((number) => arn.replace('{account}', number))
    return { actions, resources: grant.arns.map(own) }
  }
  return {
    actions,
    resources: [files.arn],
    conditions: [{ test: 'StringLike', variable: 's3:prefix', values: grant.listing }],
  }
}

/** The pdfTeX tree that `npm start` uses, as a layer, in a folder of its own below /opt. */
function texLayer(folder: string): aws.lambda.LayerVersion {
  const { AssetArchive, FileArchive } = $util.asset
  return new aws.lambda.LayerVersion('Tex', {
    layerName: `${$app.name}-${$app.stage}-tex`,
    code: new AssetArchive({ texlive: new FileArchive(folder) }),
    compatibleArchitectures: ['x86_64'],
    compatibleRuntimes: ['nodejs24.x'],
  })
}

function schedule(
  { name, schedule: planned }: FunctionPlan,
  made: sst.aws.Function,
  undone: sst.aws.Queue,
  eventAgeSeconds: number,
) {
  if (!planned) return
  new sst.aws.CronV2(`${name}Cron`, {
    function: made.arn as $util.Output<`arn:${string}`>,
    schedule: planned.expression as `cron(${string})`,
    timezone: planned.timeZone,
    retries: 0,
    dlq: undone.arn,
    event: {
      scheduledTime: '<aws.scheduler.scheduled-time>',
      executionId: '<aws.scheduler.execution-id>',
    },
    transform: {
      schedule: (args) => {
        args.target = $output(args.target).apply((target) => ({
          ...target,
          retryPolicy: { ...target.retryPolicy, maximumEventAgeInSeconds: eventAgeSeconds },
        }))
      },
    },
  })
}

function alarms(
  plan: StagePlan,
  lambdas: ReadonlyMap<string, sst.aws.Function>,
  undone: sst.aws.Queue,
) {
  const namespace = `Countersign/${plan.stage}`
  const of = (name: string) => {
    const found = lambdas.get(name)
    if (!found) throw new Error(`no function ${name}`)
    return found
  }
  for (const { name, function: from, pattern, value } of plan.metrics) {
    new aws.cloudwatch.LogMetricFilter(name, {
      name,
      logGroupName: $output(of(from).nodes.logGroup).apply((group) => $output(group?.name ?? '')),
      pattern,
      metricTransformation: { name, namespace, value },
    })
  }
  const topic = new aws.sns.Topic('Alarms', { name: `${$app.name}-${$app.stage}-alarms` })
  new aws.sns.TopicSubscription('AlarmMail', {
    topic: topic.arn,
    protocol: 'email',
    endpoint: plan.alarmMail,
  })
  const measured = (what: AlarmPlan['of']) => {
    if ('errors' in what) {
      const dimensions = { FunctionName: of(what.errors).name }
      return { namespace: 'AWS/Lambda', metricName: 'Errors', statistic: 'Sum', dimensions }
    }
    if ('metric' in what) return { namespace, metricName: what.metric, statistic: 'Sum' }
    const dimensions = { QueueName: undone.nodes.queue.name }
    const metricName = 'ApproximateNumberOfMessagesVisible'
    return { namespace: 'AWS/SQS', metricName, statistic: 'Maximum', dimensions }
  }
  for (const alarm of plan.alarms) {
    new aws.cloudwatch.MetricAlarm(`${alarm.name}Alarm`, {
      name: `${$app.name}-${$app.stage}-${kebab(alarm.name)}`,
      alarmDescription: alarm.description,
      ...measured(alarm.of),
      period: alarm.periodSeconds,
      evaluationPeriods: alarm.periods,
      datapointsToAlarm: alarm.bad ?? alarm.periods,
      threshold: alarm.threshold,
      comparisonOperator: alarm.below ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
      treatMissingData: alarm.silence === 'bad' ? 'breaching' : 'notBreaching',
      alarmActions: [topic.arn],
      okActions: [topic.arn],
    })
  }
}
