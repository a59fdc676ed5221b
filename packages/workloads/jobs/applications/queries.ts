// The statements behind the applications' list and figures, shown to whoever wants to know how they are read.

/** $1 capability, $2 only tasks before this id, $3 how many. */
export const listQuery = `
select id, status, step, reason, created_at, started_at, finished_at, erased_at is not null as erased,
  payload #>> '{posting,company}' as company,
  payload #>> '{posting,title}' as title,
  payload #>> '{posting,board}' as board,
  payload #>> '{posting,url}' as url,
  payload #>> '{night,date}' as night,
  (payload #>> '{night,score}')::float8 as score,
  result ->> 'sent' as sent,
  (select public_id from countersign.request_detail r
   where r.task_id = t.id and r.state = 'open') as request
from countersign.task_detail t
where capability = $1 and id < $2
order by id desc
limit $3`

/**
 * $1 capability. What was sent is counted by its effect, and an effect by the approval it began under;
 * what the person sent by hand is no effect of ours.
 */
export const countsQuery = `
select
  count(*)::int as applications,
  count(*) filter (where status = 'completed' and id not in (
    select task_id from countersign.effect_detail
    where capability = $1 and name = 'submit' and status = 'done'
  ))::int as by_hand,
  (select count(*)::int from countersign.effect_detail
   where capability = $1 and name = 'submit' and status = 'done') as submitted,
  (select count(*)::int
   from countersign.effect_detail e
   left join countersign.request_detail r on r.id = e.approval_id
   where e.capability = $1 and e.name = 'submit' and e.status <> 'failed'
     and (r.verdict is distinct from 'approve' or r.decided_at > e.began_at)) as undecided,
  count(*) filter (where status = 'expired')::int as expired,
  count(*) filter (where status = 'expired' and finished_at > now() - interval '7 days')::int as expired_lately,
  clock_timestamp() as read_at
from countersign.task_detail
where capability = $1`

/** $1 capability. */
export const skippedQuery = `
select reason, count(*)::int as tasks
from countersign.task_detail
where capability = $1 and status = 'skipped'
group by reason
order by count(*) desc, reason`

/** What the search remembers of its nights: the newest one tells what it skipped for a requirement. */
export const nightsQuery = `
select value from countersign.recall('job-search', 'nights', 1)`
