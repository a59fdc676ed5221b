// Every statement of a busy day with 300 k tasks waiting, 1 M finished, 100 k at the head that can't start.
import { plansStayGood } from '../support/plan-trials.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol({ checked: false })
const rows = { finished: 1_000_000, waiting: 300_000, future: 100_000, held: 100_000 }

await plansStayGood(p, rows, 300_000)
