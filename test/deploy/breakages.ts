// Deployments that are broken on purpose, one thing each: `npm run test:deploy -- --breakages` shows what catches it.
import { checks } from './checks/index.ts'
import { copyProject, type Edits } from './offline/copy.ts'
import { synthesize } from './offline/sst.ts'

interface Breakage {
  what: string
  edits: Edits
  /** The check that must notice it, or `sst` where the command line itself refuses. */
  by: string
}

const sst = 'the command line refuses'
const config = 'sst.config.ts'

const breakages: Breakage[] = [
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
    what: 'a package carries a compiler along',
    edits: {
      'packages/infra/functions.ts': [
        ["from: 'migrations', to: 'migrations'", "from: 'node_modules/typescript', to: 'compiler'"],
      ],
    },
    by: 'a package without a browser is small',
  },
  {
    what: 'a tick may still run when the one after the next begins',
    edits: { 'packages/infra/functions.ts': [['tickSeconds = 240', 'tickSeconds = 295']] },
    by: sst,
  },
  {
    what: 'a lease lapses under one slow heartbeat',
    edits: {
      'packages/workloads/housekeeping/definition.ts': [
        ['maxAttempts: 3 }', 'maxAttempts: 3, leaseSeconds: 30 }'],
      ],
    },
    by: sst,
  },
  {
    what: 'a workload has no function file',
    edits: { 'packages/infra/functions.ts': [['functions/tick/', 'functions/ticks/']] },
    by: sst,
  },
]

/** Makes each broken deployment and prints what noticed it; answers how many nothing noticed. */
export async function tryBreakages(asked: string): Promise<number> {
  const chosen = breakages.filter(({ what }) => what.includes(asked))
  let missed = 0
  for (const breakage of chosen) {
    const noticed = await whatNotices(breakage)
    const caught = noticed.has(breakage.by)
    if (!caught) missed += 1
    console.log(`${caught ? 'noticed' : 'MISSED '}  ${breakage.what}`)
    for (const [name, fault] of noticed) console.log(`           ${name}: ${fault.slice(0, 160)}`)
  }
  console.log(`${chosen.length} broken deployments, ${missed} missed`)
  return missed
}

/** The checks that notice it, with the first fault of each. */
async function whatNotices({ edits }: Breakage): Promise<Map<string, string>> {
  const copy = await copyProject(edits)
  try {
    const synthesis = await synthesize({ root: copy.root, bare: true })
    const faults = Object.entries(checks).flatMap(([name, check]) => {
      const [first] = check(synthesis)
      return first === undefined ? [] : [[name, first] as const]
    })
    return new Map(faults)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return new Map([[sst, said.replaceAll(/\s+/g, ' ')]])
  } finally {
    copy.remove()
  }
}
