// Ties a workload's steps to its definition, and forgets their types behind its schemas.
import type * as z from 'zod'
import type { Json } from '../json.ts'
import type { Claimed } from '../verbs/rows.ts'
import type { Definition } from './definition.ts'
import { type Done, done, type Outcome } from './outcome.ts'
import type { Act, AnyStep, Ask, Context, GateStep, QuestionStep, Task } from './steps.ts'

/** A step bound to one claimed task, whose payload and state have passed the schemas. */
export type BoundStep =
  | { kind: 'slice'; run(ctx: Context): Promise<Outcome> }
  | BoundGate
  | BoundQuestion
  /** This worker can't run it: the step is unknown here, or the payload is of a newer version. */
  | { kind: 'unknown'; why: string }
  /** The payload or state does not pass its schema. */
  | { kind: 'invalid'; what: 'payload' | 'state'; issues: string }

export interface BoundGate {
  kind: 'gate'
  gate: string
  ask(ctx: Context, difference?: unknown): Promise<Ask | Outcome>
  check: GateStep<string, string, never, never>['check']
  act(effect: string): Act | undefined
  poll: GateStep<string, string, never, never>['poll']
  probe: GateStep<string, string, never, never>['probe']
  after(results: Readonly<Record<string, Json>>, ctx: Context): Promise<Outcome>
}

export interface BoundQuestion {
  kind: 'question'
  gate: string
  ask(ctx: Context): Promise<Ask | Outcome>
  answered(
    answer: Parameters<QuestionStep<string, string, never, never>['answered']>[0],
    ctx: Context,
  ): Promise<Outcome>
}

/** A workload's working half, its types behind `bind`. */
export interface Implementation {
  bind(claimed: Claimed): BoundStep
}

/** One line of the registry: the light half, and how to load the other when one of its steps runs. */
export interface Registered {
  definition: Definition
  load(): Promise<{ implementation: Implementation }>
}

/** Ties steps to their definition: a mistyped step or gate does not compile. */
export function implement<
  Step extends string,
  Gate extends string,
  Ungated extends string,
  Payload,
  State,
>(
  definition: Definition<Step, Gate, Ungated, Payload, State>,
  steps: Readonly<Record<NoInfer<Step>, AnyStep<NoInfer<Step>, NoInfer<Gate>, Payload, State>>>,
): Implementation {
  const known = new Map<string, AnyStep<Step, Gate, Payload, State>>(Object.entries(steps))
  return {
    bind(claimed) {
      const step = known.get(claimed.step)
      if (!step) return { kind: 'unknown', why: `step ${claimed.step}` }
      if (claimed.payloadVersion > definition.version) {
        return { kind: 'unknown', why: `payload version ${claimed.payloadVersion}` }
      }
      const payload = definition.payload.safeParse(claimed.payload)
      if (!payload.success) return invalid('payload', payload.error)
      // A task that has not run yet has no state: the schema's own default stands in.
      const state = definition.state.safeParse(claimed.state ?? undefined)
      if (!state.success) return invalid('state', state.error)
      return bound(step, { ...view(claimed), payload: payload.data, state: state.data })
    },
  }
}

function bound<Step extends string, Gate extends string, Payload, State>(
  step: AnyStep<Step, Gate, Payload, State>,
  task: Task<Payload, State>,
): BoundStep {
  if (typeof step === 'function') return { kind: 'slice', run: (ctx) => step(task, ctx) }
  const ask = async (ctx: Context, difference?: unknown) => await step.ask(task, ctx, difference)
  if ('answered' in step) {
    const { gate } = step
    return {
      kind: 'question',
      gate,
      ask,
      answered: (answer, ctx) => step.answered(answer, task, ctx),
    }
  }
  const { run } = step
  return {
    kind: 'gate',
    gate: step.gate,
    ask,
    check: step.check,
    act: (effect) => (typeof run === 'function' ? run : run[effect]),
    poll: step.poll,
    probe: step.probe,
    after: async (results, ctx) => (await step.after?.(results, task, ctx)) ?? completed(results),
  }
}

/** Without `after`, one effect's result is the task's; several are a record. */
function completed(results: Readonly<Record<string, Json>>): Done {
  const values = Object.values(results)
  return done(values.length === 1 ? values[0] : results)
}

function view(claimed: Claimed) {
  const { id, capability, step, key, attempts, slices, priority, parentId, createdAt } = claimed
  const sentBack = claimed.request?.state === 'sent_back' ? claimed.request.comment : null
  return {
    id,
    capability,
    step,
    key,
    attempts,
    slices,
    priority,
    parentId,
    createdAt,
    comment: sentBack,
  }
}

function invalid(what: 'payload' | 'state', error: z.ZodError): BoundStep {
  const issues = error.issues.map(({ path, message }) => `${path.join('.') || what}: ${message}`)
  return { kind: 'invalid', what, issues: issues.slice(0, 20).join('; ') }
}
