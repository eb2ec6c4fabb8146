-- What waits for staff and how the site does, and the newsletter as staff write it. Decision 90.

-- One number for a day. Counted from the tables they are about, again and again until the day is over: then they
-- stay, whatever is deleted. A page of figures reads this and nothing that grows with people.
create table staff.figures (
  name text not null check (name ~ '^[a-z-]{2,40}$'),
  day date not null,
  value numeric not null,
  primary key (name, day)
);
-- When, and how far back.
create table staff.figures_counted (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);
alter table staff.figures enable row level security;
alter table staff.figures_counted enable row level security;
revoke all on staff.figures, staff.figures_counted from anon, authenticated, service_role;
grant select on staff.figures, staff.figures_counted to authenticated;
create policy "All of staff see figures" on staff.figures for select to authenticated
  using ((select private.has_staff_role('viewer')));
create policy "All of staff see of when they are" on staff.figures_counted for select to authenticated
  using ((select private.has_staff_role('viewer')));

-- Counts what may have changed since the last time; the first time, ninety days.
create function staff.count_figures() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  today date := timezone('UTC', now())::date;
  first date := coalesce((select timezone('UTC', at)::date - 1 from staff.figures_counted), today - 89);
  since timestamptz := first::timestamp at time zone 'UTC';
begin
  -- Whoever comes second sees what the first counts.
  if not pg_try_advisory_xact_lock(hashtextextended('staff.figures', 0)) then return; end if;
  with found (day, name, value) as (
    select v.day, 'visits', sum(v.views) from public.page_views as v where v.day >= first group by 1
    union all
    select timezone('UTC', u.created_at)::date, 'sign-ups', count(*) from auth.users as u
      where u.created_at >= since and not u.is_anonymous group by 1
    union all
    select timezone('UTC', j.created_at)::date, 'jobs', count(*) from public.jobs as j
      where j.created_at >= since group by 1
    union all
    select a.day, 'apply-clicks', sum(a.apply_clicks) from public.job_activity as a
      where a.day >= first group by 1
    union all
    select timezone('UTC', c.started_at)::date, 'conversations', count(*) from public.conversations as c
      where c.started_at >= since group by 1
  )
  insert into staff.figures as known (name, day, value)
    select kinds.name, days.day::date, coalesce(found.value, 0)
    from generate_series(first, today, interval '1 day') as days (day)
    cross join unnest(array['visits', 'sign-ups', 'jobs', 'apply-clicks', 'conversations']) as kinds (name)
    left join found on found.day = days.day::date and found.name = kinds.name
    on conflict (name, day) do update set value = excluded.value where known.value <> excluded.value;
  -- What was yesterday nobody can count any more: how many there are is noted day by day.
  insert into staff.figures as known (name, day, value)
    select 'memberships', today, count(*) from public.subscriptions as s
      where s.status in ('active', 'trialing', 'canceled', 'past_due')
        and coalesce(s.paid_until, s.current_period_end) > now()
    on conflict (name, day) do update set value = excluded.value where known.value <> excluded.value;
  insert into staff.figures_counted as known (at) values (now())
    on conflict (is_only) do update set at = excluded.at;
end
$$;

-- What other processes and services tell: mails that went out are added, revenue is as it was last told.
create function staff.add_to_figure(figure text, on_day date, amount numeric) returns void
language sql volatile security definer set search_path = '' as $$
  insert into staff.figures as known (name, day, value) values (figure, on_day, amount)
    on conflict (name, day) do update set value = known.value + excluded.value
$$;
create function staff.set_figure(figure text, on_day date, amount numeric) returns void
language sql volatile security definer set search_path = '' as $$
  insert into staff.figures as known (name, day, value) values (figure, on_day, amount)
    on conflict (name, day) do update set value = excluded.value
$$;

-- Asked by whoever looks: figures of the last minutes are fresh enough.
create function staff.refresh_figures() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('viewer');
  if not exists (select from staff.figures_counted where at > now() - interval '5 minutes') then
    perform staff.count_figures();
  end if;
  return (select at from staff.figures_counted);
end
$$;

