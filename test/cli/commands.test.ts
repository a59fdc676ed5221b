// The commands that look and steer: what they print, what they answer as JSON, how they end.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loopbackPolicy, tick, writeRegistry } from '#queue'
import { registry } from '#workloads'
import { age } from '../support/age.ts'
import { cli } from '../support/cli.ts'
import { testDatabase } from '../support/test-database.ts'

const db = await testDatabase()
const logins = {
  worker: await db.login('worker', 'countersign_worker'),
  approver: await db.login('approver', 'countersign_approver'),
  reaper: await db.login('reaper', 'countersign_reaper'),
  reader: await db.login('reader', 'countersign_reader'),
}
await writeRegistry(
  db.admin,
  registry.map(({ definition }) => definition),
  { policy: loopbackPolicy, login: () => logins.worker },
)
const home = await mkdtemp(path.join(tmpdir(), 'countersign-commands-'))
afterAll(() => rm(home, { recursive: true }))

const as = (login: keyof typeof logins, ...args: string[]) =>
  cli(db.directUrl(logins[login]), [...args, '--data-dir', home])
const run = (...args: string[]) => as('approver', ...args)
const parsed = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out)

/** Enqueues a housekeeping and answers its number. */
const enqueued = async (...args: string[]): Promise<number> =>
  (await parsed('enqueue', 'housekeeping', ...args)).taskId

const ticked = () =>
  tick({
    database: db.as(logins.worker),
    workloads: registry.filter(({ definition }) => definition.capability === 'housekeeping'),
    function: 'tick/housekeeping',
    policy: loopbackPolicy,
    log: () => {},
    withinMs: 300_000,
  })

it('enqueues once for each key, and says which task it is', async () => {
  const args = ['enqueue', 'housekeeping', '--key', 'today', '--payload', '{"threshold":7}']
  const first = await run(...args, '--by', 'ana', '--reason', 'for a test', '--priority', '3')
  const [, id] = /^task (\d+) is enqueued: npx countersign show \1\n$/.exec(first.out) ?? []
  expect(first).toMatchObject({ code: 0, err: '' })
  expect((await run(...args)).out).toBe(`task ${id} was there already, with this key and payload\n`)
  const other = await run('enqueue', 'housekeeping', '--key', 'today')
  expect(other).toMatchObject({
    code: 1,
    err: `refused: key today of housekeeping is taken by task ${id} with another payload (CS007)\n`,
  })
  const { task } = await parsed('show', String(id))
  expect(task).toMatchObject({ key: 'today', priority: 3, payload: { threshold: 7 }, actor: 'ana' })
})

it('takes a payload from a file, and a moment before which nothing starts', async () => {
  const file = path.join(home, 'payload.json')
  await writeFile(file, '{"retentionDays":30}')
  const id = await enqueued('--payload', `@${file}`, '--at', '2126-01-02T03:04')
  expect((await parsed('show', String(id))).task.payload).toEqual({ retentionDays: 30 })
  expect((await run('show', String(id))).out).toMatch(/The first tick after 2126-01-02 03:04:00 /)
  await run('cancel', String(id))
})

it.each([
  [['enqueue', 'housekeeping', '--payload', '{'], /it is not JSON/],
  [['enqueue', 'housekeeping', '--payload', '@/nowhere'], /there is no file \/nowhere/],
  [['enqueue', 'housekeeping', '--payload', '{"threshold":"many"}'], /threshold: .*number/],
  [
    ['enqueue', 'housekeeping', '--payload', '{"treshold":1}'],
    /does not fit housekeeping: .*treshold/,
  ],
  [['enqueue', 'housekeeping', '--priority', '10'], /a whole number from -9 to 9/],
  [['enqueue', 'housekeeping', '--at', '2126-01-02'], /write it like/],
  [['enqueue', 'housekeeping', '--key', ''], /1 to 200 characters/],
  [['enqueue'], /missing required argument 'capability'/],
  [['list', '--status', 'asleep'], /one of pending, running/],
  [['list', '--limit', '0'], /from 1 to 500/],
  [['show', 'seven'], /the number of a task/],
  [['show', '-1'], /unknown option '-1'|the number of a task/],
  [['approve', '1', '--by', ' '], /a name of 1 to 200 characters/],
  [['work', 'gardening'], /there is no workload gardening: there is .*housekeeping/],
  [['work'], /missing required argument 'workload'/],
  [['migrate', '--stage', 'No Stage'], /a stage is named with/],
  [['frobnicate'], /unknown command 'frobnicate'/],
])('a command line that it does not understand is exit code 2: %j', async (args, message) => {
  const { code, out, err } = await run(...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(message)
  expect(err).not.toMatch(/\n\s+at /)
})

it.each([
  [['show', '999999'], 'there is no task 999999: "npx countersign list" shows what there is\n'],
  [['approve', '999999', '--yes'], /^there is no task 999999/],
  [['cancel', '999999'], 'refused: there is no task 999999 (CS003)\n'],
  [['pause', 'gardening'], 'refused: there is no capability gardening (CS003)\n'],
  [['enqueue', 'gardening'], /^there is no capability gardening: there is .*housekeeping/],
])('what is refused is exit code 1, and says why: %j', async (args, message) => {
  const { code, out, err } = await run(...args)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(message)
})

it('a login that may not is told whose it takes', async () => {
  const refused = [
    [as('reader', 'cancel', '1'), 'countersign_approver'],
    [as('worker', 'list'), 'countersign_reader'],
    [as('approver', 'reap'), 'countersign_reaper'],
  ] as const
  for (const [ran, group] of refused) {
    expect(await ran).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        new RegExp(`^permission denied .*: use a login of the group ${group}\n$`),
      ),
    })
  }
})

