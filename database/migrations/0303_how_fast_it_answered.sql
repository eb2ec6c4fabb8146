-- How fast the site answered and where it was slow, for staff who read no figures of Prometheus. Each process adds what it
-- counted since its last time; nothing in it says who asked, or for what (decision 274).
create table staff.answer_times (
  slot timestamptz not null,
  -- The pattern of the address, as the log has it.
  route text not null check (length(route) <= 200),
  answers integer not null,
  slow integer not null,
  failed integer not null,
  milliseconds bigint not null,
  primary key (slot, route)
);
alter table staff.answer_times enable row level security;
create policy "Staff see how fast the site answered" on staff.answer_times
  for select to authenticated
  using ((select private.has_staff_role('viewer')));
grant select on staff.answer_times to authenticated;

create function staff.add_answer_times(counted jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into staff.answer_times as known (slot, route, answers, slow, failed, milliseconds)
    select date_bin('10 minutes', now(), 'epoch'), it.route, it.answers, it.slow, it.failed, round(it.milliseconds)
    from jsonb_to_recordset(counted) as it (route text, answers integer, slow integer, failed integer, milliseconds float8)
    order by it.route
    on conflict (slot, route) do update set answers = known.answers + excluded.answers, slow = known.slow + excluded.slow,
      failed = known.failed + excluded.failed, milliseconds = known.milliseconds + excluded.milliseconds;
  -- What a clock that was ahead left goes, too.
  delete from staff.answer_times where slot < now() - interval '8 days' or slot > now() + interval '1 day'
$$;
revoke execute on function staff.add_answer_times(jsonb) from public;
grant execute on function staff.add_answer_times(jsonb) to service_role;
