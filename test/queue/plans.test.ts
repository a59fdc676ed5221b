// Every statement of a busy day goes by index, whatever waits and whatever is done; plans.slow has the full size.
import { plansStayGood } from '../support/plan-trials.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol({ checked: false })
const rows = { finished: 20_000, waiting: 15_000, future: 10_000, held: 10_000 }

await plansStayGood(p, rows, 60_000)
