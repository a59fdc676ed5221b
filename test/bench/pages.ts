// `npm run bench -- pages`: what each page costs on a small database and on one with a million tasks.
import { randomBytes } from 'node:crypto'
import { approvalsApp } from '#approvals'
import { type Database, openDatabase } from '#database'
import { ensureLogin, generatedPassword } from '#queue'
import { type BenchDatabase, type BenchServer, quantile } from './server.ts'

export interface PageRow {
  page: string
  smallMs: number
  largeMs: number
  ratio: number
  /** Shared buffers of one view, read or hit, as the server counts them. */
  smallBuffers: number
  largeBuffers: number
}

const origin = 'http://localhost:4747'
const small = { finished: 50, open: 5 }
const large = { finished: 1_000_000, open: 2_000 }
const views = 15

/** Interleaved views of the same pages on both databases, medians. */
export async function pages(
  server: BenchServer,
  { scale, say }: { scale: number; say: (line: string) => void },
): Promise<PageRow[]> {
  const login = 'bench_approver'
  const password = generatedPassword()
  const subjects: Subject[] = []
  for (const [name, size] of [
    ['pages_small', small],
    ['pages_large', { finished: large.finished * scale, open: large.open * scale }],
  ] as const) {
    say(`  loading ${size.finished} finished tasks and ${size.open} open requests`)
    const database = await server.database(name)
    await ensureLogin(database.admin, login, 'countersign_approver', password)
    // One session, whose reading can be counted.
    const approverUrl = withLogin(database.adminUrl, login, password)
    const approver = openDatabase(approverUrl, { maxConnections: 1 })
    subjects.push({ ...(await subject(database, approver, size)), approver, admin: database.admin })
  }
  const [a, b] = subjects
  if (!a || !b) throw new Error('two subjects')
  const rows: PageRow[] = []
  for (const page of a.paths.keys()) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let view = -2; view < views; view++) {
      const smallMs = await a.view(page)
      const largeMs = await b.view(page)
      if (view < 0) continue
      times.small.push(smallMs)
      times.large.push(largeMs)
    }
    const [smallMs, largeMs] = [quantile(times.small, 0.5), quantile(times.large, 0.5)]
    rows.push({
      page,
      smallMs: Math.round(smallMs * 10) / 10,
      largeMs: Math.round(largeMs * 10) / 10,
      ratio: Math.round((largeMs / smallMs) * 100) / 100,
      smallBuffers: await buffers(page, a),
      largeBuffers: await buffers(page, b),
    })
  }
  await Promise.all(subjects.map(({ approver }) => approver.close()))
  return rows
}

interface Subject {
  approver: Database
  admin: Database
  paths: ReadonlyMap<string, string>
  /** Milliseconds until the whole page was there. */
  view(page: string): Promise<number>
}

async function subject(
  database: BenchDatabase,
  approver: Database,
  size: { finished: number; open: number },
) {
  const { task, publicId } = await load(database, size)
  const localSecret = randomBytes(16).toString('hex')
  const app = approvalsApp({
    database: approver,
    stage: { name: 'local', origin },
    files: { read: async () => undefined },
    log: () => {},
    localSecret,
    tickSeconds: 300,
  })
  const headers = {
    host: 'localhost:4747',
    origin,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const signedIn = await app.request('/sign-in', {
    method: 'POST',
    headers,
    body: `link=${localSecret}`,
  })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const paths = new Map([
    ['home', '/'],
    ['request', `/r/${publicId}`],
    ['sitting', `/sitting?of=${publicId}`],
    ['tasks', '/tasks'],
    ['tasks waiting', '/tasks?status=needs_approval'],
    ['task', `/tasks/${task}`],
    ['capabilities', '/capabilities'],
    ['signals', '/signals'],
    ['dead', '/dead'],
    ['operators', '/operators'],
  ])
  return {
    paths,
    view: async (page: string) => {
      const beganMs = performance.now()
      const response = await app.request(paths.get(page) ?? '/', {
        headers: { host: 'localhost:4747', cookie },
      })
      const text = await response.text()
      if (response.status !== 200)
        throw new Error(`${page} answered ${response.status}: ${text.slice(0, 300)}`)
      return performance.now() - beganMs
    },
  }
}

/** Finished tasks with their history, spread over the states, and open requests with their tasks. */
async function load(
  { admin }: BenchDatabase,
  { finished, open }: { finished: number; open: number },
) {
  const body = JSON.stringify({ action: { to: 'a' }, gate: 'ask', shown: {}, v: 1 })
  await admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    {
      text: `insert into countersign.gates (capability, name, level, irreversible, sentence)
             values ('free', 'ask', 'session', false, 'Go to {/action/to}') on conflict do nothing`,
    },
    {
      text: `insert into countersign.tasks (capability, step, status, started_at, finished_at, created_at, reason)
             select 'free', 'go', (array['completed', 'completed', 'completed', 'skipped', 'failed', 'dead', 'expired'])[1 + n % 7],
               at, at, at, 'bench'
             from generate_series(1, $1::integer) n, lateral (select clock_timestamp() - make_interval(secs => n * 10) as at) t`,
      values: [finished],
    },
    {
      text: `insert into countersign.task_events (task_id, capability, at, kind, was, now)
             select id, capability, finished_at, 'task', 'running', status from countersign.tasks order by finished_at`,
    },
    {
      text: `with waiting as (
               insert into countersign.tasks (capability, step, status, started_at)
               select 'free', 'go', 'needs_approval', clock_timestamp() from generate_series(1, $1::integer)
               returning id
             )
             insert into countersign.approvals (task_id, capability, gate, revision, body, digest, level, expires_at)
             select id, 'free', 'ask', 1, $2::text, encode(sha256(convert_to($2::text, 'UTF8')), 'hex'), 'session',
               clock_timestamp() + interval '48 hours'
             from waiting`,
      values: [open, body],
    },
    {
      text: `insert into countersign.task_events (task_id, capability, kind, was, now)
             select id, capability, 'task', 'running', status from countersign.tasks where status = 'needs_approval'`,
    },
  ])
  await admin.query('vacuum analyze countersign.tasks')
  await admin.query('vacuum analyze countersign.approvals')
  await admin.query('vacuum analyze countersign.task_events')
  const [row] = await admin.query<{ task_id: number; public_id: string }>(
    'select task_id, public_id from countersign.approvals order by id desc limit 1',
  )
  return { task: row?.task_id ?? 0, publicId: row?.public_id ?? '' }
}

/**
 * What the session of the pages read during one view, planning included, as the server counts for that session alone.
 *
 * @throws when it counted nothing: a view always reads something.
 */
async function buffers(page: string, { approver, admin, view }: Subject): Promise<number> {
  const [session] = await approver.query<{ pid: number }>('select pg_backend_pid() as pid')
  const count = async () => {
    // The session tells its figures when this statement ends, not once a second.
    await approver.query('select pg_stat_force_next_flush()')
    const [row] = await admin.query<{ blocks: number }>(
      'select sum(hits + reads)::bigint as blocks from pg_stat_get_backend_io($1)',
      [session?.pid],
    )
    return row?.blocks ?? Number.NaN
  }
  const first = await count()
  const before = await count()
  await view(page)
  const counted = (await count()) - before - (before - first)
  if (!(counted > 0)) throw new Error(`${page}: the server counted ${counted} buffers of its view`)
  return counted
}

function withLogin(adminUrl: string, login: string, password: string): string {
  const url = new URL(adminUrl)
  url.username = login
  url.password = password
  return url.href
}
