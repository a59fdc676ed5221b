// Commands that do the same thing to the real database and to the reference, and compare what both say.
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Claimed, isRefusal, type Lease } from '#queue'
import { age } from '../support/age.ts'
import { bodyOf, digestOf, type Protocol } from '../support/protocol.ts'
import { until } from '../support/wait.ts'
import { type Gate, No, Reference } from './reference.ts'

/** The real side: the ids and tokens behind the reference's numbers. */
export class Real {
  readonly p: Protocol
  readonly capability: string
  readonly ids: number[] = []
  readonly leases: Lease[] = []
  constructor(p: Protocol, capability: string) {
    this.p = p
    this.capability = capability
  }

  id(at: number): number {
    return this.ids[at] ?? -1
  }

  lease(at: number): Lease {
    const lease = this.leases[at]
    if (!lease) throw new Error(`no acquisition ${at}`)
    return lease
  }

  async lastEffect(at: number): Promise<number> {
    const [row] = await this.p.admin.query<{ id: number }>(
      'select id from countersign.effects where task_id = $1 order by id desc limit 1',
      [this.lease(at).id],
    )
    return row?.id ?? -1
  }
}

type Act<T> = () => Promise<T>

/** Runs both sides: the same answer, or the same refusal. */
async function both<T>(real: Act<T>, reference: () => T): Promise<void> {
  let expected: { answer: T } | { code: string }
  try {
    expected = { answer: reference() }
  } catch (error) {
    if (!(error instanceof No)) throw error
    expected = { code: error.code }
  }
  let actual: { answer: T } | { code: string }
  try {
    actual = { answer: await real() }
  } catch (error) {
    if (!isRefusal(error)) throw error
    actual = { code: error.code }
  }
  expect(actual).toEqual(expected)
}

type Command = fc.AsyncCommand<Reference, Real>

/** A command from plain parts; afterwards the tables say what the reference says, and no promise is broken. */
function command(
  name: string,
  ready: (m: Readonly<Reference>) => boolean,
  run: (m: Reference, r: Real) => Promise<void>,
): Command {
  return {
    check: (m) => ready(m),
    run: async (m, r) => {
      await run(m, r)
      await agree(m, r)
    },
    toString: () => name,
  }
}

async function agree(m: Reference, r: Real) {
  const [tasks, requests, effects, violations] = await r.p.admin.batch([
    {
      text: 'select id, status, step, attempts, lost_leases from countersign.tasks where capability = $1 order by id',
      values: [r.capability],
    },
    {
      text: `select t.id, array_agg(a.state order by a.revision) as states
             from countersign.tasks t join countersign.approvals a on a.task_id = t.id
             where t.capability = $1 group by t.id order by t.id`,
      values: [r.capability],
    },
    {
      text: `select t.id, array_agg(e.status order by e.id) as statuses
             from countersign.tasks t join countersign.effects e on e.task_id = t.id
             where t.capability = $1 group by t.id order by t.id`,
      values: [r.capability],
    },
    { text: 'select * from countersign.violations' },
  ])
  const withId = <T>(at: number, more: T) => ({ id: r.id(at), ...more })
  expect(tasks).toEqual(
    m.tasks.map(({ status, step, attempts, lost }, at) =>
      withId(at, { status, step, attempts, lost_leases: lost }),
    ),
  )
  expect(requests).toEqual(
    m.tasks.flatMap(({ requests: all }, at) =>
      all.length > 0 ? [withId(at, { states: all.map(({ state }) => state) })] : [],
    ),
  )
  expect(effects).toEqual(
    m.tasks.flatMap(({ effects: all }, at) =>
      all.length > 0 ? [withId(at, { statuses: all.map(({ status }) => status) })] : [],
    ),
  )
  expect(violations).toEqual([])
}

const anyTask = (m: Readonly<Reference>) => m.tasks.length > 0
const anyClaim = (m: Readonly<Reference>) => m.acquisitions.length > 0
const pick = (n: number, of: readonly unknown[]) => n % of.length

const enqueue = () =>
  command(
    'enqueue',
    (m) => m.tasks.length < 6,
    async (m, r) => {
      m.enqueue()
      r.ids.push(await r.p.task(r.capability))
    },
  )

