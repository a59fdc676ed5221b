-- Refuses to say that an effect did not happen while the one who began it may still be acting (CS014).
create or replace function countersign._window_over(e countersign.effects, p_status text)
returns void
language plpgsql
as $$
begin
  if p_status = 'failed' and clock_timestamp() < e.acts_until then
    perform countersign._refuse('CS014', format('effect %s may still be under way', e.name),
      jsonb_build_object('effect', e.id, 'notBefore', e.acts_until));
  end if;
end $$;
