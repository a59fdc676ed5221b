-- The people and their keys, for the pages and the command line. No secrets are there to show.
create or replace view countersign.operator_detail with (security_barrier) as
select o.name, o.added_by, o.added_at, o.away_until, o.revoked_at, o.revoked_by,
  coalesce(jsonb_agg(jsonb_build_object(
    'id', c.id, 'label', c.label, 'publicKey', encode(c.public_key, 'base64'), 'backedUp', c.backed_up,
    'addedAt', c.added_at, 'lastUsedAt', c.last_used_at, 'revokedAt', c.revoked_at
  ) order by c.added_at) filter (where c.id is not null), '[]') as credentials
from countersign.operators o
left join countersign.credentials c on c.operator = o.name
group by o.name;

create or replace view countersign.session_detail with (security_barrier) as
select left(secret_hash, 12) as id, operator, device, local, opened_at, seen_at
from countersign.sessions
where closed_at is null
  and seen_at > clock_timestamp() - interval '7 days'
  and opened_at > clock_timestamp() - interval '30 days';

create or replace view countersign.refusal_detail with (security_barrier) as
select id, at, operator, what, why, subject
from countersign.refusals;

grant select on countersign.operator_detail, countersign.session_detail, countersign.refusal_detail
to countersign_approver;
