// Claims, leases and budgets with one guard taken out, each with the test that must notice. Data only.
import { type Mutant, mutants } from './mutant.ts'

const claim = 'functions/claim.sql'
const take = 'functions/_take.sql'
const sweep = 'functions/_sweep.sql'
const budget = 'functions/_over_budget.sql'
const beat = 'functions/heartbeat.sql'
const own = 'functions/_own.sql'

const caps: Mutant[] = [
  ...mutants(
    take,
    'caps',
    'hands out exactly what max_running',
    [
      'caps: the capability is locked',
      'where name = p_capability for no key update;',
      'where name = p_capability;',
    ],
    ['caps: what runs is counted', 'c.max_running - held.running)', 'c.max_running)'],
  ),
  ...mutants(take, 'caps', 'gives the place of a running task', [
    'caps: only what is started takes a place',
    ' and rank <= 150)',
    ')',
  ]),
  ...mutants(take, 'caps', 'counts what is released', [
    'caps: what waits and was started takes a place',
    'c.max_parked - held.running - held.waiting',
    'c.max_parked - held.running',
  ]),
  ...mutants(
    take,
    'caps',
    'starts the last unit of the day once',
    [
      'caps: a day that is over never comes back',
      'greatest((p_now at time zone c.time_zone)::date, c.started_on)',
      '(p_now at time zone c.time_zone)::date',
    ],
    [
      'caps: every start counts',
      '(select count(*) from countersign.tasks where id = any (p_ids) and started_at is null)',
      '0',
    ],
    ['caps: what was started before is no new start', ' and started_at is null)', ')'],
  ),
  ...mutants(take, 'caps', 'counts what it starts for the day', [
    'caps: a task starts on the day that counted it',
    "p_ids := nullif(p_ids, '{}');",
    "p_ids := nullif(p_ids, '{}'); p_now := clock_timestamp();",
  ]),
  ...mutants(claim, 'caps', 'hands out exactly what max_running', [
    'caps: one alone only where there are none',
    ' and coalesce(max_running, max_parked, daily_ceiling) is null',
    '',
  ]),
  ...mutants(take, 'claim', 'passes over what somebody else has locked', [
    'caps: nobody waits for the row that another takes',
    '      for no key update skip locked\n',
    '      for no key update\n',
  ]),
  ...mutants(claim, 'claim', 'passes over what somebody else has locked', [
    'claim: nobody waits for the one that another takes',
    'for no key update skip locked',
    'for no key update',
  ]),
]

const claims: Mutant[] = [
  ...mutants(claim, 'claim-order', 'claims no more than asked for, in order', [
    'claim: a batch is in order',
    'array_position(v_ids, id)',
    '(1000 * random())::integer',
  ]),
  ...mutants(take, 'claim', 'hands out nothing before it is due', [
    'claim: nothing before it is due',
    '        and run_at <= p_now\n',
    '',
  ]),
  ...mutants(claim, 'claim', 'hands out one that is due', [
    'claim: not one before it is due',
    'where run_at <= clock_timestamp()',
    'where true',
  ]),
  ...mutants(take, 'claim-order', 'claims an approved task before any other', [
    'claim: it looks for the approved first',
    'order by rank, run_at, id\n      limit 1',
    'order by run_at, id\n      limit 1',
  ]),
  ...mutants(claim, 'claim-order', 'claims an approved task before any other', [
    'claim: one alone is the approved one',
    'order by rank, run_at, id\n      limit 1',
    'order by run_at, id\n      limit 1',
  ]),
  ...mutants('functions/_rank.sql', 'claim-order', 'claims an approved task before any other', [
    'claim: approved comes first',
    "when p_status = 'approved' then 0",
    "when p_status = 'approved' then 100",
  ]),
  ...mutants('functions/_move.sql', 'claim-order', 'counts an approved task that was reaped', [
    'claim: what changes its status changes its rank',
    '      rank = countersign._rank(p_to, t.started_at is not null, t.priority),\n',
    '',
  ]),
  ...mutants(take, 'claim', 'takes lapsed leases back when asked', [
    'claim: the clock is read after the sweep',
    'p_now := clock_timestamp();',
    'p_now := now();',
  ]),
  ...mutants(take, 'claim', 'hands out at most a thousand', [
    'claim: a batch has a limit',
    'least(p_limit, 1000)',
    'p_limit',
  ]),
  ...mutants(take, 'claim', 'hands out nothing of a paused', [
    'claim: a pause stops everything',
    'if c.paused_at is not null then',
    'if false then',
  ]),
  ...mutants(claim, 'claim', 'hands out nothing of a paused', [
    'claim: it stops one alone too',
    ' and paused_at is null',
    '',
  ]),
  ...mutants(claim, 'claim', 'takes lapsed leases back when asked', [
    'claim: one alone is swept for when asked',
    ' and not p_sweep',
    '',
  ]),
  ...mutants(claim, 'lease-zombies', 'changes nothing any more once', [
    'claim: a new secret for each acquisition',
    'lease_token = gen_random_uuid()',
    'lease_token = coalesce(lease_token, gen_random_uuid())',
  ]),
  ...mutants(sweep, 'claim', 'is not held back by a lapsed task', [
    'claim: one that cannot be moved holds back no claim',
    'exception when others then',
    'exception when division_by_zero then',
  ]),
  ...mutants(sweep, 'claim', 'takes back at most fifty', [
    'claim: the sweep is bounded',
    'exit when v_moved >= p_limit;',
    '',
  ]),
  ...mutants('functions/_enter.sql', 'claim', 'runs every verb but enqueue', [
    'claim: one isolation only',
    'if not countersign._read_committed() then',
    'if false then',
  ]),
  ...mutants('functions/enqueue.sql', 'enqueue', 'refuses a key with another payload', [
    'enqueue: a key stands for one payload',
    'if v_known.payload_digest <> v_digest then',
    'if false then',
  ]),
]

