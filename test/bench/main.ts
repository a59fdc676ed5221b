// `npm run bench`: figures that can be trusted on a noisy machine, side by side in one run, as ratios.
import { parseArgs } from 'node:util'
import { curve } from './curve.ts'
import { documents } from './documents.ts'
import { caps, emptyTick } from './exactness.ts'
import { lambda } from './lambda.ts'
import { latency } from './latency.ts'
import { pages } from './pages.ts'
import { ranking } from './ranking.ts'
import { benchServer } from './server.ts'
import { ratiosOf, throughput } from './throughput.ts'

const usage = `usage: npm run bench -- [curve | documents | lambda | pages | ranking] [--json] [--blocks N] [--quick]

Measures, on one embedded PostgreSQL: claim and complete per second beside pg-boss, graphile-worker and the bare
ceiling; claim latency against history and backlog; caps under a hundred claimers; what an empty tick costs.
With "curve": what 3, 30 and 100 workers bring instead, caps and history apart.
With "documents": makes and checks the CVs and letters of 300 invented people instead.
With "ranking": judges and ranks 10,000 invented postings instead, from their files to the table's.
With "lambda": how long the packages of a deployment take to start, beside a handler that does nothing.
With "pages": what each approval page costs with a million tasks and two thousand open requests.
  --blocks N   interleaved blocks of each condition (default 5; latency takes three times as many)
  --quick      a tenth of everything, to see that it runs`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    blocks: { type: 'string', default: '5' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
if (positionals[0] === 'ranking') {
  const figures = await ranking(values.quick ? 1_000 : 10_000)
  if (values.json) console.log(JSON.stringify({ ranking: figures }, null, 2))
  else console.table([{ ...figures, placements: JSON.stringify(figures.placements) }])
  process.exit(0)
}
const blocks = Number(values.blocks)
if (!Number.isInteger(blocks) || blocks < 1) {
  console.error(`--blocks takes a whole number from 1 on, not "${values.blocks}"\n\n${usage}`)
  process.exit(2)
}
const say = (line: string) => process.stderr.write(`${line}\n`)
const scale = values.quick ? 0.1 : 1

if (positionals[0] === 'documents') {
  console.log(JSON.stringify(await documents({ scale }), null, 2))
  process.exit(0)
}
if (positionals[0] === 'lambda') {
  const rows = await lambda({ rounds: values.quick ? 3 : blocks * 4, say })
  if (values.json) console.log(JSON.stringify({ lambda: rows }, null, 2))
  else console.table(rows)
  process.exit(0)
}

const server = await benchServer()
try {
  if (positionals[0] === 'pages') await benchPages()
  else if (positionals[0] === 'curve') await benchCurve()
  else await benchQueue()
} finally {
  await server.stop()
}

async function benchPages() {
  const rows = await pages(server, { scale, say })
  if (values.json) console.log(JSON.stringify({ pages: rows }, null, 2))
  else console.table(rows)
}

async function benchCurve() {
  const rows = await curve(server, { blocks, scale, say })
  if (values.json) console.log(JSON.stringify({ curve: rows }, null, 2))
  else console.table(rows)
}

async function benchQueue() {
  say('throughput')
  const rows = await throughput(server, { blocks, scale, say })
  say('latency')
  const latencies = await latency(server, { blocks: values.quick ? 3 : blocks * 3, scale, say })
  say('caps')
  const exact = await caps(server, { bursts: Math.max(5, Math.round(50 * scale)) })
  say('empty tick')
  const empty = await emptyTick(server)
  const report = {
    throughput: rows,
    ratios: ratiosOf(rows),
    latency: latencies,
    caps: exact,
    emptyTick: empty,
  }
  if (values.json) console.log(JSON.stringify(report, null, 2))
  else print(report)
}

function print(report: {
  throughput: Awaited<ReturnType<typeof throughput>>
  ratios: ReturnType<typeof ratiosOf>
  latency: Awaited<ReturnType<typeof latency>>
  caps: Awaited<ReturnType<typeof caps>>
  emptyTick: Awaited<ReturnType<typeof emptyTick>>
}) {
  console.log('claim and complete, tasks a second, medians of interleaved blocks')
  console.table(report.throughput)
  console.log('ratios')
  console.table(report.ratios)
  console.log('claim of one, lower quartile of block p99')
  console.table(report.latency)
  console.log('caps under 100 claimers, and an empty tick')
  console.table([{ ...report.caps, ...report.emptyTick }])
}