create function staff.visits_by_page(since date, most int) returns table (path text, views bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('viewer');
  return query select v.path, sum(v.views)::bigint from public.page_views as v where v.day >= since
    group by v.path order by 2 desc, 1 limit least(most, 100);
end
$$;

-- What waits, where staff cannot count it themselves. Of more than a thousand nobody needs the number.
-- A task failed if it is to be tried again, or was tried for the last time. `mails`: the tasks that send one.
create function staff.count_failed_tasks(mails boolean) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  return (select count(*) from (select from graphile_worker.jobs as j
    where j.last_error is not null and j.locked_at is null
      and (j.task_identifier ~ '(^auth-(letter|notice|sms)|-mail$|-mails$|^newsletter-(edition|trial)|^staff-invitation)') = mails
    limit 1001) as one);
end
$$;

grant execute on function staff.refresh_figures(), staff.visits_by_page(date, int),
  staff.count_failed_tasks(boolean)
  to authenticated;
grant execute on function staff.count_figures(), staff.add_to_figure(text, date, numeric),
  staff.set_figure(text, date, numeric) to service_role;

-- A newsletter as it is written, and then as it went out: from then on its words stay.
create table staff.newsletters (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (char_length(subject) between 3 and 150 and subject !~ '[\r\n]'),
  text text not null check (char_length(text) between 1 and 100000),
  -- Whoever saves says which version they read.
  version int not null default 1,
  changed_at timestamptz not null default now(),
  edition_id uuid unique references public.newsletter_editions (id)
);
alter table staff.newsletters enable row level security;
revoke all on staff.newsletters from anon, authenticated, service_role;
grant select, insert (subject, text), update (subject, text), delete on staff.newsletters to authenticated;
create policy "Staff see newsletters" on staff.newsletters for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Staff write newsletters" on staff.newsletters for insert to authenticated
  with check ((select private.has_staff_role('staff')));
create policy "Staff change what did not go out" on staff.newsletters for update to authenticated
  using ((select private.has_staff_role('staff')) and edition_id is null)
  with check ((select private.has_staff_role('staff')) and edition_id is null);
create policy "Staff remove what did not go out" on staff.newsletters for delete to authenticated
  using ((select private.has_staff_role('staff')) and edition_id is null);
create index newsletters_order on staff.newsletters (changed_at desc, id desc);
create constraint trigger must_be_logged after insert or update or delete on staff.newsletters
  deferrable initially deferred for each row execute function staff.must_be_logged();

create function staff.note_newsletter_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.changed_at := now();
  return new;
end
$$;
create trigger note_change before update of subject, text on staff.newsletters
  for each row execute function staff.note_newsletter_change();

-- Stopped: whatever waits in the queue finds nobody to write to. Queued: everybody on the list has a place.
alter table public.newsletter_editions add column stopped_at timestamptz, add column queued_at timestamptz;
update public.newsletter_editions set queued_at = created_at;

-- As before, and nobody is added to an edition that was stopped; a stop waits until this is done.
create or replace function public.queue_newsletter_edition(edition uuid, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  part json;
  queued integer := 0;
begin
  perform from public.newsletter_editions as e where e.id = edition and e.stopped_at is null for share;
  if not found then
    return 0;
  end if;
  for part in
    with chosen as (
      insert into public.newsletter_deliveries (edition_id, subscriber_id)
        select edition, s.id from public.newsletter_subscribers as s
        where s.confirmed_at is not null and not private.is_blocked_address(s.email) and not exists (
          select from public.newsletter_deliveries as d
          where d.edition_id = edition and d.subscriber_id = s.id)
        limit most
      on conflict do nothing
      returning subscriber_id
    ), numbered as (
      select subscriber_id, (row_number() over () - 1) / 50 as part from chosen
    )
    select json_agg(n.subscriber_id) from numbered as n group by n.part
  loop
    perform graphile_worker.add_job('newsletter-edition',
      json_build_object('editionId', edition, 'subscriberIds', part),
      max_attempts => 12,
      priority => 10);
    queued := queued + json_array_length(part);
  end loop;
  return queued;
end
$$;

-- Begun, or begun again after a stop: who had it keeps the mark, so nobody gets it twice.
create function staff.begin_newsletter(newsletter uuid, hash text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  draft staff.newsletters;
  edition public.newsletter_editions;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  select * into draft from staff.newsletters as n where n.id = newsletter for update;
  if draft.id is null then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  insert into public.newsletter_editions (subject, text, text_hash)
    values (draft.subject, draft.text, hash) on conflict do nothing;
  select * into edition from public.newsletter_editions as e
    where e.subject = draft.subject and e.text_hash = hash for update;
  -- Another went out under this subject, or this one under another.
  if edition.id is null or exists (select from staff.newsletters as n where n.edition_id = edition.id and n.id <> draft.id) then
    raise exception 'it went out before' using errcode = 'SF416';
  end if;
  delete from public.newsletter_deliveries as d where d.edition_id = edition.id and d.sent_at is null
    and edition.stopped_at is not null;
  update public.newsletter_editions set stopped_at = null, queued_at = null where id = edition.id;
  update staff.newsletters set edition_id = edition.id where id = draft.id;
  perform queue.add('newsletter-begin', json_build_object('editionId', edition.id), 'newsletter-begin ' || edition.id);
  return edition.id;
end
$$;

-- Nobody who has not had it gets it any more: their places go, and what waits in the queue finds none. A mail that is
-- with the mail server at this moment counts as gone out.
create function staff.stop_newsletter(newsletter uuid) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  edition uuid;
begin
  perform staff.require('staff');
  update public.newsletter_editions as e set stopped_at = now()
    from staff.newsletters as n where n.id = newsletter and e.id = n.edition_id and e.stopped_at is null
    returning e.id into edition;
  if edition is null then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  delete from public.newsletter_deliveries as d where d.edition_id = edition and d.sent_at is null;
  return (select count(*) from public.newsletter_deliveries as d
    where d.edition_id = edition and d.sent_at is not null);
end
$$;

-- How far it is; before it begins, how many would get it.
create function staff.newsletter_progress(newsletter uuid)
returns table (state text, receivers bigint, sent bigint, refused bigint, waiting bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  return query
    select case
        when n.edition_id is null then 'draft'
        when e.stopped_at is not null then 'stopped'
        when e.queued_at is null or counted.waiting > 0 then 'sending'
        else 'sent'
      end,
      (select count(*) from public.newsletter_subscribers as s where s.confirmed_at is not null),
      counted.sent, counted.refused, counted.waiting
    from staff.newsletters as n
    left join public.newsletter_editions as e on e.id = n.edition_id
    cross join lateral (
      select count(*) filter (where d.sent_at is not null and d.refused_at is null) as sent,
        count(d.refused_at) as refused, count(*) filter (where d.sent_at is null) as waiting
      from public.newsletter_deliveries as d where d.edition_id = n.edition_id) as counted
    where n.id = newsletter;
end
$$;

-- One mail to whoever asks for it. They learn the address, which is theirs.
create function staff.queue_newsletter_trial(newsletter uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  perform queue.add('newsletter-trial', json_build_object('to', auth.email(), 'subject', n.subject, 'text', n.text))
    from staff.newsletters as n where n.id = newsletter;
  return auth.email();
end
$$;

grant execute on function staff.queue_newsletter_trial(uuid), staff.begin_newsletter(uuid, text), staff.stop_newsletter(uuid),
  staff.newsletter_progress(uuid) to authenticated;

-- What staff wrote, and what the command sent. A view sees past the policies, so it asks itself who looks.
create view staff.newsletter_list with (security_barrier) as
  select n.id, n.subject, n.changed_at, case
      when n.edition_id is null then 'draft' when e.stopped_at is not null then 'stopped'
      when e.queued_at is null then 'sending' else 'sent' end as state, false as is_by_command
  from staff.newsletters as n left join public.newsletter_editions as e on e.id = n.edition_id
  where (select private.has_staff_role('staff'))
  union all
  select e.id, e.subject, e.created_at, 'sent', true from public.newsletter_editions as e
  where (select private.has_staff_role('staff'))
    and not exists (select from staff.newsletters as n where n.edition_id = e.id);
revoke all on staff.newsletter_list from anon, authenticated, service_role;
grant select on staff.newsletter_list to authenticated;
