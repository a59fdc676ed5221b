// Whether what was done to a task is what was signed, and what was signed is what was asked.
import { digestOf, NotCanonical } from '../canonical.ts'
import { ApprovalRefused } from '../run/policy.ts'
import { parseBody } from '../run/request.ts'
import type { Level } from '../verbs/rows.ts'
import { isLoopback, rpIdOf, type Stage } from './passkey-policy.ts'
import type { Pins } from './pins.ts'
import type { RecordedEffect, RecordedRequest, TaskRecord } from './task-record.ts'
import { verifyAssertion } from './verify.ts'

/** One thing that was checked. `about` names the row, `says` the fact in a sentence's half. */
export interface Finding {
  about: string
  holds: boolean
  says: string
}

/** What the verifier knows by itself. */
export interface Verifier {
  stage: Stage
  pins: Pins
  /** Whether a gate is irreversible by the code's own definition; undefined where the code knows no such gate. */
  irreversible?: (capability: string, gate: string) => boolean | undefined
  now: Date
}

/** Checks a task's record row by row. Every finding is listed, what holds and what doesn't. */
export async function verifyTask(record: TaskRecord, verifier: Verifier): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const request of record.requests) {
    findings.push(asked(request))
    if (request.verdict === null) continue
    findings.push(...(await decided(request, record, verifier)))
  }
  for (const effect of record.effects) findings.push(...done(effect, record))
  return findings
}

const no = (about: string, says: string): Finding => ({ about, holds: false, says })
const yes = (about: string, says: string): Finding => ({ about, holds: true, says })

/** Whether the text is what its digest says, and a request of this gate for these effects. */
function asked({ id, gate, body, digest, effects }: RecordedRequest): Finding {
  const about = `request ${id}`
  if (body === null) return yes(about, 'its text was erased; the digest of it stays')
  if (digestOf(body) !== digest) return no(about, 'its text is not what its digest says')
  try {
    const parsed = parseBody(body)
    if (parsed.gate !== gate) return no(about, `its text is of gate ${parsed.gate}, not ${gate}`)
    const listed = Array.isArray(parsed.action.effects) ? parsed.action.effects : []
    const names = listed.map((part) =>
      typeof part === 'object' && part !== null && !Array.isArray(part) ? part.name : null,
    )
    // At the built-in gate the action names the effect in question and starts none.
    if (gate !== 'uncertain' && JSON.stringify(names) !== JSON.stringify(effects)) {
      return no(about, 'its text lists other effects than its row')
    }
  } catch (error) {
    if (error instanceof NotCanonical) return no(about, `its text is no request: ${error.message}`)
    throw error
  }
  return yes(about, `asked at gate ${gate}, digest ${digest.slice(0, 12)}…`)
}

const order: readonly Level[] = ['none', 'session', 'passkey']
const below = (level: Level | null, required: Level) =>
  order.indexOf(level ?? 'none') < order.indexOf(required)

/** The level that approving takes by the code's definition, and where it knows none, by the gate's row. */
function requiredLevel(request: RecordedRequest, { stage, irreversible }: Verifier): Level {
  const { capability, gate, gateIrreversible } = request
  if (gate === 'uncertain' || request.effects.length === 0 || isLoopback(stage.origin)) {
    return 'session'
  }
  const defined = irreversible?.(capability, gate)
  return (defined ?? gateIrreversible ?? true) ? 'passkey' : 'session'
}

async function decided(
  request: RecordedRequest,
  record: TaskRecord,
  verifier: Verifier,
): Promise<Finding[]> {
  const { id, verdict, decidedBy, decidedAt, decidedLevel } = request
  const about = `request ${id}`
  if (verdict !== 'approve') {
    return [yes(about, `${verdict} by ${decidedBy} at ${decidedAt}; nothing may begin under it`)]
  }
  const required = requiredLevel(request, verifier)
  const found: Finding[] = []
  if (below(request.level, required)) {
    found.push(no(about, `asked at level ${request.level}, lowered from ${required}`))
  }
  if (request.gateLevel !== null && below(request.gateLevel, required)) {
    found.push(
      no(about, `its gate’s row says level ${request.gateLevel}, lowered from ${required}`),
    )
  }
  if (below(decidedLevel, required)) {
    found.push(no(about, `approved at level ${decidedLevel}, and it takes ${required}`))
  }
  if (required === 'passkey' || decidedLevel === 'passkey') {
    found.push(await signed(request, record, verifier))
  } else {
    found.push(yes(about, `approved by ${decidedBy} in a session, which is enough here`))
  }
  return [...found, ...takenBack(request, record)]
}