const claim = (limit: number) =>
  command(
    `claim ${limit}`,
    () => true,
    async (m, r) => {
      const expected = m.claim(limit)
      const got: Claimed[] = []
      // A verb that was refused lets its locks go a moment after it says so, and claims skip what is locked.
      await until(
        async () => {
          got.push(
            ...(await r.p.worker.claim({
              capability: r.capability,
              worker: 'w',
              limit: limit - got.length,
            })),
          )
          return got.length >= expected.length
        },
        { timeoutMs: 2_000, what: `a claim of ${expected.length}` },
      )
      expect(got.map(({ id }) => r.ids.indexOf(id))).toEqual(expected)
      r.leases.push(...got)
    },
  )

const onClaim = (
  name: string,
  n: number,
  run: (m: Reference, r: Real, at: number) => Promise<void>,
  ready: (m: Readonly<Reference>, at: number) => boolean = () => true,
) =>
  command(
    `${name} by acquisition ${n}`,
    (m) => anyClaim(m) && ready(m, pick(n, m.acquisitions)),
    async (m, r) => run(m, r, pick(n, m.acquisitions)),
  )

const onTask = (
  name: string,
  n: number,
  run: (m: Reference, r: Real, at: number) => Promise<void>,
  ready: (m: Readonly<Reference>, at: number) => boolean = () => true,
) =>
  command(
    `${name} task ${n}`,
    (m) => anyTask(m) && ready(m, pick(n, m.tasks)),
    async (m, r) => run(m, r, pick(n, m.tasks)),
  )

const hasRequest = (m: Readonly<Reference>, at: number) => (m.tasks[at]?.requests.length ?? 0) > 0
const hasEffect = (m: Readonly<Reference>, at: number) => m.hasEffect(at)

const heartbeat = (n: number) =>
  onClaim('heartbeat', n, (m, r, at) =>
    both(
      async () => ({ cancelRequested: (await r.p.worker.heartbeat(r.lease(at))).cancelRequested }),
      () => m.heartbeat(at),
    ),
  )

const release = (n: number, step: string) =>
  onClaim(`release to ${step}`, n, (m, r, at) =>
    both<string | null>(
      () => r.p.worker.release(r.lease(at), { step }),
      () => m.release(at, step),
    ),
  )

const fail = (n: number, retryable: boolean) =>
  onClaim(`fail ${retryable ? 'and retry' : 'for good'}`, n, (m, r, at) =>
    both<string | null>(
      () => r.p.worker.fail(r.lease(at), { reason: 'x', retryable, delaySeconds: 0 }),
      () => m.fail(at, retryable),
    ),
  )

const complete = (n: number) =>
  onClaim('complete', n, (m, r, at) =>
    both<string | null>(
      () => r.p.worker.complete(r.lease(at)),
      () => m.complete(at),
    ),
  )

const bodies: Record<Gate, string | null> = {
  act: bodyOf('act', ['act'], { note: 'as asked' }),
  ask: bodyOf('ask'),
  uncertain: null,
}

const park = (n: number, gate: Gate) =>
  onClaim(`park at ${gate}`, n, (m, r, at) => {
    // The step is part of the call, so a repeated call has to say the same one.
    const step = m.task(m.acquisitions[at] ?? -1).step
    return both(
      async () => (await r.p.worker.park(r.lease(at), { gate, body: bodies[gate], step })) !== null,
      () => m.park(at, gate),
    )
  })

const decide = (
  n: number,
  verdict: 'approve' | 'reject' | 'send_back' | 'happened' | 'did_not_happen',
) =>
  onTask(
    `${verdict} at`,
    n,
    (m, r, at) =>
      both(
        async () => {
          const { seen } = await r.p.request(r.id(at))
          return (await r.p.approver.decide(seen, { verdict, by: 'ana', level: 'session' }))
            .taskStatus as string
        },
        () => m.decide(at, verdict),
      ),
    hasRequest,
  )

const answer = (n: number) =>
  onTask(
    'answer at',
    n,
    (m, r, at) =>
      both(
        async () => {
          const { seen } = await r.p.request(r.id(at))
          return (
            await r.p.approver.answer(seen, { answers: { a: 1 }, by: 'ana', level: 'session' })
          ).taskStatus as string
        },
        () => m.decide(at, 'answer'),
      ),
    hasRequest,
  )

