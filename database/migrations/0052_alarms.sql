-- How staff hear of trouble: alarms at once, a digest each day. Decision 91.
-- What each member wants to hear, by mail.
alter table staff.members add column hears_alarms boolean not null default true,
  add column hears_digest boolean not null default true;

-- One line for each time that something was wrong. While it lasts there is one, and whoever claims it says it.
create table staff.alarms (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  -- Where several of a kind can be: which job, which machine.
  about text not null default '' check (length(about) <= 200),
  facts jsonb not null default '{}',
  began_at timestamptz not null default now(),
  told_at timestamptz,
  over_at timestamptz,
  over_told_at timestamptz,
  -- Whoever says it has until then; afterwards another process may.
  claimed_until timestamptz
);
create unique index alarms_open on staff.alarms (kind, about) where over_at is null;
create index alarms_order on staff.alarms (began_at desc, id desc);
create index alarms_untold on staff.alarms (kind)
  where told_at is null or (over_at is not null and over_told_at is null);

-- A channel of a chat (Slack, Teams). The address is a secret: whoever has it can write there.
create table staff.alarm_webhook (
  is_one boolean primary key default true check (is_one),
  url text not null check (url like 'https://%' and length(url) <= 1000)
);

-- When what was last looked at: one process looks for all.
create table staff.alarm_looks (
  what text primary key,
  at timestamptz not null
);

alter table staff.alarms enable row level security;
alter table staff.alarm_webhook enable row level security;
alter table staff.alarm_looks enable row level security;
revoke all on staff.alarms, staff.alarm_webhook, staff.alarm_looks from anon, authenticated, service_role;
grant select on staff.alarms to authenticated;
grant select, insert (url), update (url), delete on staff.alarm_webhook to authenticated;
create policy "Staff see what was wrong" on staff.alarms for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Owners say where alarms go" on staff.alarm_webhook to authenticated
  using ((select private.has_staff_role('owner'))) with check ((select private.has_staff_role('owner')));
create constraint trigger must_be_logged after insert or update or delete on staff.alarm_webhook
  deferrable initially deferred for each row execute function staff.must_be_logged();

-- What was reported and waits for staff.
create view private.waiting_reports as
  select kind || ' ' || subject_id as about, sum(reports) as reports, min(opened_at) as since
  from staff.cases where state in ('waiting', 'answered', 'appealed') and reports > 0
  group by kind, subject_id;
revoke all on private.waiting_reports from public, anon, authenticated;
grant select on private.waiting_reports to service_role;

-- How many came in this hour, and the median of the same hour in the fourteen days before.
create function staff.hour_beside_median(moments timestamptz[], out this_hour bigint, out median float8)
language sql stable set search_path = '' as $$
  with counted as (
    select day, count(moment) as came
    from generate_series(0, 14) as day left join unnest(moments) as moment
      on moment > now() - make_interval(hours => 24 * day + 1) and moment <= now() - make_interval(hours => 24 * day)
    group by day)
  select max(came) filter (where day = 0),
    percentile_cont(0.5) within group (order by came) filter (where day > 0) from counted
$$;
create index messages_hour on public.messages using brin (created_at);

-- Sign-ups and messages beyond five times what is usual at this hour, and at least twenty.
create function staff.find_surges() returns table (kind text, about text, facts jsonb)
language sql stable security definer set search_path = '' as $$
  with hours(about, beside) as (
    select 'sign-ups', staff.hour_beside_median(array(select created_at from private.accounts
      where created_at > now() - interval '15 days'))
    union all
    select 'messages', staff.hour_beside_median(array(select created_at from public.messages
      where created_at > now() - interval '15 days'))
  )
  select 'surge', about, jsonb_build_object('count', (beside).this_hour, 'median', (beside).median)
  from hours where (beside).this_hour >= 20 and (beside).this_hour > 5 * (beside).median
$$;

