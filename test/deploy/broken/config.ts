// Breakages of sst.config.ts: a plan that is right, and resources that are not what it says.
import type { Breakage } from './breakage.ts'

const config = 'sst.config.ts'

export const brokenConfig: Breakage[] = [
  {
    what: 'AWS tries a failed tick again',
    edits: { [config]: [['retries: 0, // The next tick is the retry.', 'retries: 2,']] },
    by: 'no event is tried again, waits longer than a minute, or is lost without a trace',
  },
  {
    what: 'a late tick runs for up to six hours after its time',
    edits: { [config]: [['config.maximumEventAgeInSeconds = plan.eventAgeSeconds', '']] },
    by: 'no event is tried again, waits longer than a minute, or is lost without a trace',
  },
  {
    what: 'an event that the schedule can’t hand over is lost',
    edits: { [config]: [['    dlq: undone.arn,\n', '']] },
    by: 'everything runs in one minute of five, the night in the owner’s zone',
  },
  {
    what: 'every principal of the account may take the roles',
    edits: { [config]: [["role.assumeRolePolicy = trust('lambda.amazonaws.com')", '']] },
    by: 'a role is taken by its service alone',
  },
  {
    what: 'a function may write to every log of the account',
    edits: { [config]: [['            role.managedPolicyArns = []\n', '']] },
    by: 'a role is taken by its service alone',
  },
  {
    what: 'the bucket is granted by its link, with all that SST puts into one',
    edits: {
      [config]: [
        [
          'link: wanted.secrets.flatMap((secret) => secrets.get(secret) ?? []),',
          'link: [files, ...wanted.secrets.flatMap((secret) => secrets.get(secret) ?? [])],',
        ],
      ],
    },
    by: 'no wildcard but those that AWS has nothing narrower for',
  },
  {
    what: 'new functions are live before the migration',
    edits: { [config]: [['            options.dependsOn = after\n', '']] },
    by: 'nothing is live before the migration succeeded',
  },
  {
    what: 'the migration runs in the first deployment only',
    edits: {
      [config]: [["{ code: migrate.nodes.function.s3Key.apply((key) => key ?? '') }", '{}']],
    },
    by: 'nothing is live before the migration succeeded',
  },
  {
    what: 'deleted files stay as old versions',
    edits: { [config]: [['versioning: false,', 'versioning: true,']] },
    by: 'the bucket is private and keeps nothing deleted',
  },
  {
    what: 'production can be removed',
    edits: { [config]: [['protect: production', 'protect: false']] },
    by: 'production is protected, and its bucket stays',
  },
  {
    what: 'any site may call the pages',
    edits: { [config]: [['{ url: { cors: false } }', '{ url: true }']] },
    by: 'one function answers the internet',
  },
  {
    what: 'a function may do anything with its log',
    edits: { [config]: [["['logs:CreateLogStream', 'logs:PutLogEvents']", "['logs:*']"]] },
    by: 'no wildcard but those that AWS has nothing narrower for',
  },
  {
    what: 'the night begins by the clock of London',
    edits: { [config]: [['timezone: planned.timeZone', "timezone: 'Europe/London'"]] },
    by: 'everything runs in one minute of five, the night in the owner’s zone',
  },
  {
    what: 'what a function failed on leaves no trace',
    edits: {
      [config]: [['config.destinationConfig = { onFailure: { destination: undone.arn } }', '{}']],
    },
    by: 'no event is tried again, waits longer than a minute, or is lost without a trace',
  },
  {
    what: 'a schedule hands its event over twice',
    edits: { [config]: [['    retries: 0,\n    dlq', '    retries: 1,\n    dlq']] },
    by: 'everything runs in one minute of five, the night in the owner’s zone',
  },
  {
    what: 'a schedule’s event waits for a day',
    edits: {
      [config]: [
        ['maximumEventAgeInSeconds: eventAgeSeconds }', 'maximumEventAgeInSeconds: 86_400 }'],
      ],
    },
    by: 'everything runs in one minute of five, the night in the owner’s zone',
  },
  {
    what: 'every function is given every secret',
    edits: {
      [config]: [
        [
          'link: wanted.secrets.flatMap((secret) => secrets.get(secret) ?? []),',
          'link: [...secrets.values()],',
        ],
      ],
    },
    by: 'each function has the secrets of its own login, and no other',
  },
  {
    what: 'logs are kept for as long as SST likes',
    edits: {
      [config]: [["{ format: 'json', retention: plan.logRetention }", "{ format: 'json' }"]],
    },
    by: 'exactly these functions, each as it should be',
  },
  {
    what: 'every function carries the TeX layer',
    edits: { [config]: [['wanted.tex ? [tex().arn] : []', '[tex().arn]']] },
    by: 'exactly these functions, each as it should be',
  },
  {
    what: 'every function carries a browser',
    edits: {
      [config]: [
        [
          'install: wanted.packages',
          "install: { ...wanted.packages, 'puppeteer-core': '25.16.0' }",
        ],
      ],
    },
    by: 'what can’t be bundled is installed where it is used, and nowhere else',
  },
  {
    what: 'the bucket can be reached without TLS',
    edits: {
      [config]: [
        ['      versioning: false,', '      enforceHttps: false,\n      versioning: false,'],
      ],
    },
    by: 'the bucket is private and keeps nothing deleted',
  },
  {
    what: 'what nobody deletes stays for a century',
    edits: { [config]: [['plan.filesExpireAfterDays', '40_000']] },
    by: 'the bucket is private and keeps nothing deleted',
  },
  {
    what: 'production’s bucket goes with its stack',
    edits: { [config]: [["removal: production ? 'retain' : 'remove'", "removal: 'remove'"]] },
    by: 'production is protected, and its bucket stays',
  },
  {
    what: 'an alarm tells nobody',
    edits: { [config]: [['alarmActions: [topic.arn]', 'alarmActions: []']] },
    by: 'each alarm is about what it says, and mailed',
  },
]