it('an unmigrated database is named as one', async () => {
  const bare = new URL(db.directUrl('postgres'))
  bare.pathname = '/postgres'
  expect(await cli(bare.href, ['list'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('run "countersign migrate"'),
  })
})

it('works by the login that npm start made for each command, and by DATABASE_URL where that differs', async () => {
  const connection = {
    pid: process.pid,
    address: db.directUrl('postgres').replace(/:[^:@]*@/, '@'),
    origin: 'http://localhost:4747',
    logins: {
      housekeeping: db.directUrl(logins.worker),
      approver: db.directUrl(logins.approver),
      reaper: db.directUrl(logins.reaper),
      reader: db.directUrl(logins.reader),
    },
  }
  await writeFile(path.join(home, 'connection.json'), JSON.stringify(connection), { mode: 0o600 })
  const none = (...args: string[]) => cli('', [...args, '--data-dir', home])
  expect((await none('list', '--limit', '1')).code).toBe(0)
  expect((await none('reap')).code).toBe(0)
  expect((await none('enqueue', 'housekeeping', '--key', 'by its login')).code).toBe(0)
  // The password of a database of somebody else's is nowhere, so only DATABASE_URL can migrate it.
  expect(await none('migrate')).toMatchObject({
    code: 3,
    err: expect.stringContaining('DATABASE_URL'),
  })
  // The same database by DATABASE_URL: the right login all the same.
  expect((await cli(db.directUrl('postgres'), ['reap', '--data-dir', home])).code).toBe(0)
  expect(await as('reader', 'reap')).toMatchObject({ code: 1 })
  await rm(path.join(home, 'connection.json'))
})

it('lists page by page, the newest first, and only what is asked for', async () => {
  const ids = [await enqueued(), await enqueued(), await enqueued()]
  const first = await parsed('list', '--limit', '2')
  expect(first.tasks.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]])
  expect(first.next).toBe(ids[1])
  const second = await parsed('list', '--limit', '1', '--before', String(first.next))
  expect(second.tasks).toMatchObject([
    { id: ids[0], capability: 'housekeeping', status: 'pending', step: 'survey', key: null },
  ])
  await run('cancel', String(ids[0]))
  const cancelled = await parsed('list', '--status', 'cancelled', '--capability', 'housekeeping')
  expect(cancelled.tasks.map(({ id }: { id: number }) => id)).toContain(ids[0])
  expect(cancelled.tasks.every(({ status }: { status: string }) => status === 'cancelled')).toBe(
    true,
  )
  expect(await run('list', '--status', 'dead')).toMatchObject({ code: 0, out: 'no tasks\n' })
  const { out } = await run('list', '--limit', '2')
  const [head = '', line = '', , more] = out.split('\n')
  expect(head).toMatch(/^TASK +CAPABILITY +STATUS +STEP +CHANGED +KEY +LAST$/)
  expect(line.indexOf('housekeeping')).toBe(head.indexOf('CAPABILITY'))
  expect(line.indexOf('survey')).toBe(head.indexOf('STEP'))
  expect(more).toBe(`more: add --before ${ids[1]}`)
  for (const id of ids.slice(1)) await run('cancel', String(id))
})

