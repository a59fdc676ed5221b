// Meetings left to chance, many at once: which of two verbs on the same request comes first is nobody's choice.
import { approverVerbs, type Claimed, workerVerbs } from '#queue'
import { type Ending, settled } from './interleave.ts'
import { bodyOf, type Protocol } from './protocol.ts'
import { scenario } from './scenario.ts'

/** `ok`, or the code of the refusal. */
export function how(ending: Ending<unknown>): unknown {
  if ('answer' in ending) return 'ok'
  return ending.error instanceof Error && 'code' in ending.error ? ending.error.code : ending.error
}

interface Asked extends Record<string, unknown> {
  id: number
  digest: string
  revision: number
}

/** Tasks of one new capability, each parked with a request of its own. */
async function crowd(p: Protocol, count: number) {
  const approver = approverVerbs(p.db.as(p.logins.approver, { maxConnections: 4 }))
  const worker = workerVerbs(p.db.as(p.logins.worker, { maxConnections: 4 }))
  const { capability } = await scenario(p)
  await p.admin.query(
    `insert into countersign.tasks (capability, step) select $1, 'first' from generate_series(2, $2)`,
    [capability, count],
  )
  const claim = () => worker.claim({ capability, worker: 'w1', limit: count })
  const body = bodyOf('act', ['submit'])
  const ids = await Promise.all(
    (await claim()).map((lease) => worker.park(lease, { gate: 'act', body, step: 'first' })),
  )
  const requests = await p.admin.query<Asked>(
    'select id, digest, revision from countersign.approvals where id = any ($1)',
    [ids],
  )
  return { approver, worker, claim, requests }
}

/** Takes approvals back at the moment their act begins: how begin_effect and revoke ended, each time. */
export async function revokeAgainstBegin(p: Protocol, rounds: number): Promise<string[]> {
  const { approver, worker, claim, requests } = await crowd(p, rounds)
  const yes = { verdict: 'approve', by: 'ana', level: 'session' } as const
  await Promise.all(
    requests.map(({ id, ...seen }) => approver.decide({ approvalId: id, ...seen }, yes)),
  )
  const leases: Claimed[] = await claim()
  if (leases.length !== rounds) throw new Error(`claimed ${leases.length} of ${rounds}`)
  return await Promise.all(
    leases.map(async (lease, at) => {
      const { digest = '', id = 0 } = lease.request ?? {}
      const begin = () => settled(worker.beginEffect(lease, { name: 'submit', digest }))
      const revoke = () => settled(approver.revoke(id, 'ana'))
      const both = at % 2 ? [begin(), revoke()] : [revoke(), begin()].reverse()
      return (await Promise.all(both)).map(how).join(' ')
    }),
  )
}

/** Three who approve and three who reject at once, request by request: how many of each were taken. */
export async function approveAgainstReject(p: Protocol, rounds: number): Promise<string[]> {
  const { approver, requests } = await crowd(p, rounds)
  const verdicts = ['approve', 'reject', 'approve', 'reject', 'approve', 'reject'] as const
  const outcomes: string[] = []
  for (const { id, ...seen } of requests) {
    const endings = await Promise.all(
      verdicts.map((verdict, at) =>
        settled(
          approver.decide({ approvalId: id, ...seen }, { verdict, by: `p${at}`, level: 'session' }),
        ),
      ),
    )
    outcomes.push(endings.map(how).sort().join(' '))
  }
  return outcomes
}