const leases: Mutant[] = [
  ...mutants(own, 'lease-zombies', 'changes nothing any more once', [
    'lease: it is the token that owns',
    'if t.lease_token = p_token then',
    'if p_token is not null then',
  ]),
  ...mutants(own, 'lease', 'is lost when it lapsed', [
    'lease: lapsed is lost',
    ' and t.lease_expires_at > clock_timestamp() then',
    ' then',
  ]),
  ...mutants(beat, 'lease-zombies', 'changes nothing any more once', [
    'lease: a heartbeat needs the token',
    '    and t.lease_token = p_token\n',
    '',
  ]),
  ...mutants(beat, 'lease', 'is lost when it lapsed', [
    'lease: a heartbeat revives nothing',
    '    and t.lease_expires_at > clock_timestamp()\n',
    '',
  ]),
  ...mutants(beat, 'lease', 'is counted from when the heartbeat came through', [
    'lease: a heartbeat goes by the time after its wait',
    '  perform from tasks where id = p_task for no key update;\n',
    '',
  ]),
  ...mutants('functions/heartbeat_many.sql', 'lease', 'is renewed in batches', [
    'lease: a batch of heartbeats needs the tokens',
    '    and lease_token = p_tokens[array_position(p_tasks, id)]\n',
    '',
  ]),
  ...mutants('functions/complete_many.sql', 'lease', 'is ended in batches', [
    'lease: a batch of ends needs the tokens',
    '    and lease_token = p_tokens[array_position(p_tasks, id)]\n',
    '',
  ]),
  ...mutants('functions/complete_many.sql', 'lease', 'is not ended over an effect', [
    'lease: a batch ends nothing over an open effect',
    "where e.task_id = t.id and e.status in ('intent', 'started', 'unknown')",
    'where false',
  ]),
  ...mutants('functions/complete.sql', 'lease-zombies', 'changes nothing where nobody was asked', [
    'lease: an end needs the token',
    '    and lease_token = p_token\n',
    '',
  ]),
  ...mutants('functions/complete.sql', 'lease', 'is lost when it lapses while complete waits', [
    'lease: an end waits before it looks at the clock',
    'id = (select id from tasks where id = p_task for no key update skip locked)',
    'id = p_task',
  ]),
  ...mutants('functions/complete.sql', 'lease', 'is lost when it lapsed', [
    'lease: an end needs a lease that lives',
    '    and lease_expires_at > clock_timestamp()\n',
    '',
  ]),
  ...mutants('functions/decline.sql', 'claim', 'lets a batch be declined', [
    'lease: giving back needs the token',
    "if found and t.status = 'running' and t.lease_token = v_asked.token and",
    "if found and t.status = 'running' and",
  ]),
  ...mutants('functions/finish_effect.sql', 'lease-zombies', 'owns nothing without a token', [
    'lease: no token is no token',
    'e.token is distinct from p_token',
    'e.token <> p_token',
  ]),
  ...mutants('functions/note_effect.sql', 'lease-zombies', 'changes nothing any more once', [
    'lease: a handle is noted under the live lease',
    '  perform _own(e.task_id, p_token, null);\n',
    '',
  ]),
]

const counters: Mutant[] = [
  ...mutants(budget, 'lease-budgets', 'is dead at exactly the last attempt', [
    'budget: attempts',
    't.attempts >= c.',
    't.attempts > c.',
  ]),
  ...mutants(budget, 'lease-budgets', 'is dead after exactly so many', [
    'budget: lost leases',
    't.lost_leases >= c.',
    't.lost_leases > c.',
  ]),
  ...mutants(budget, 'lease-budgets', 'is dead at exactly the last slice', [
    'budget: slices',
    't.slices >= c.',
    't.slices > c.',
  ]),
  ...mutants(budget, 'lease-budgets', 'is dead past its age', [
    'budget: age',
    't.started_at <',
    'false and t.started_at <',
  ]),
  ...mutants(
    'functions/park.sql',
    'lease-budgets',
    'starts attempts and lost leases anew when it asks',
    ['budget: a step asked from starts anew', '    t.attempts := 0;\n', ''],
  ),
  ...mutants(
    'functions/release.sql',
    'lease-budgets',
    'starts attempts and lost leases anew when it is released',
    ['budget: a step released to starts anew', '    t.lost_leases := 0;\n', ''],
  ),
  ...mutants('functions/_backoff.sql', 'lease-budgets', 'spreads what failed together', [
    'budget: what failed together is spread',
    '(0.5 + random() / 2)',
    '1',
  ]),
  ...mutants('functions/_backoff.sql', 'lease-budgets', 'waits an hour at most', [
    'budget: a wait is an hour at most',
    'least(3600,',
    'least(36000,',
  ]),
  ...mutants('functions/_delay.sql', 'claim-edges', 'waits a year at most', [
    'budget: a delay is a year at most',
    '366 * 86400',
    "'infinity'",
  ]),
]

export const claimMutants: readonly Mutant[] = [...caps, ...claims, ...leases, ...counters]
