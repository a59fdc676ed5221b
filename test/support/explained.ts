// A session in which every statement tells its plan, those inside functions and triggers too.
import pg from 'pg'
import { z } from 'zod'
import type { TestDatabase } from './test-database.ts'

const nodeShape = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(nodeShape).optional()
  },
})
const planShape = z.object({ 'Query Text': z.string(), Plan: nodeShape })
export type PlanNode = z.infer<typeof nodeShape>

export interface Explained {
  rows: Record<string, unknown>[]
  /** Blocks touched by the call, everything inside it included. */
  buffers: number
  /** Every statement that ran, the call itself last. */
  plans: { query: string; root: PlanNode }[]
}

/** Opens a session as `postgres` (direct, whatever the lane) with these settings. */
export async function explainedSession(db: TestDatabase, settings: Record<string, string> = {}) {
  const client = new pg.Client({ connectionString: db.directUrl('postgres') })
  await client.connect()
  const all = {
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    ...settings,
  }
  await client.query(`load 'auto_explain'`)
  for (const [name, value] of Object.entries(all)) {
    await client.query('select set_config($1, $2, false)', [name, value])
  }
  return {
    close: () => client.end(),
    query: async (text: string, values: unknown[] = []): Promise<Explained> => {
      const plans: Explained['plans'] = []
      const note = ({ message = '' }: { message?: string | undefined }) => {
        const json = message.indexOf('{')
        if (!message.includes('plan:') || json < 0) return
        const plan = planShape.parse(JSON.parse(message.slice(json)))
        plans.push({ query: plan['Query Text'], root: plan.Plan })
      }
      client.on('notice', note)
      try {
        const { rows } = await client.query(text, values)
        const outer = plans.at(-1)?.root
        if (!outer) throw new Error(`no plan was told for ${text}`)
        return { rows, buffers: outer['Shared Hit Blocks'] + outer['Shared Read Blocks'], plans }
      } finally {
        client.off('notice', note)
      }
    },
  }
}

/** All nodes of a plan, each with the statement it is of. */
export function nodesOf({ plans }: Explained): (PlanNode & { query: string })[] {
  const walk = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(walk)]
  return plans.flatMap(({ query, root }) => walk(root).map((node) => ({ ...node, query })))
}
