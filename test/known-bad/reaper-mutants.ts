// The reaper with one guard taken out, each with the test that must notice. Data only.
import { type Mutant, mutants } from './mutant.ts'

const sweep = 'functions/_sweep.sql'
const reap = 'functions/reap.sql'

export const reaperMutants: readonly Mutant[] = [
  ...mutants(sweep, 'reap', 'leaves alone what runs again', [
    'reaper: the lease is looked at again under the lock',
    'elsif t.lease_expires_at > v_now then',
    'elsif false then',
  ]),
  ...mutants(sweep, 'reap', 'leaves alone what was ended, parked or given back', [
    'reaper: the status is looked at again under the lock',
    "    and status = 'running'\n  for no key",
    '  for no key',
  ]),
  ...mutants(sweep, 'reap', 'waits for nobody', [
    'reaper: a locked task is passed over',
    'for no key update skip locked',
    'for no key update nowait',
  ]),
  ...mutants(sweep, 'reap', 'takes each task back once', [
    'reaper: a lost lease counts',
    't.lost_leases + 1',
    't.lost_leases',
  ]),
  ...mutants(reap, 'reap', 'counts what cannot be moved', [
    'reaper: each row stands alone',
    'exception when others then',
    'exception when division_by_zero then',
  ]),
  ...mutants(reap, 'reap', 'moves at most as many', [
    'reaper: a run is bounded',
    'exit when v_moved >= p_limit;',
    '',
  ]),
  ...mutants(reap, 'reap', 'finds the one it can move', [
    'reaper: what is left alone does not use the run up',
    'v_moved := v_moved + coalesce(v_done, false)::integer;',
    'v_moved := v_moved + 1;',
  ]),
  ...mutants('functions/_prunable.sql', 'prune', 'never takes a task that a person', [
    'reaper: what was asked is kept',
    'where a.task_id = t.id',
    'where false',
  ]),
  ...mutants('functions/_prunable.sql', 'prune', 'takes the oldest first', [
    'reaper: pruning is bounded',
    '  order by old.finished_at, old.id\n  limit p_limit',
    '',
  ]),
]
