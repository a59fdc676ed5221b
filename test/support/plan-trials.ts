// What each statement of a busy day costs: measured small, then with ever more done and waiting beside it.
import { afterAll, describe, expect, it } from 'vitest'
import { type Explained, explainedSession, nodesOf } from './explained.ts'
import { batch, capability, claimNothing, round } from './hot-path.ts'
import { full, growing, months } from './months.ts'
import type { Protocol } from './protocol.ts'

/** How many rows are put beside the small queue, one kind after the other. */
export interface Growth {
  finished: number
  waiting: number
  /** Due in the future, and of better priority: at the head of the order. */
  future: number
  /** Of a capability whose cap holds them back. */
  held: number
}

/**
 * Plans nobody wants are all that is left: a join that is not by index shows. What such a plan is said to
 * cost would set off the compiler of older servers, at seconds a statement.
 */
const settings = { enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' }

/** Rows that may be put in order where no index holds the order: a batch, or what people are still told. */
const sortable = { batch: 300, due_messages: 1_000 }

/** What a plan does that it must not; nothing where it is good. */
function faults(calls: Map<string, Explained>): string[] {
  return [...calls].flatMap(([name, explained]) =>
    nodesOf(explained).flatMap((node) => {
      const seen = node['Actual Rows'] * node['Actual Loops']
      const kind = node['Node Type']
      const relation = node['Relation Name'] ?? ''
      const most = name === 'due_messages' ? sortable.due_messages : sortable.batch
      const bad =
        (kind === 'Seq Scan' && growing.includes(relation)) ||
        (kind.includes('Sort') && seen > most) ||
        seen > 1_000
      const query = node.query.replace(/\s+/g, ' ').slice(0, 300)
      return bad ? [`${name}: ${kind} ${relation} of ${seen} rows in ${query}`] : []
    }),
  )
}

/**
 * By how much a call may grow. A level more in an index is a block more for each look-up: felt where a call
 * does little else.
 */
const mayGrow: Record<string, number> = { due_messages: 1.5, prune: 2 }
const most = (name: string, before: number) => Math.max(before * (mayGrow[name] ?? 1.3), before + 4)

/** A small queue, statistics of that, and no newer ones for as long as the file runs. */
async function smallQueue(p: Protocol) {
  const caps = { max_running: 1_000, max_parked: 100_000, daily_ceiling: 1_000_000 }
  await p.capability({ name: capability, ...caps })
  await p.gate({ capability, name: 'act', effects: ['submit'] })
  await p.capability({ name: full, max_running: 1 })
  await p.capability({ name: 'housekeeping' })
  await p.admin.query(`update countersign.capabilities set workers = '{postgres}'`)
  for (const table of growing) {
    await p.admin.query(`alter table countersign.${table} set (autovacuum_enabled = false)`)
  }
  const rows = months(p)
  await rows.waiting(3_000)
  await rows.finished(4_000)
  await p.admin.query(`analyze ${growing.map((table) => `countersign.${table}`).join(', ')}`)
  return rows
}

/** Declares the tests; call it with `await` at the top of a file that has a database of its own. */
export async function plansStayGood(p: Protocol, growth: Growth, timeout: number): Promise<void> {
  const rows = await smallQueue(p)
  const sessions: { close(): Promise<void> }[] = []
  afterAll(async () => {
    for (const session of sessions) await session.close()
  })
  const open = async () => {
    const session = await explainedSession(p.db, settings)
    sessions.push(session)
    return session
  }
  type Session = Awaited<ReturnType<typeof open>>

  /** The least of a few rounds for each call: what it costs when nothing has to be planned or pruned. */
  const costs = async (session: Session) => {
    const least = new Map<string, Explained>()
    await rows.freshHead()
    for (let turn = 0; turn < 8; turn++) {
      for (const [name, explained] of await round(session)) {
        const known = least.get(name)
        if (!known || explained.buffers < known.buffers) least.set(name, explained)
      }
    }
    // What was decided just now is old for the next one: nobody is told of it any more.
    await p.admin.query(
      `update countersign.approvals set decided_at = decided_at - interval '3 days'`,
    )
    return least
  }
  /** Whose plans were made while the queue was small. */
  const veteran = await open()
  const small = await costs(veteran)
  const expectAsSmall = (large: Map<string, Explained>) => {
    expect(faults(large)).toEqual([])
    const grown = [...large].map(([name, { buffers }]) => {
      const before = small.get(name)?.buffers ?? Number.NaN
      return { name, before, buffers, asSmall: buffers <= most(name, before) }
    })
    expect(grown.filter(({ asSmall }) => !asSmall)).toEqual([])
  }

  it('goes by index everywhere while the queue is small', () => {
    expect(small.size).toBeGreaterThan(25)
    expect(faults(small)).toEqual([])
  })

  describe.each(['finished', 'waiting', 'future', 'held'] as const)('with more %s', (kind) => {
    it('costs a session that knew the small queue no more', { timeout }, async () => {
      await rows[kind](growth[kind])
      expectAsSmall(await costs(veteran))
    })

    it('costs a new session with the old statistics no more', { timeout }, async () => {
      expectAsSmall(await costs(await open()))
    })
  })

  it('looks at each row of a batch once, by plans that were made for one', async () => {
    await rows.freshHead()
    expect(faults(await batch(veteran, 300))).toEqual([])
  })

  it('costs little to find that a full capability has nothing to hand out', async () => {
    await claimNothing(veteran, full)
    const turned = await claimNothing(veteran, full)
    expect(faults(new Map([['claim', turned]]))).toEqual([])
    expect(turned.buffers).toBeLessThan(30)
  })
}
