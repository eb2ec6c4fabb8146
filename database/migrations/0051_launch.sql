-- Whether the site is ready for strangers. Decision 90.

-- What the site found out about itself, point by point. `unknown`: it cannot tell.
create table staff.launch_points (
  name text primary key check (name ~ '^[a-z-]{2,60}$'),
  state text not null check (state in ('good', 'red', 'unknown')),
  -- What was found, in words; about settings and services, never about people.
  found text not null check (length(found) <= 1000),
  checked_at timestamptz not null default now()
);
-- What an owner says of what no program can know.
create table staff.launch_confirmations (
  name text primary key check (name ~ '^[a-z-]{2,60}$'),
  confirmed_by uuid default auth.uid(),
  confirmed_at timestamptz not null default now()
);
-- An owner wants the site to be found although points are red.
create table staff.launched_anyway (
  is_only boolean primary key default true check (is_only),
  decided_by uuid default auth.uid(),
  decided_at timestamptz not null default now(),
  reason text not null check (char_length(reason) between 3 and 1000)
);
alter table staff.launch_points enable row level security;
alter table staff.launch_confirmations enable row level security;
alter table staff.launched_anyway enable row level security;
revoke all on staff.launch_points, staff.launch_confirmations, staff.launched_anyway
  from anon, authenticated, service_role;
grant select on staff.launch_points to authenticated;
grant select, insert (name), delete on staff.launch_confirmations to authenticated;
grant select, insert (reason), delete on staff.launched_anyway to authenticated;
create policy "Staff see the points" on staff.launch_points for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Staff see what was confirmed" on staff.launch_confirmations for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Owners confirm" on staff.launch_confirmations for insert to authenticated
  with check ((select private.has_staff_role('owner')));
create policy "Owners take it back" on staff.launch_confirmations for delete to authenticated
  using ((select private.has_staff_role('owner')));
create policy "Staff see the decision" on staff.launched_anyway for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Owners decide" on staff.launched_anyway for insert to authenticated
  with check ((select private.has_staff_role('owner')));
create policy "Owners undo it" on staff.launched_anyway for delete to authenticated
  using ((select private.has_staff_role('owner')));
create constraint trigger must_be_logged after insert or update or delete on staff.launch_confirmations
  deferrable initially deferred for each row execute function staff.must_be_logged();
create constraint trigger must_be_logged after insert or update or delete on staff.launched_anyway
  deferrable initially deferred for each row execute function staff.must_be_logged();

-- Asked by each process of a site with a public address: until it was looked at, it is not ready.
create function private.may_be_found() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from staff.launched_anyway)
    or (exists (select from staff.launch_points)
      and not exists (select from staff.launch_points as p where p.state = 'red'))
$$;
grant execute on function private.may_be_found() to service_role;

-- Every process hears of it at once.
create function staff.tell_of_launch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('launch_changed', '1');
  return null;
end
$$;
create trigger tell after insert or update of state or delete on staff.launch_points
  for each statement execute function staff.tell_of_launch();
create trigger tell after insert or delete on staff.launched_anyway
  for each statement execute function staff.tell_of_launch();

-- Written by the site itself. Points that are no more are left out of the next look, and go with it.
create function staff.write_launch_points(given jsonb, is_all boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if is_all then
    delete from staff.launch_points as p
      where not exists (select from jsonb_array_elements(given) as g where g ->> 'name' = p.name);
  end if;
  insert into staff.launch_points as known (name, state, found)
    select g ->> 'name', g ->> 'state', left(g ->> 'found', 1000) from jsonb_array_elements(given) as g
    on conflict (name) do update set state = excluded.state, found = excluded.found, checked_at = now();
end
$$;

-- What the points need of tables that nobody else reads. `kept`: a point that only somebody who looks can renew.
create function staff.launch_facts()
returns table (last_event timestamptz, waiting_events bigint, kept jsonb, confirmed text[])
language sql stable security definer set search_path = '' as $$
  select (select e.received_at from public.billing_events as e order by e.received_at desc limit 1),
    (select count(*) from public.billing_events as e
      where e.handled_at is null and e.received_at < now() - interval '15 minutes'),
    (select coalesce(jsonb_object_agg(p.name, jsonb_build_object('state', p.state, 'found', p.found,
        'checked_at', p.checked_at)), '{}') from staff.launch_points as p),
    (select coalesce(array_agg(c.name), '{}') from staff.launch_confirmations as c)
$$;
create index billing_events_received_idx on public.billing_events (received_at desc);
grant execute on function staff.write_launch_points(jsonb, boolean), staff.launch_facts() to service_role;

-- Staff have the site look again, or send them a mail. What the proxy said of their request goes with it.
create function staff.look_at_launch(seen jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  perform queue.add('check-launch', json_build_object('seen', seen), 'check-launch seen');
end
$$;
create function staff.send_launch_mail() returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  perform staff.write_launch_points(jsonb_build_array(jsonb_build_object('name', 'mail-trial',
    'state', 'unknown', 'found', 'A mail is on its way.')), false);
  perform queue.add('launch-mail', json_build_object('to', auth.email()), 'launch-mail');
  return auth.email();
end
$$;
grant execute on function staff.look_at_launch(jsonb), staff.send_launch_mail() to authenticated;
