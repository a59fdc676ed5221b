// Backlogs and what the signals say about them, over a database that every test begins empty.
import { beforeEach, expect } from 'vitest'
import { bodyOf, type CapabilityRow, type Protocol } from './protocol.ts'

interface Reading extends Record<string, unknown> {
  value: number | null
  colour: 'green' | 'red'
}

export const green = (value: number | null): Reading => ({ value, colour: 'green' })
export const red = (value: number): Reading => ({ value, colour: 'red' })

/** Signals are figures over the whole database, so each test gets an empty one. */
export function watched(p: Protocol) {
  let made = 0
  beforeEach(async () => {
    await p.admin.query(
      `truncate countersign.tasks, countersign.approvals, countersign.effects, countersign.deliveries,
         countersign.task_events, countersign.invocations, countersign.signal_readings,
         countersign.gates, countersign.capabilities`,
    )
  })

  /** Adds tasks that have been due for an interval. */
  const more = async (capability: string, count: number, dueFor: string) => {
    await p.admin.query(
      `insert into countersign.tasks (capability, step, run_at)
       select $1, 'first', clock_timestamp() - $2::interval from generate_series(1, $3)`,
      [capability, dueFor, count],
    )
  }
  return {
    more,
    /** A capability of its own with the gate `ask`, and tasks that have been due for an interval. */
    backlog: async (count: number, dueFor: string, caps: Partial<CapabilityRow> = {}) => {
      made += 1
      const capability = `c-${made}`
      await p.capability({ ...caps, name: capability })
      await p.gate({ capability, name: 'ask' })
      await more(capability, count, dueFor)
      return capability
    },
    /** Claims `count` tasks and parks them at `ask`; answers their ids. */
    parked: async (capability: string, count: number): Promise<number[]> => {
      const claimed = await p.worker.claim({ capability, worker: 'w1', limit: count })
      expect(claimed).toHaveLength(count)
      for (const lease of claimed) {
        await p.worker.park(lease, { gate: 'ask', body: bodyOf('ask'), step: 'first' })
      }
      return claimed.map(({ id }) => id)
    },
    /** One signal, as a reader sees it. */
    signal: async (name: string): Promise<Reading> => {
      const [row] = await p.db
        .as(p.logins.reader)
        .query<Reading>(
          'select value::double precision, colour from countersign.signals where signal = $1',
          [name],
        )
      if (!row) throw new Error(`there is no signal ${name}`)
      return row
    },
  }
}
