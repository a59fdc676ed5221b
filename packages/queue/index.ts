// The front door of #queue: the typed client of the verbs.
export { type Json, storable } from './json.ts'
export { type Fact, isRefusal, Refusal, type RefusalCode } from './refusal.ts'
export { type ApproverVerbs, approverVerbs, type Seen, type Verdict } from './verbs/approver.ts'
export { declaredVerbs, statementOf } from './verbs/call.ts'
export { reaperVerbs } from './verbs/reaper.ts'
export {
  type BegunEffect,
  type Claimed,
  type DecidedRequest,
  type Level,
  type Standing,
  type Status,
  statuses,
} from './verbs/rows.ts'
export {
  type DueMessage,
  dueMessages,
  enqueue,
  type Invocation,
  type NewTask,
  noteDelivery,
  recall,
  recordInvocation,
  remember,
} from './verbs/shared.ts'
export {
  type ArtifactFacts,
  type Failure,
  type Lease,
  type ParkRequest,
  protocolVersion,
  type WorkerVerbs,
  workerVerbs,
} from './verbs/worker.ts'
