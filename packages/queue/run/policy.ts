// What a worker itself demands of an approval before it acts, whatever the database says.
import { digestOf, NotCanonical } from '../canonical.ts'
import type { Claimed, DecidedRequest, Level } from '../verbs/rows.ts'
import type { GateDefinition } from '../workload/definition.ts'
import { parseBody, type RequestBody } from './request.ts'

/** An approval that this worker does not accept, and why. */
export class ApprovalRefused extends Error {
  override readonly name = 'ApprovalRefused'
}

export interface Policy {
  /** The level that approving at this gate takes here, derived from the compiled definition. */
  requiredLevel(gate: GateDefinition): Level
  /** Accepts the proof of a decision, or throws ApprovalRefused. Runs before anything begins. */
  verifyProof(request: DecidedRequest, required: Level, task: Claimed): Promise<void>
}

/** On a loopback origin a signed-in session suffices, also for what can't be undone. */
export const loopbackPolicy: Policy = {
  requiredLevel: () => 'session',
  verifyProof: async () => {},
}

/**
 * Where nothing verifies a passkey's signature: what can't be undone still takes one, and so never happens
 * here, whatever a row in the database says.
 */
export const closedPolicy: Policy = {
  requiredLevel: ({ irreversible }) => (irreversible ? 'passkey' : 'session'),
  verifyProof: async (_request, required) => {
    if (required === 'passkey') throw new ApprovalRefused('nothing here can verify its signature')
  },
}

const order: readonly Level[] = ['none', 'session', 'passkey']

/**
 * The approved request, re-derived from its own text. Refuses a body that is not its digest, not
 * canonical or of another gate, a verdict that is no approval, and a level below what this worker's own
 * definition demands: a weakened row in the database gains nothing.
 */
export async function verifyApproval(
  policy: Policy,
  gate: GateDefinition,
  name: string,
  request: DecidedRequest,
  task: Claimed,
): Promise<RequestBody> {
  const { body, digest } = request
  if (body === null) throw new ApprovalRefused('the approved text was erased')
  if (digestOf(body) !== digest) throw new ApprovalRefused('the approved text is not its digest')
  const parsed = parse(body)
  if (parsed.gate !== name) throw new ApprovalRefused(`the approval is of gate ${parsed.gate}`)
  const required = policy.requiredLevel(gate)
  if (order.indexOf(request.decidedLevel ?? 'none') < order.indexOf(required)) {
    throw new ApprovalRefused(`approving at ${name} takes level ${required}`)
  }
  await policy.verifyProof(request, required, task)
  return parsed
}

function parse(body: string): RequestBody {
  try {
    return parseBody(body)
  } catch (cause) {
    if (cause instanceof NotCanonical) throw new ApprovalRefused(cause.message, { cause })
    throw cause
  }
}
