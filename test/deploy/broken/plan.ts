// Breakages of the plan, and of the definitions that it is made of.
import { type Breakage, refusal } from './breakage.ts'

export const brokenPlan: Breakage[] = [
  {
    what: 'housekeeping may read the files that it deletes',
    edits: {
      'packages/infra/functions.ts': [
        [
          "actions: ['s3:DeleteObject'], keys",
          "actions: ['s3:GetObject', 's3:DeleteObject'], keys",
        ],
      ],
    },
    by: 'each role may do exactly what its function does',
  },
  {
    what: 'ticks run a minute apart from the reaper',
    edits: { 'packages/infra/grid.ts': [['{minute}/5', '{minute + 1}/5']] },
    by: 'everything runs in one minute of five, the night in the owner’s zone',
  },
  {
    what: 'a schedule is written with five fields',
    edits: { 'packages/infra/grid.ts': [['minute} * * * ? *', 'minute} * * * *']] },
    by: 'AWS takes every name, size and schedule',
  },
  {
    what: 'the pages are given the owner’s login',
    edits: {
      'packages/infra/functions.ts': [
        ["linked([databaseVariable('approver')])", "linked([databaseVariable('owner')])"],
      ],
    },
    by: 'each function has the secrets of its own login, and no other',
  },
  {
    what: 'a silent reaper is no alarm',
    edits: { 'packages/infra/alarms.ts': [["silence: 'bad',", "silence: 'good',"]] },
    by: 'each alarm is about what it says, and mailed',
  },
  {
    what: 'a package carries a compiler along',
    edits: {
      'packages/infra/functions.ts': [
        ["from: 'migrations', to: 'migrations'", "from: 'node_modules/typescript', to: 'compiler'"],
      ],
    },
    by: 'a package without a browser is small',
  },
  {
    what: 'the night is given the tick’s login',
    edits: {
      'packages/infra/functions.ts': [['databaseVariable(login)', "databaseVariable('jobs')"]],
    },
    by: 'each function has the secrets of its own login, and no other',
  },
  {
    what: 'functions think that they are of another stage',
    edits: {
      'packages/infra/functions.ts': [['COUNTERSIGN_STAGE: stage', "COUNTERSIGN_STAGE: 'dev'"]],
    },
    by: 'exactly these functions, each as it should be',
  },
  {
    what: 'a workload looks for files among those of another',
    edits: {
      'packages/infra/functions.ts': [
        ['prefixes: [prefix, stored]', "prefixes: ['files/housekeeping/', stored]"],
      ],
    },
    by: 'exactly these functions, each as it should be',
  },
  {
    what: 'the pages may read the profile',
    edits: {
      'packages/infra/functions.ts': [
        ["['s3:GetObject'], keys: ['files/*']", "['s3:GetObject'], keys: ['files/*', 'profile/*']"],
      ],
    },
    by: 'each role may do exactly what its function does',
  },
  {
    what: 'the reaper’s lines are counted by a field that it does not write',
    edits: { 'packages/infra/alarms.ts': [["value: '$.incidents'", "value: '$.red'"]] },
    by: 'each alarm is about what it says, and mailed',
  },
  {
    what: 'an event may wait for longer than the interval',
    edits: { 'packages/infra/grid.ts': [['eventAgeSeconds = 60', 'eventAgeSeconds = 400']] },
    by: refusal,
    says: 'may still run when the tick after',
  },
  {
    what: 'a tick ends before a slice of it, and its lease, do',
    edits: { 'packages/infra/functions.ts': [['tickSeconds = 240', 'tickSeconds = 100']] },
    by: refusal,
    says: 'never fits into a tick',
  },
  {
    what: 'a tick may still run when the one after the next begins',
    edits: { 'packages/infra/functions.ts': [['tickSeconds = 240', 'tickSeconds = 295']] },
    by: refusal,
    says: 'may still run when the tick after',
  },
  {
    what: 'a lease lapses under one slow heartbeat',
    edits: {
      'packages/workloads/housekeeping/definition.ts': [
        ['maxAttempts: 3 }', 'maxAttempts: 3, leaseSeconds: 30 }'],
      ],
    },
    by: refusal,
    says: 'lapses under one slow heartbeat',
  },
  {
    what: 'a workload has no function file',
    edits: { 'packages/infra/functions.ts': [['functions/tick/', 'functions/ticks/']] },
    by: refusal,
    says: 'functions/ticks/',
  },
]