-- What the queue has of each lane: `lanes` is a list of { lane, tasks, isMail }.
create function staff.find_queue_trouble(lanes jsonb) returns table (kind text, about text, facts jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with jobs as (
    select l.lane, l."isMail" as is_mail, j.* from jsonb_to_recordset(lanes) as l (lane text, tasks text[], "isMail" boolean)
      join graphile_worker.jobs as j on j.task_identifier = any (l.tasks)
  )
  -- Something is due for long, and nothing of its lane was begun since.
  select 'queue', due.lane, jsonb_build_object('waiting', count(*), 'since', min(due.run_at))
  from jobs as due
  where due.locked_at is null and due.run_at < now() - interval '10 minutes' and due.attempts < due.max_attempts
    and not exists (select from jobs as busy where busy.lane = due.lane and busy.locked_at > now() - interval '10 minutes')
  group by due.lane
  union all
  select 'mail', '', jsonb_build_object('waiting', count(*), 'since', min(failed.created_at))
  from jobs as failed
  where failed.is_mail and failed.last_error is not null
    and (failed.attempts < failed.max_attempts or failed.updated_at > now() - interval '1 day')
  having count(*) >= 5 or min(failed.created_at) < now() - interval '5 minutes';
end
$$;

create function staff.note_alarm(kind text, about text, facts jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into staff.alarms (kind, about, facts) values (kind, about, facts)
  on conflict (kind, about) where over_at is null do nothing
$$;

create function staff.end_alarm(kind text, about text) returns void
language sql volatile security definer set search_path = '' as $$
  update staff.alarms as a set over_at = now()
  where a.kind = end_alarm.kind and a.about = end_alarm.about and a.over_at is null
$$;

-- One that was said without the database, while that was away. Each process said it; it is kept once.
create function staff.keep_alarm(kind text, about text, facts jsonb, began timestamptz, is_over boolean) returns void
language sql volatile security definer set search_path = '' as $$
  insert into staff.alarms (kind, about, facts, began_at, told_at, over_at, over_told_at)
  select keep_alarm.kind, keep_alarm.about, facts, began, began,
    case when is_over then now() end, case when is_over then now() end
  where not exists (select from staff.alarms as a where a.kind = keep_alarm.kind and a.about = keep_alarm.about
    and coalesce(a.over_at, 'infinity') > began)
$$;

-- True for the process that looks at it now.
create function staff.takes_look(what text, every interval) returns boolean
language sql volatile security definer set search_path = '' as $$
  with taken as (
    insert into staff.alarm_looks as known values (what, now())
    on conflict (what) do update set at = excluded.at where known.at <= excluded.at - every
    returning 1)
  select exists (select from taken)
$$;

-- What was found of these kinds is wrong now; what was found before and is not among it is over.
create function staff.write_alarms(kinds text[], seen jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into staff.alarms (kind, about, facts)
    select * from jsonb_to_recordset(seen) as f (kind text, about text, facts jsonb)
    on conflict (kind, about) where over_at is null do nothing;
  update staff.alarms as a set over_at = now()
    where a.kind = any (kinds) and a.over_at is null and not exists (
      select from jsonb_to_recordset(seen) as f (kind text, about text) where f.kind = a.kind and f.about = a.about);
end
$$;

create function staff.look_for_alarms(lanes jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if staff.takes_look('state', interval '10 seconds') then
    perform staff.write_alarms(array['report', 'events', 'queue', 'mail'], coalesce(jsonb_agg(to_jsonb(f)), '[]'))
    from (
      select 'report' as kind, r.about, jsonb_build_object('reports', r.reports) as facts
        from private.waiting_reports as r
      union all
      select 'events', '', jsonb_build_object('waiting', count(*)) from public.billing_events
        where handled_at is null and received_at < now() - interval '15 minutes' having count(*) > 0
      union all
      select q.kind, q.about, q.facts from staff.find_queue_trouble(lanes) as q
    ) as f;
  end if;
  -- Every account is looked at, so less often.
  if staff.takes_look('surge', interval '2 minutes') then
    perform staff.write_alarms(array['surge'], coalesce(jsonb_agg(to_jsonb(f)), '[]'))
    from staff.find_surges() as f;
  end if;
end
$$;

-- What nobody has said yet, for this process to say. Reports are said together, every ten minutes at most: anybody
-- can send them.
create function staff.take_alarms() returns table (id bigint, kind text, about text, facts jsonb,
  began_at timestamptz, is_new boolean, is_over boolean)
language sql volatile security definer set search_path = '' as $$
  with mine as (
    select a.id from staff.alarms as a
    where (a.told_at is null or (a.over_at is not null and a.over_told_at is null))
      and (a.claimed_until is null or a.claimed_until < now())
      and (a.kind <> 'report' or not exists (select from staff.alarms as said where said.kind = 'report'
        and greatest(said.told_at, said.over_told_at) > now() - interval '10 minutes'))
    order by a.id limit 200 for update skip locked)
  update staff.alarms as a set claimed_until = now() + interval '2 minutes'
  from mine where a.id = mine.id
  returning a.id, a.kind, a.about, a.facts, a.began_at, a.told_at is null, a.over_at is not null
$$;

-- What was said of each: that it began, and that it is over. What was not said is taken again once the claim ends.
create function staff.alarms_told(said jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  update staff.alarms as a set told_at = coalesce(a.told_at, now()), claimed_until = null,
    over_told_at = case when s.is_over then now() else a.over_told_at end
  from jsonb_to_recordset(said) as s (id bigint, is_over boolean) where a.id = s.id
$$;

-- Who took a role with a mailbox that is proved; each process keeps it in memory for when the database is away.
create function staff.who_hears() returns table (id uuid, email text, role text, hears_alarms boolean, hears_digest boolean)
language sql stable security definer set search_path = '' as $$
  select m.user_id, u.email::text, m.role, m.hears_alarms and m.role <> 'viewer', m.hears_digest
  from staff.members as m join auth.users as u on u.id = m.user_id
  where m.accepted_at >= m.appointed_at and u.deleted_at is null and u.email is not null
    and (u.banned_until is null or u.banned_until <= now()) and auth.has_proved_mailbox(u.id)
$$;

create function staff.alarm_receivers() returns table (addresses text[], webhook text)
language sql stable security definer set search_path = '' as $$
  select array(select email from staff.who_hears() where hears_alarms order by email),
    (select url from staff.alarm_webhook)
$$;

-- One's own switches.
create function staff.set_own_hearing(alarms boolean, digest boolean) returns table (hears_alarms boolean, hears_digest boolean)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('viewer');
  return query select m.hears_alarms, m.hears_digest from staff.members as m where m.user_id = auth.uid();
  update staff.members as m set hears_alarms = alarms, hears_digest = digest where m.user_id = auth.uid();
end
$$;

create function staff.own_hearing() returns table (hears_alarms boolean, hears_digest boolean, webhook text, hearing bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('viewer');
  return query select m.hears_alarms, m.hears_digest,
    (select split_part(url, '/', 3) from staff.alarm_webhook where private.has_staff_role('owner')),
    (select count(*) from staff.who_hears() as w where w.hears_alarms)
  from staff.members as m where m.user_id = auth.uid();
end
$$;

-- As an alarm that is over: told once, the way that alarms go.
create function staff.try_alarm() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('owner');
  insert into staff.alarms (kind, over_at, over_told_at) values ('test', now(), now());
end
$$;

-- What waits, and what happened in the last day. Null for a person who is to hear nothing.
create function staff.digest_for(person uuid) returns table (email text, role text, waits jsonb, figures jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select w.email, w.role,
    case when w.role = 'viewer' then '{}'::jsonb else jsonb_build_object(
      'reports', (select count(*) from private.waiting_reports),
      'alarms', (select count(*) from staff.alarms as a where a.over_at is null and a.kind <> 'report'),
      'tasks', (select count(*) from graphile_worker.jobs as j where j.last_error is not null)) end,
    jsonb_build_object(
      'views', (select coalesce(sum(views), 0) from public.page_views where day = current_date - 1),
      'signUps', (select count(*) from private.accounts as a where a.created_at > now() - interval '1 day'),
      'jobs', (select count(*) from public.jobs as j where j.created_at > now() - interval '1 day'),
      'messages', (select count(*) from public.messages as m where m.created_at > now() - interval '1 day'),
      'subscribers', (select count(*) from public.newsletter_subscribers as s
        where s.confirmed_at > now() - interval '1 day'),
      'left', (select count(*) from private.closed_accounts as c where c.closed_at > now() - interval '1 day'))
  from staff.who_hears() as w where w.id = person and w.hears_digest;
end
$$;

grant execute on function staff.set_own_hearing(boolean, boolean), staff.own_hearing(), staff.try_alarm()
  to authenticated;
grant execute on function staff.note_alarm(text, text, jsonb), staff.end_alarm(text, text),
  staff.keep_alarm(text, text, jsonb, timestamptz, boolean), staff.look_for_alarms(jsonb), staff.take_alarms(),
  staff.alarms_told(jsonb), staff.alarm_receivers(), staff.who_hears(), staff.digest_for(uuid) to service_role;