it('tells a task’s story from enqueue to the end, with what was asked and what comes next', async () => {
  const victim = await enqueued()
  await ticked()
  await age(db.admin, 'tasks', victim, { finished_at: '100 days' })
  const id = await enqueued('--payload', '{"threshold":0}', '--by', 'ana', '--reason', 'a test')
  const before = await run('show', String(id))
  expect(before.out).toMatch(/Next\n {2}The next tick goes on with step survey\./)
  await ticked()
  const asked = await run('show', String(id))
  expect(asked.out).toMatch(
    /^Task \d+ {2}housekeeping {2}needs approval\n\n {2}Delete \d+ finished tasks that ended before .*Z, with their history and files\n/,
  )
  expect(asked.out).toMatch(/\/action\/tasks +\d+\n/)
  expect(asked.out).toMatch(
    /A person decides, until .*\(in 24 h\): npx countersign approve \d+, or npx countersign reject/,
  )
  await run('approve', String(id), '--yes', '--by', 'ana')
  expect((await run('show', String(id))).out).toMatch(
    /The first tick after .*\(in 60 s\) does it, before .*\. Until it begins, npx countersign undo/,
  )
  const { requests } = await parsed('show', String(id))
  await age(db.admin, 'approvals', requests[0].id, { not_before: '1 hour', decided_at: '1 hour' })
  await age(db.admin, 'tasks', id, { run_at: '1 hour' })
  await ticked()

  const { out } = await run('show', String(id))
  const timeline = out.slice(out.indexOf('Timeline'), out.indexOf('\n\nRequests'))
  const told = timeline
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^ +\S+ +(\+\d+ \w+ +)?/, ''))
  expect(told).toEqual([
    'enqueued   by ana: a test',
    expect.stringMatching(/^taken up +by tick\/housekeeping\/\w{8}, step survey$/),
    'step       survey → tidy',
    'step       tidy → prune',
    expect.stringMatching(/^asked +Delete \d+ finished tasks .*\(prune revision 1\)$/),
    'approved   by ana at level session',
    expect.stringMatching(/^taken up +by tick\/housekeeping\/\w{8}, step prune$/),
    'began      prune',
    expect.stringMatching(/^done +prune \{"files":0,"tasks":\d+\}$/),
    expect.stringMatching(/^completed +by tick\/housekeeping\/\w{8} \{"files":0,"tasks":\d+\}$/),
  ])
  expect(out).toMatch(
    /Requests\n {2}prune 1 +spent +approve by ana at level session, .*sha256 \w{12}…/,
  )
  expect(out).toMatch(/Effects\n {2}prune +done +began .*under prune 1/)
  expect(out).toMatch(/Next\n {2}Nothing: it is done\.\n$/)

  const json = await parsed('show', String(id))
  expect(Object.keys(json).sort()).toEqual([
    'effects',
    'files',
    'gates',
    'history',
    'load',
    'next',
    'readAt',
    'requests',
    'task',
  ])
  expect(json.requests[0].sentence).toMatch(/^Delete \d+ finished tasks/)
})

it('pauses and lets go on, and the story says so', async () => {
  const id = await enqueued()
  const paused = await run('pause', 'housekeeping', '--reason', 'a holiday', '--by', 'ana')
  expect(paused.out).toBe(
    'housekeeping is paused: running slices may finish, nothing else begins\n',
  )
  await ticked()
  expect((await run('show', String(id))).out).toContain(
    'Nothing while housekeeping is paused by ana: a holiday. npx countersign resume housekeeping',
  )
  expect(await parsed('resume', 'housekeeping')).toEqual({
    capability: 'housekeeping',
    paused: false,
  })
  await ticked()
  expect((await parsed('show', String(id))).task.status).toBe('completed')
})

it('reaps now, and says what it put right', async () => {
  expect(await as('reaper', 'reap')).toMatchObject({ code: 0, out: 'nothing to put right\n' })
  const id = await enqueued()
  await db.admin.query(
    `update countersign.tasks
     set status = 'running', started_at = now(), lease_token = gen_random_uuid(), claimed_by = 'dies',
       claimed_at = now(), lease_expires_at = now() - interval '1 minute'
     where id = $1`,
    [id],
  )
  expect(await as('reaper', 'reap')).toMatchObject({
    code: 0,
    out: '1  lapsed leases taken back\n',
  })
  expect((await run('show', String(id))).out).toMatch(
    /taken back +from a worker that went silent: lease lapsed/,
  )
  const { outcome, moved, red } = JSON.parse((await as('reaper', 'reap', '--json')).out)
  expect({ outcome, red }).toEqual({ outcome: 'idle', red: [] })
  expect(Object.keys(moved)).toEqual(['leases', 'expired', 'settled', 'repaired', 'stuck'])
  await run('cancel', String(id))
})