const revise = (n: number, text: string) =>
  onTask(
    'revise',
    n,
    (m, r, at) =>
      both(
        async () => {
          const { seen, gate } = await r.p.request(r.id(at))
          const body = gate === 'act' ? bodyOf('act', ['act'], { note: text }) : bodyOf('ask')
          await r.p.approver.revise(seen, { body, by: 'ana' })
        },
        () => m.revise(at),
      ),
    hasRequest,
  )

const revoke = (n: number) =>
  onTask(
    'revoke',
    n,
    (m, r, at) =>
      both(
        async () => (await r.p.approver.revoke((await r.p.request(r.id(at))).id, 'ana')) !== null,
        () => m.revoke(at),
      ),
    hasRequest,
  )

const cancel = (n: number) =>
  onTask('cancel', n, (m, r, at) =>
    both<string>(
      () => r.p.approver.cancel(r.id(at), 'ana'),
      () => m.cancel(at),
    ),
  )

const requeue = (n: number) =>
  onTask('requeue', n, (m, r, at) =>
    both(
      async () => {
        await r.p.approver.requeue(r.id(at), 'ana')
      },
      () => m.requeue(at),
    ),
  )

const begin = (n: number) =>
  onClaim('begin effect', n, (m, r, at) =>
    both(
      async () => {
        const { id } = r.lease(at)
        const digest = await digestToBegin(r, id)
        return (await r.p.worker.beginEffect(r.lease(at), { name: 'act', digest })).answer
      },
      () => m.begin(at),
    ),
  )

/** The digest a truthful runner would name: of the request that lives, else of what was begun. */
async function digestToBegin(r: Real, task: number): Promise<string> {
  const [row] = await r.p.admin.query<{ digest: string }>(
    `select digest from countersign.approvals
     where task_id = $1 and gate = 'act'
     order by (state = 'approved') desc, revision desc
     limit 1`,
    [task],
  )
  const [begun] = await r.p.admin.query<{ digest: string }>(
    `select digest from countersign.effects where task_id = $1 and status = 'done'`,
    [task],
  )
  return begun?.digest ?? row?.digest ?? digestOf('nothing')
}

const note = (n: number) =>
  onClaim(
    'note effect',
    n,
    async (m, r, at) => {
      const effect = await r.lastEffect(at)
      await both(
        () => r.p.worker.noteEffect(effect, r.lease(at).token, { run: 1 }),
        () => m.note(at),
      )
    },
    hasEffect,
  )

const finish = (n: number, end: 'done' | 'failed') =>
  onClaim(
    `finish effect ${end}`,
    n,
    async (m, r, at) => {
      const effect = await r.lastEffect(at)
      await both(
        () => r.p.worker.finishEffect(effect, r.lease(at).token, end),
        () => m.finish(at, end),
      )
    },
    hasEffect,
  )

const settle = (n: number, end: 'done' | 'failed') =>
  onClaim(
    `settle effect ${end}`,
    n,
    async (m, r, at) => {
      const effect = await r.lastEffect(at)
      await both(
        () => r.p.worker.settleEffect(effect, r.lease(at).token, end),
        () => m.settle(at, end),
      )
    },
    hasEffect,
  )

const lapse = (n: number) =>
  onTask(
    'the lease lapses of',
    n,
    async (m, r, at) => {
      m.task(at).lapsed = true
      await age(r.p.admin, 'tasks', r.id(at), { lease_expires_at: '1 hour' })
    },
    (m, at) => m.tasks[at]?.status === 'running' && m.tasks[at]?.lapsed === false,
  )

const overdue = (n: number) =>
  onTask(
    'time runs out for the request of',
    n,
    async (m, r, at) => {
      const request = m.task(at).requests.at(-1)
      if (request) request.overdue = true
      await age(r.p.admin, 'approvals', (await r.p.request(r.id(at))).id, { expires_at: '3 days' })
    },
    (m, at) => {
      const request = m.tasks[at]?.requests.at(-1)
      return request?.state === 'open' && request.gate !== 'uncertain' && !request.overdue
    },
  )

