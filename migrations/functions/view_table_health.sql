-- What slows a queue down before anything is wrong with it: rows that are dead and not yet swept away, updates that
-- touched an index, and how far back the oldest open snapshot of the server holds everything (in transactions;
-- one forgotten session is enough).
create or replace view countersign.table_health with (security_barrier) as
select
  s.relname as relation,
  s.n_live_tup as live_rows,
  s.n_dead_tup as dead_rows,
  s.n_tup_upd as updates,
  s.n_tup_hot_upd as heap_only_updates,
  greatest(s.last_vacuum, s.last_autovacuum) as vacuumed_at,
  greatest(s.last_analyze, s.last_autoanalyze) as analyzed_at,
  (select coalesce(max(age(backend_xmin)), 0) from pg_stat_activity) as oldest_snapshot_transactions
from pg_stat_all_tables s
where s.schemaname = 'countersign';

grant select on countersign.table_health to countersign_approver, countersign_reaper, countersign_reader;
