// The packages that would be uploaded, under AWS's own runtime client: what schedules call.
import { createHash } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, expect, it } from 'vitest'
import { approverVerbs, type ReaperReport, type TickReport } from '#queue'
import { age } from '../support/age.ts'
import { scheduleEvent } from './lambda/events.ts'
import { holdHistoryOf, untilHeldBack } from './lambda/hold.ts'
import { deployedStage } from './lambda/stage.ts'
import { readSynthesis } from './synthesis.ts'

const synthesis = readSynthesis()
const stage = await deployedStage(synthesis)
const { admin } = stage

afterEach(async () => {
  expect(await stage.violations()).toEqual([])
  expect(stage.bucket.refused).toEqual([])
})

const invocations = (name: string) =>
  admin.query('select outcome, claimed from countersign.invocations where function = $1', [name])

/** How often a task was taken up. */
async function runs(id: number): Promise<number> {
  const [row] = await admin.query<{ n: number }>(
    `select count(*)::integer as n from countersign.task_events
     where task_id = $1 and kind = 'task' and now = 'running'`,
    [id],
  )
  return row?.n ?? 0
}

const all = { retentionDays: 0 }

it('the migration brings an empty database to this version, and again does nothing', async () => {
  expect(stage.migrated).toMatchObject({ version: expect.any(Number) })
  const again = await stage.boot('Migrate')
  expect(await again.invoke({})).toMatchObject({ applied: [], functions: [] })
  const gates = await admin.query('select level from countersign.gates where irreversible')
  expect(gates.length).toBeGreaterThan(0)
  expect(gates.every(({ level }) => level === 'passkey')).toBe(true)
})

it.each(synthesis.plan.functions.filter(({ schedule }) => schedule).map(({ name }) => name))(
  '%s takes its schedule’s event, says how it went and records it',
  { timeout: 60_000 },
  async (name) => {
    const lambda = await stage.boot(name)
    const answer = await lambda.invoke<{ outcome: string }>(scheduleEvent())
    expect(['idle', 'worked']).toContain(answer.outcome)
    const said = lambda.lines().find(({ event }) => event === 'tick' || event === 'reaper')
    expect(said).toMatchObject({ outcome: answer.outcome, request: expect.any(String) })
    const rows = await invocations(String(said?.function))
    expect(rows).toContainEqual(expect.objectContaining({ outcome: answer.outcome }))
  },
)

it('the day’s housekeeping is one task, however often its event is delivered', async () => {
  const lambda = await stage.boot('TickHousekeeping')
  await lambda.invoke(scheduleEvent())
  await lambda.invoke(scheduleEvent())
  const other = await stage.boot('TickHousekeeping')
  await Promise.all([lambda.invoke(scheduleEvent()), other.invoke(scheduleEvent())])
  const rows = await admin.query(
    `select status from countersign.tasks
     where capability = 'housekeeping' and idempotency_key is not null`,
  )
  expect(rows).toEqual([{ status: 'completed' }])
})

it('overlapping ticks do each task once, and no more at a time than may run', async () => {
  const ids: number[] = []
  for (let made = 0; made < 6; made++) ids.push(await stage.housekeeping())
  const three = await Promise.all([1, 2, 3].map(() => stage.boot('TickHousekeeping')))
  const events = three.flatMap((lambda) => [1, 2].map(() => lambda.invoke(scheduleEvent())))
  await Promise.all(events)
  for (const id of ids) expect([id, await runs(id)]).toEqual([id, 1])
})

it('housekeeping deletes files of the bucket that nothing refers to, and none that is young', async () => {
  const old = await fileOf(await stage.finished(), 'old')
  const young = await fileOf(await stage.finished(), 'young')
  stage.bucket.objects.set(old.name, { bytes: old.bytes, at: new Date(Date.now() - 7_200_000) })
  stage.bucket.objects.set(young.name, { bytes: young.bytes, at: new Date() })
  await stage.housekeeping(all)
  const tick = await stage.boot('TickHousekeeping')
  await tick.invoke(scheduleEvent())
  expect([...stage.bucket.objects.keys()]).toEqual([young.name])
  stage.bucket.objects.set(young.name, { bytes: young.bytes, at: new Date(Date.now() - 7_200_000) })
  await stage.housekeeping(all)
  await tick.invoke(scheduleEvent())
  expect([...stage.bucket.objects.keys()]).toEqual([])
})

/** A recorded file of a task, and where it lies. */
async function fileOf(task: number, text: string) {
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await admin.query(
    `insert into countersign.artifacts (task_id, sha256, capability, name, media_type, bytes)
     values ($1, $2, 'housekeeping', $3, 'text/plain', $4)`,
    [task, sha256, text, bytes.length],
  )
  const { bucket } = synthesis.outputs
  return { bytes, name: `${bucket}/files/housekeeping/${sha256}` }
}