const clockAhead = (n: number) =>
  onTask(
    'act-before passes for',
    n,
    async (m, r, at) => {
      const request = m.task(at).requests.at(-1)
      if (request) request.lapsed = true
      await age(r.p.admin, 'approvals', (await r.p.request(r.id(at))).id, { act_before: '1 day' })
    },
    (m, at) => {
      const request = m.tasks[at]?.requests.at(-1)
      return (
        request?.state === 'approved' && request.gate === 'act' && !request.begun && !request.lapsed
      )
    },
  )

const windowOver = (n: number) =>
  onClaim(
    'the act window ends',
    n,
    async (m, r, at) => {
      const effect = m.task(m.acquisitions[at] ?? -1).effects.at(-1)
      if (effect) effect.windowOver = true
      await age(r.p.admin, 'effects', await r.lastEffect(at), { acts_until: '1 hour' })
    },
    hasEffect,
  )

const reap = () =>
  command(
    'reap',
    () => true,
    async (m, r) => {
      m.reap()
      // What a refused verb still holds for a moment is skipped; the next run has it.
      await r.p.reaper.reap(100)
      await r.p.reaper.reap(100)
    },
  )

/** Every command, the useful ones more often. Acquisitions stay for ever: the late ones are the zombies. */
export function commands(): fc.Arbitrary<Command>[] {
  const n = fc.nat({ max: 40 })
  const end = fc.constantFrom('done' as const, 'failed' as const)
  const some = [
    fc.constant(null).map(enqueue),
    fc.integer({ min: 1, max: 3 }).map(claim),
    fc.integer({ min: 1, max: 3 }).map(claim),
    n.map(heartbeat),
    fc.tuple(n, fc.constantFrom('first', 'second')).map(([at, step]) => release(at, step)),
    fc.tuple(n, fc.boolean()).map(([at, retryable]) => fail(at, retryable)),
    n.map(complete),
    fc
      .tuple(n, fc.constantFrom<Gate>('act', 'act', 'act', 'ask', 'uncertain'))
      .map(([at, gate]) => park(at, gate)),
    fc
      .tuple(
        n,
        fc.constantFrom(
          'approve' as const,
          'approve' as const,
          'approve' as const,
          'reject' as const,
          'send_back' as const,
        ),
      )
      .map(([at, verdict]) => decide(at, verdict)),
    fc
      .tuple(n, fc.constantFrom('happened' as const, 'did_not_happen' as const))
      .map(([at, verdict]) => decide(at, verdict)),
    n.map(answer),
    fc.tuple(n, fc.constantFrom('other', 'words')).map(([at, text]) => revise(at, text)),
    n.map(revoke),
    n.map(cancel),
    n.map(requeue),
    n.map(begin),
    n.map(begin),
    n.map(note),
    fc.tuple(n, end).map(([at, how]) => finish(at, how)),
    fc.tuple(n, end).map(([at, how]) => settle(at, how)),
    n.map(lapse),
    n.map(overdue),
    n.map(clockAhead),
    n.map(windowOver),
    fc.constant(null).map(reap),
  ]
  return some
}

/** Runs random commands; on a failure fast-check prints the seed and the shortest run it found. */
export async function check(p: Protocol, runs: { runs: number; commands: number; seed?: number }) {
  let capabilities = 0
  await fc.assert(
    fc.asyncProperty(
      fc.commands(commands(), { maxCommands: runs.commands, size: 'max' }),
      async (list) => {
        const capability = `c${++capabilities}`
        await p.capability({
          name: capability,
          max_running: 2,
          max_parked: 3,
          max_attempts: 3,
          max_lost_leases: 3,
        })
        await p.gate({ capability, name: 'act', effects: ['act'], editable: ['/action/note'] })
        await p.gate({ capability, name: 'ask', irreversible: false })
        await fc.asyncModelRun(
          () => ({ model: new Reference(), real: new Real(p, capability) }),
          list,
        )
        await p.admin.query(`update countersign.capabilities set workers = '{}' where name = $1`, [
          capability,
        ])
      },
    ),
    {
      numRuns: runs.runs,
      ...(runs.seed !== undefined && { seed: runs.seed }),
      endOnFailure: false,
    },
  )
}
