-- What waits, for those who look after the site (decision 108): numbers alone, by lanes and kinds that are ours.
-- `lanes` is as staff.look_for_alarms takes it.
create function private.work_figures(lanes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'lanes', (
      select jsonb_agg(jsonb_build_object(
        'lane', l.lane,
        'ready', w.ready, 'later', w.later, 'running', w.running, 'failing', w.failing, 'lost', w.lost,
        'age', w.age))
      from jsonb_to_recordset(lanes) as l (lane text, tasks text[])
      cross join lateral (
        select
          count(*) filter (where j.locked_at is null and j.run_at <= now() and j.attempts < j.max_attempts) as ready,
          count(*) filter (where j.locked_at is null and j.run_at > now() and j.attempts < j.max_attempts) as later,
          count(*) filter (where j.locked_at is not null) as running,
          count(*) filter (where j.last_error is not null and j.attempts < j.max_attempts) as failing,
          count(*) filter (where j.attempts >= j.max_attempts) as lost,
          coalesce(extract(epoch from now() - min(j.run_at)
            filter (where j.locked_at is null and j.run_at <= now() and j.attempts < j.max_attempts)), 0) as age
        from graphile_worker.jobs as j where j.task_identifier = any (l.tasks)) as w),
    'events', (select count(*) from public.billing_events where handled_at is null),
    'eventAge', (select coalesce(extract(epoch from now() - min(received_at)), 0) from public.billing_events
      where handled_at is null),
    'alarms', (select coalesce(jsonb_object_agg(kind, open), '{}')
      from (select kind, count(*) as open from staff.alarms where over_at is null group by kind) as a));
end
$$;
revoke execute on function private.work_figures(jsonb) from public;
grant execute on function private.work_figures(jsonb) to service_role;