it('killed in the middle of an act, it leaves a question and no second act', async () => {
  const victim = await stage.finished()
  const release = await holdHistoryOf(admin, victim)
  const id = await stage.housekeeping(all)
  const lambda = await stage.boot('TickHousekeeping')
  const invoked = lambda.invoke(scheduleEvent())
  await untilHeldBack(admin)
  lambda.kill()
  await expect(invoked).rejects.toMatchObject({ type: 'Runtime.ExitError' })
  await release()
  await age(admin, 'tasks', id, { lease_expires_at: '10 minutes' })
  const next = await stage.boot('TickHousekeeping')
  expect(await next.invoke<TickReport>(scheduleEvent())).toMatchObject({ counts: { parked: 1 } })
  expect(await stage.task(id)).toMatchObject({ status: 'needs_approval' })
  const effects = await admin.query('select status from countersign.effects where task_id = $1', [
    id,
  ])
  expect(effects).toEqual([{ status: 'unknown' }])
  // A person looks, and says so; only then does anything of this capability go on.
  const [open] = await admin.query<{ id: number; revision: number; digest: string }>(
    'select id, revision, digest from countersign.approvals where task_id = $1',
    [id],
  )
  if (!open) throw new Error('nobody was asked')
  const seen = { approvalId: open.id, revision: open.revision, digest: open.digest }
  const said = { verdict: 'happened', by: 'ana', level: 'session' } as const
  await approverVerbs(admin).decide(seen, said)
  await next.invoke(scheduleEvent())
  expect(await stage.task(id)).toMatchObject({ status: 'completed' })
})

it('frozen in the middle of an act, it loses its lease and writes nothing over what came since', async () => {
  const victim = await stage.finished()
  const release = await holdHistoryOf(admin, victim)
  const id = await stage.housekeeping(all)
  const frozen = await stage.boot('TickHousekeeping')
  const invoked = frozen.invoke<TickReport>(scheduleEvent())
  await untilHeldBack(admin)
  frozen.freeze()
  await release()
  await age(admin, 'tasks', id, { lease_expires_at: '10 minutes' })
  const reaper = await stage.boot('Reaper')
  const { moved } = await reaper.invoke<ReaperReport>(scheduleEvent())
  expect(moved).toMatchObject({ leases: 1 })
  frozen.thaw()
  await invoked
  expect(frozen.lines().map(({ event }) => event)).toContain('lease lost')
  // Who began the act may still say how it ended: nobody has to be asked.
  const effects = await admin.query('select status from countersign.effects where task_id = $1', [
    id,
  ])
  expect(effects).toEqual([{ status: 'done' }])
  await age(admin, 'tasks', id, { run_at: '1 hour' })
  const after = await stage.boot('TickHousekeeping')
  await after.invoke(scheduleEvent())
  expect(await stage.task(id)).toMatchObject({ status: 'completed' })
})

it('begins no slice that it could not end before its deadline', async () => {
  const id = await stage.housekeeping()
  const hurried = await stage.boot('TickHousekeeping', { timeoutMs: 90_000 })
  expect(await hurried.invoke(scheduleEvent())).toMatchObject({ outcome: 'idle' })
  expect(await stage.task(id)).toMatchObject({ status: 'pending', attempts: 0 })
  const calm = await stage.boot('TickHousekeeping')
  await calm.invoke(scheduleEvent())
  expect(await stage.task(id)).toMatchObject({ status: 'completed' })
})

it('stopped by AWS at its timeout, it leaves its task to the next tick', async () => {
  const id = await stage.housekeeping()
  stage.door.sleep()
  const late = await stage.boot('TickHousekeeping', { timeoutMs: 1_500 })
  await expect(late.invoke(scheduleEvent())).rejects.toMatchObject({ type: 'Sandbox.Timedout' })
  await stage.door.open()
  const next = await stage.boot('TickHousekeeping')
  expect(await next.invoke(scheduleEvent())).toMatchObject({ outcome: 'worked' })
  expect(await stage.task(id)).toMatchObject({ status: 'completed' })
})

const mails: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    stream.on('end', () => {
      mails.push(text)
      done()
    })
  },
})
smtp.on('error', () => {})
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

it('tells by mail what waits for a person, once, with the address of the pages', async () => {
  const address = smtp.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const links = { SmtpUrl: `smtp://127.0.0.1:${port}` }
  await stage.finished()
  await stage.housekeeping({ ...all, threshold: 0 })
  for (const name of ['TickHousekeeping', 'Reaper', 'TickHousekeeping']) {
    const lambda = await stage.boot(name, { links })
    await lambda.invoke(scheduleEvent())
  }
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('To: owner@example.org')
  expect(mails[0]?.replaceAll('=\r\n', '')).toContain(stage.origin)
})
