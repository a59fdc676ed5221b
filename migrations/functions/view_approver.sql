-- What a person's pages read, values included: the whole of a task, its requests and its effects. For the
-- approver alone, and without the tokens: who can decide must not be able to write as a worker. They leave out
-- columns and no rows, so there is nothing to guard with security_barrier, behind which no index gives an order.
create or replace view countersign.task_detail as
select id, capability, status, step, priority, run_at, payload, payload_version, state, result, error, idempotency_key,
  attempts, lost_leases, slices, claimed_by, claimed_at, lease_expires_at, cancel_requested_at, parent_id, actor, reason,
  created_at, updated_at, started_at, finished_at, erased_at
from countersign.tasks;

create or replace view countersign.request_detail as
select * from countersign.approvals;

create or replace view countersign.effect_detail as
select id, task_id, capability, approval_id, ungated_reason, gate, name, ordinal, digest, status, handle, outcome,
  began_at, acts_until, settled_at, settled_by
from countersign.effects;

create or replace view countersign.artifact_detail as
select * from countersign.artifacts;

create or replace view countersign.gate_detail as
select * from countersign.gates;

create or replace view countersign.delivery_detail as
select * from countersign.deliveries;

grant select on
  countersign.task_detail, countersign.request_detail, countersign.effect_detail, countersign.artifact_detail,
  countersign.gate_detail, countersign.delivery_detail
to countersign_approver;
