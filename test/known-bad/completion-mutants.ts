// Bindings of a login, and what a completion of one looks for, taken out one at a time. Data only.
import type { Mutant } from './mutant.ts'

const trespass = 'test/queue/trespass.test.ts'
const lease = 'test/queue/lease.test.ts'
const complete = 'functions/complete.sql'
const history = 'functions/_history.sql'
const knows =
  '    update countersign.tasks set linked = true where id = new.task_id and not linked;\n'

export const completionMutants: readonly Mutant[] = [
  {
    guard: 'binding: a claim is of the login’s own capabilities',
    file: 'functions/claim.sql',
    from: '\n    and session_user = any (workers);',
    to: ';',
    test: trespass,
    named: 'lets a login bound to one capability',
  },
  {
    guard: 'binding: so is every other verb of a worker',
    file: 'functions/_bound.sql',
    from: 'select session_user = any (workers) into',
    to: 'select true into',
    test: trespass,
    named: 'lets a login bound to one capability',
  },
  {
    guard: 'complete: not past what lies beside it',
    file: complete,
    from: '    and not linked;',
    to: ';',
    test: lease,
    named: 'is not ended over an act that nobody was asked about',
  },
  {
    guard: 'complete: a task knows of what was begun',
    file: history,
    from: `${knows}    insert into countersign.task_events (task_id, capability, kind, subject, now, actor)`,
    to: '    insert into countersign.task_events (task_id, capability, kind, subject, now, actor)',
    test: lease,
    named: 'is not ended over an act that nobody was asked about',
  },
  {
    guard: 'complete: a task knows of what was asked',
    file: history,
    from: `${knows}    insert into countersign.task_events (task_id, capability, kind, subject, now, actor, reason)`,
    to: '    insert into countersign.task_events (task_id, capability, kind, subject, now, actor, reason)',
    test: lease,
    named: 'closes the approval of what is completed',
  },
]