/** Whether the signature is this person's over this very request, made and used in time. */
async function signed(
  request: RecordedRequest,
  { task, effects }: TaskRecord,
  { stage, pins, now }: Verifier,
): Promise<Finding> {
  const about = `request ${request.id}`
  const latest = effects.filter(({ approvalId }) => approvalId === request.id).at(-1)
  try {
    const statement = await verifyAssertion(request.assertion, {
      expected: {
        stage: stage.name,
        origin: stage.origin,
        task: task.id,
        capability: task.capability,
        gate: request.gate,
        approval: request.id,
        revision: request.revision,
        verdict: 'approve',
        digest: request.digest,
      },
      rpId: rpIdOf(stage.origin),
      pins,
      decidedAt: new Date(request.decidedAt ?? 0),
      // What was not begun yet is judged as of now: could a worker still accept it?
      now: latest ? new Date(latest.beganAt) : request.state === 'approved' ? now : new Date(0),
    })
    if (statement.operator !== request.decidedBy) {
      return no(about, `signed by ${statement.operator}, recorded as ${request.decidedBy}`)
    }
    return yes(
      about,
      `signed by ${statement.operator} with a pinned key, until ${statement.actBefore}`,
    )
  } catch (error) {
    if (error instanceof ApprovalRefused) return no(about, error.message)
    throw error
  }
}

/** Trust that was taken away before everything under the approval had begun, or hidden again. */
function takenBack(request: RecordedRequest, { effects }: TaskRecord): Finding[] {
  const about = `request ${request.id}`
  const { revokedAt, revokedInHistory, trustEndedAt, state } = request
  const found: Finding[] = []
  if (revokedInHistory !== null && revokedAt === null) {
    found.push(no(about, `revoked at ${revokedInHistory}, and its row no longer says so`))
  }
  const begun = effects.filter(({ approvalId }) => approvalId === request.id)
  for (const [ended, what] of [
    [revokedAt ?? revokedInHistory, 'the approval'],
    [trustEndedAt, 'the person or the key'],
  ] as const) {
    if (ended === null) continue
    for (const effect of begun.filter(({ beganAt }) => beganAt > ended)) {
      found.push(no(`effect ${effect.id}`, `begun after ${what} was revoked at ${ended}`))
    }
  }
  if (trustEndedAt !== null && state === 'approved') {
    found.push(
      no(about, `approved with trust that was taken away at ${trustEndedAt}: it is asked again`),
    )
  }
  return found
}

/** Whether an effect was begun under an approval for exactly it, in time and in order. */
function done(effect: RecordedEffect, { requests, effects }: TaskRecord): Finding[] {
  const about = `effect ${effect.id}`
  if (effect.approvalId === null) {
    return [
      effect.ungatedReason === null
        ? no(about, `${effect.name} was begun with neither an approval nor a reason to need none`)
        : yes(
            about,
            `${effect.name}, ${effect.status}: acts without asking (${effect.ungatedReason})`,
          ),
    ]
  }
  const approval = requests.find(({ id }) => id === effect.approvalId)
  if (!approval) return [no(about, `${effect.name} was begun under an approval of another task`)]
  const wrong: string[] = []
  if (approval.verdict !== 'approve') wrong.push(`nobody approved request ${approval.id}`)
  if (approval.digest !== effect.digest) wrong.push('begun for another digest than was approved')
  if (!approval.effects.includes(effect.name)) wrong.push('the approval is not for this effect')
  const earliest = approval.notBefore ?? approval.decidedAt
  if (earliest !== null && effect.beganAt < earliest) wrong.push(`begun before ${earliest}`)
  if (approval.actBefore !== null && effect.beganAt >= approval.actBefore) {
    wrong.push(`begun after ${approval.actBefore}`)
  }
  const before = approval.effects.slice(0, approval.effects.indexOf(effect.name))
  for (const name of before) {
    const first = effects.find((other) => other.name === name && other.status === 'done')
    if (!first?.settledAt || first.settledAt > effect.beganAt)
      wrong.push(`begun before ${name} was done`)
  }
  if (wrong.length > 0) return wrong.map((what) => no(about, `${effect.name}: ${what}`))
  return [
    yes(
      about,
      `${effect.name}, ${effect.status}: begun at ${effect.beganAt} under request ${approval.id}`,
    ),
  ]
}
