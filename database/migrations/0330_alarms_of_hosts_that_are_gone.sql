-- The disk and the clock of a host are its own processes' to see, and to say that they are right again. Of a host that is gone nobody
-- did: its alarm stood for good, and one of the same kind and name was never said again. What nobody has seen for an hour is over.
alter table staff.alarms add column seen_at timestamptz not null default now();

create or replace function staff.note_alarm(kind text, about text, facts jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into staff.alarms as known (kind, about, facts) values (kind, about, facts)
  on conflict (kind, about) where over_at is null do update set seen_at = now()
    where known.seen_at < now() - interval '5 minutes'
$$;

create or replace function staff.look_for_alarms(lanes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if staff.takes_look('state', interval '10 seconds') then
    perform staff.write_alarms(array['report', 'events', 'queue', 'mail', 'refused'], coalesce(jsonb_agg(to_jsonb(f)), '[]'))
    from (
      select 'report' as kind, r.about, jsonb_build_object('reports', r.reports) as facts
        from private.waiting_reports as r
      union all
      select 'events', '', jsonb_build_object('waiting', count(*)) from public.billing_events
        where handled_at is null and received_at < now() - interval '15 minutes' having count(*) > 0
      union all
      select q.kind, q.about, q.facts from staff.find_queue_trouble(lanes) as q
    ) as f;
    update staff.alarms set over_at = now()
      where kind in ('disk', 'clock') and over_at is null and seen_at < now() - interval '1 hour';
  end if;
  -- Every account is looked at, so less often.
  if staff.takes_look('surge', interval '2 minutes') then
    perform staff.write_alarms(array['surge'], coalesce(jsonb_agg(to_jsonb(f)), '[]'))
    from staff.find_surges() as f;
  end if;
end
$$;
