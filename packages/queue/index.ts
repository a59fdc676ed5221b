// The front door of #queue: the typed verbs, what a workload is made of, and the runner.
export { canonical, digestOf, NotCanonical, parseCanonical } from './canonical.ts'
export {
  type Diagnosis,
  doctor,
  maximumViolations,
  readSignals,
  type Signal,
  type Violation,
} from './doctor.ts'
export { isImplied } from './history.ts'
export { type Json, storable } from './json.ts'
export {
  ensureLogin,
  generatedPassword,
  loginTimeouts,
  stageLogin,
  stageLogins,
  workersOf,
} from './logins.ts'
export {
  type Channel,
  codeOf,
  deliverDue,
  itIsTime,
  type Message,
  type MessageOptions,
} from './messages.ts'
export { leaves, replaced, valueAt, within } from './pointer.ts'
export { type Fact, isRefusal, Refusal, type RefusalCode } from './refusal.ts'
export { type RegistryOptions, writeRegistry } from './registry.ts'
export { effectsOf } from './run/gate.ts'
export { Stopped, type StopReason } from './run/lease.ts'
export { errorFacts, jsonLog, type Log, type LogFacts, logWith } from './run/log.ts'
export {
  ApprovalRefused,
  loopbackPolicy,
  type Policy,
  verifyApproval,
} from './run/policy.ts'
export { type ReaperOptions, type ReaperReport, runReaper } from './run/reaper.ts'
export { parseBody, type RequestBody, requestBody } from './run/request.ts'
export { type ResidentOptions, runResident } from './run/resident.ts'
export { type Counts, type TickOptions, type TickReport, tick } from './run/tick.ts'
export { fillSentence } from './sentence.ts'
export { type ExpectedAnswer, type KeyAnswer, verifyAnswer } from './signing/answer.ts'
export {
  deployedLevels,
  isLoopback,
  passkeyPolicy,
  rpIdOf,
  type Stage,
} from './signing/passkey-policy.ts'
export {
  fingerprintWords,
  isPinned,
  noPins,
  type PinnedKey,
  type Pins,
  pins,
} from './signing/pins.ts'
export {
  type ApprovalAssertion,
  type ApprovalStatement,
  approvalAssertion,
  approvalStatement,
  challengeOf,
} from './signing/statement.ts'
export { loadTaskRecord, type TaskRecord } from './signing/task-record.ts'
export { verifyAssertion, verifySignature } from './signing/verify.ts'
export { type Finding, type Verifier, verifyTask } from './signing/verify-task.ts'
export { type ApproverVerbs, approverVerbs, type Seen, type Verdict } from './verbs/approver.ts'
export { declaredVerbs } from './verbs/call.ts'
export {
  type NewCredential,
  type OperatorVerbs,
  operatorVerbs,
  type Purpose,
} from './verbs/operators.ts'
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
export { type DayClock, dailyWork, dueToday, taskOf } from './workload/daily.ts'
export {
  type Caps,
  type Daily,
  type Definition,
  type GateDefinition,
  type Needs,
  type UngatedEffect,
  workload,
} from './workload/definition.ts'
export { abandon, done, next, type Outcome, skip, wait } from './workload/outcome.ts'
export type { PagesEnv, PagesFrame } from './workload/pages.ts'
export { type Implementation, implement, type Registered } from './workload/registry.ts'
export {
  type Act,
  type ActContext,
  type Ask,
  type Context,
  cannotTellYet,
  changed,
  type Files,
  failed,
  gate,
  type JsonObject,
  pending,
  question,
  same,
  type Task,
} from './workload/steps.ts'