it('counts tasks, decisions and effects, each with its query and its time', async () => {
  const stats = JSON.parse((await as('reader', 'stats', '--json')).out)
  expect(stats.effectsWithoutDecision).toBe(0)
  for (const name of ['tasks', 'decisions', 'effects']) {
    expect(stats[name].query).toMatch(/^select capability, .* from countersign\.\w+ /)
    expect(Date.now() - new Date(stats[name].readAt).getTime()).toBeLessThan(60_000)
  }
  const [row] = await db.admin.query<{ n: number }>(
    `select count(*)::integer as n from countersign.tasks where status = 'completed'`,
  )
  expect(stats.tasks.rows).toContainEqual({
    capability: 'housekeeping',
    status: 'completed',
    tasks: row?.n,
    last7Days: expect.any(Number),
  })
  expect(stats.decisions.rows).toMatchObject([{ gate: 'prune', outcome: 'approve', requests: 1 }])
  expect(stats.effects.rows).toMatchObject([{ capability: 'housekeeping', done: 1, decided: 1 }])
  const { out } = await as('reader', 'stats')
  expect(out).toMatch(/counted in countersign\.task_overview at \d\d:\d\d:\d\d/)
  expect(out).toMatch(/effects without a decision: 0\n$/)
})

it('shows every signal, and the doctor ends with 1 where one stands red or a promise is broken', async () => {
  expect(await as('reader', 'doctor')).toMatchObject({ code: 0 })
  const healthy = JSON.parse((await as('reader', 'doctor', '--json')).out)
  expect(healthy).toMatchObject({ healthy: true, findings: [] })

  const id = await enqueued()
  await db.admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    {
      text: `update countersign.tasks set status = 'dead', finished_at = now() where id = $1`,
      values: [id],
    },
  ])
  const signals = JSON.parse((await as('reader', 'signals', '--json')).out).signals
  expect(signals[0]).toMatchObject({ signal: 'dead', owner: 'system', value: 1, colour: 'red' })
  expect((await as('reader', 'signals')).out).toMatch(/\nINCIDENT +dead +1 +of 0 +dead letters/)
  expect(await as('reader', 'doctor')).toMatchObject({
    code: 1,
    out: expect.stringContaining('BAD  dead is 1 of 0: dead letters'),
  })

  await db.admin.query(
    `update countersign.tasks set status = 'pending', finished_at = null where id = $1`,
    [id],
  )
  await db.admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    {
      text: `update countersign.tasks set status = 'running', updated_at = now() where id = $1`,
      values: [id],
    },
  ])
  const sick = JSON.parse((await as('reader', 'doctor', '--json')).out)
  expect(sick.healthy).toBe(false)
  expect(sick.findings).toContainEqual({
    check: 'violations',
    what: `G1 running without a lease: task ${id}`,
  })
})

it('takes a database on another machine for no stage that was not named', async () => {
  const url = 'postgresql://me:very-secret@db.example/countersign'
  for (const args of [
    ['migrate'],
    ['migrate', '--dry-run'],
    ['work', 'housekeeping'],
    ['verify', '1'],
    ['operator', 'add', 'ana'],
  ]) {
    expect(await cli(url, args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('name the stage that it is of, as in --stage production'),
    })
  }
})

it('takes no address for granted that a signature would be bound to', async () => {
  const set = (stage: string | undefined, origin: string | undefined) => {
    for (const [name, value] of Object.entries({ STAGE: stage, ORIGIN: origin })) {
      if (value === undefined) delete process.env[`COUNTERSIGN_${name}`]
      else process.env[`COUNTERSIGN_${name}`] = value
    }
  }
  const work = (...more: string[]) =>
    cli(db.directUrl('postgres'), ['work', 'housekeeping', ...more])
  try {
    const unset = await work('--stage', 'production')
    expect(unset).toMatchObject({ code: 1, err: expect.stringMatching(/COUNTERSIGN_ORIGIN.*set/) })
    set('staging', 'https://staging.example')
    const other = await work('--stage', 'production')
    expect(other.err).toContain('COUNTERSIGN_STAGE is staging, and production was named')
    // What is set is not taken for local because the database happens to be here.
    set('production', undefined)
    expect((await work()).err).toMatch(/COUNTERSIGN_ORIGIN.*set/)
    set(undefined, 'https://approvals.example')
    expect((await work()).err).toMatch(/COUNTERSIGN_STAGE.*set/)
  } finally {
    set(undefined, undefined)
  }
})

it('writes what a deployed stage takes: a passkey for what can’t be undone, and its own logins', async () => {
  const { code } = await cli(db.directUrl('postgres'), ['migrate', '--stage', 'production'])
  expect(code).toBe(0)
  const gates = await db.admin.query(
    `select level from countersign.gates where capability = 'housekeeping' and name = 'prune'`,
  )
  expect(gates).toEqual([{ level: 'passkey' }])
  const bound = await db.admin.query(
    `select unnest(workers)::text as login from countersign.capabilities where name = 'housekeeping'`,
  )
  expect(bound).toContainEqual({ login: 'countersign_production_housekeeping' })
})
