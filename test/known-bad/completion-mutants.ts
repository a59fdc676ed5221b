// Bindings of a login, and what a completion of one looks for, taken out one at a time. Data only.
import { type Mutant, mutants } from './mutant.ts'

const trespass = 'test/queue/trespass.test.ts'
const lease = 'test/queue/lease.test.ts'
const complete = 'functions/complete.sql'
const history = 'functions/_history.sql'
const knows =
  '    update countersign.tasks set linked = true where id = new.task_id and not linked;\n'

const both = 'functions/complete_and_claim.sql'
const fused: Mutant[] = [
  ...mutants(
    both,
    'complete-and-claim',
    'claims nothing where there was no right to complete, without caps',
    ['fused: the token', '        and lease_token = p_token\n', ''],
    ['fused: a live lease', '        and lease_expires_at > clock_timestamp()\n', ''],
    ['fused: nothing claimed unless completed', '        and exists (select from completed)\n', ''],
  ),
  ...mutants(both, 'complete-and-claim', 'completes and leaves alone what the day', [
    'fused: caps are counted',
    '    and coalesce(max_running, max_parked, daily_ceiling) is null\n',
    '',
  ]),
  ...mutants(both, 'complete-and-claim', 'completes and leaves alone what is not due', [
    'fused: nothing before it is due',
    '      and run_at <= v_now\n',
    '',
  ]),
  ...mutants(both, 'complete-and-claim', 'ends nothing over an act', [
    'fused: not past what lies beside it',
    '        and not linked\n',
    '',
  ]),
  ...mutants(both, 'complete-and-claim', 'completes where the capability is paused', [
    'fused: a pause',
    '    and paused_at is null\n',
    '',
  ]),
  ...mutants(both, 'complete-and-claim', 'goes by what is there once it has waited', [
    'fused: it waits for nobody',
    'id = (select id from tasks where id = p_task for no key update skip locked)',
    'id = p_task',
  ]),
  ...mutants(both, 'trespass', 'lets a login bound to one capability', [
    'fused: binding',
    '    and session_user = any (workers)\n',
    '',
  ]),
]

export const completionMutants: readonly Mutant[] = [
  {
    guard: 'binding: a claim is of the login’s own capabilities',
    file: 'functions/claim.sql',
    from: '\n    and session_user = any (workers);',
    to: ';',
    test: trespass,
    named: 'lets a login bound to one capability',
  },
  ...mutants('functions/claim.sql', 'trespass', 'holds what it was bound to while it looked', [
    'binding: whoever was bound meanwhile claims like any other',
    '    return query select * from claim(p_capability, p_worker, p_limit, p_sweep, p_protocol);\n    return;\n',
    '',
  ]),
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
  ...fused,
]
