// The policy of a deployed stage: what can't be undone takes a passkey that the owner pinned.
import { ApprovalRefused, type Policy } from '../run/policy.ts'
import type { Pins } from './pins.ts'
import { verifyAssertion } from './verify.ts'

export interface Stage {
  name: string
  /** Where the approval pages are: scheme, host and port, nothing more. */
  origin: string
}

/** The relying party of an origin: its host name. */
export function rpIdOf(origin: string): string {
  return new URL(origin).hostname
}

/** On a loopback origin a session suffices; `http://127.0.0.1` is none, WebAuthn refuses it. */
export function isLoopback(origin: string): boolean {
  return rpIdOf(origin) === 'localhost'
}

/** In a deployed stage irreversible gates take a passkey, others a session. */
export const deployedLevels: Pick<Policy, 'requiredLevel'> = {
  requiredLevel: ({ irreversible }) => (irreversible ? 'passkey' : 'session'),
}

/**
 * What approving takes in a deployed stage, by `deployedLevels`. The proof is verified against this worker's own
 * stage, origin and pins, whatever the database says about them.
 */
export function passkeyPolicy({ name, origin }: Stage, pins: Pins): Policy {
  return {
    ...deployedLevels,
    verifyProof: async (request, required, task) => {
      if (required !== 'passkey') return
      if (request.verdict !== 'approve') {
        throw new ApprovalRefused(`the verdict is ${request.verdict}`)
      }
      const statement = await verifyAssertion(request.assertion, {
        expected: {
          stage: name,
          origin,
          task: task.id,
          capability: task.capability,
          gate: request.gate,
          approval: request.id,
          revision: request.revision,
          verdict: 'approve',
          digest: request.digest,
        },
        rpId: rpIdOf(origin),
        pins,
        decidedAt: request.decidedAt,
        now: new Date(),
      })
      if (statement.operator !== request.decidedBy) {
        throw new ApprovalRefused(
          `signed by ${statement.operator}, recorded as ${request.decidedBy}`,
        )
      }
    },
  }
}
