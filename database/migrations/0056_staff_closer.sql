-- Where staff could still do a little more than they should, and what the digest left out. Decisions 84, 85 and 86.

-- More power comes as every role does: by a mail that is accepted, and a second step that is shown afterwards. Until
-- then what was before holds.
create function staff.raise_by_link() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'more power comes by a link' using errcode = '42501';
end
$$;
create trigger before_1_plain_text before insert or update on staff.members
  for each row execute function private.make_plain_text();
alter trigger keep_last_owner_role on staff.members rename to before_2_keep_last_owner;
create trigger before_3_raise_by_link before update of role on staff.members
  for each row when (staff.rank(new.role) > staff.rank(old.role) and current_user = 'authenticated')
  execute function staff.raise_by_link();
drop trigger must_be_logged on staff.invitations;
create constraint trigger must_be_logged after insert or update or delete on staff.invitations
  deferrable initially deferred for each row execute function staff.must_be_logged('', 'appoint', 'accept',
    'change-role', 'remove-member', 'withdraw-invitation', 'send-invitation', 'lose-factor');

-- As before, and whoever has a role already stays in it until they bring the link of a higher one.
create or replace function staff.own_page(token text) returns table (role text, needs text, has_factor boolean)
language sql stable security definer set search_path = '' as $$
  with own as (
    select own.role, own.needs, case when own.needs is distinct from 'acceptance' then 1 else 3 end as place
    from staff.own_standing() as own
    union all
    select i.role, case when auth.has_proved_mailbox(u.id) then 'acceptance' else 'mailbox' end,
      case when i.token_hash = token then 0 else 2 end
    from staff.invitations as i join auth.users as u on lower(u.email) = i.email
    where u.id = auth.uid() and i.ends_at > now()
      and (auth.has_proved_mailbox(u.id) or i.token_hash = token)
  )
  select own.role, own.needs, staff.has_second_factor(auth.uid())
  from own order by own.place limit 1
$$;

-- The address of the last owner does not become one of the demo content, whose people are nobody's last owner.
create trigger before_2_keep_last_owner_address before update of email on auth.users
  for each row when (new.email like '%@demo.example' and old.email not like '%@demo.example')
  execute function staff.keep_last_owner();

-- Nobody notes anything about themselves.
drop policy "Staff write notes" on staff.notes;
create policy "Staff write notes about others" on staff.notes for insert to authenticated
  with check ((select private.has_staff_role('staff')) and user_id <> auth.uid());

-- Under which subjects the log speaks of a person: their id, and the invitations that went to an address of theirs.
create function staff.subjects_of(person uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('owner');
  return array(
    select person::text
    union
    select l.subject_id from staff.log as l join staff.log_details as d on d.position = l.position
    where l.act in ('appoint', 'withdraw-invitation') and l.subject_kind = 'invitation'
      and lower(coalesce(d.after, d.before) ->> 'email') in (
        select lower(u.email) from auth.users as u where u.id = person
        union
        select own.actor_address from staff.log as a join staff.log_details as own on own.position = a.position
        where a.actor_id = person));
end
$$;
grant execute on function staff.subjects_of(uuid) to authenticated;

create function staff.drop_details_of(subjects text[]) returns bigint
language sql volatile security definer set search_path = '' as $$
  select coalesce(sum(staff.drop_details('-infinity', subject)), 0)::bigint from unnest(subjects) as subject
$$;

create or replace function staff.erase_details(person uuid, reason text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  dropped bigint;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  dropped := staff.drop_details_of(staff.subjects_of(person));
  perform staff.append('person', auth.uid(), auth.email(), 'erase-details', 'person', '', reason, null,
    jsonb_build_object('entries', dropped));
  return dropped;
end
$$;

create or replace function staff.delete_person(person uuid, address text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  subjects text[];
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  if not exists (select from auth.users where id = person and lower(email) = lower(btrim(address))) then
    perform private.refuse('other_address');
  end if;
  -- Before their address is gone.
  subjects := staff.subjects_of(person);
  perform private.delete_account(person);
  return staff.drop_details_of(subjects);
end
$$;

-- Whoever could change the address went past the second step: it is not lost.
create or replace function staff.drop_exports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from staff.exports where user_id = new.id;
  delete from staff.factor_helps where user_id = new.id;
  if found then
    perform staff.append('site', null, null, 'factor-help-stopped', 'person', new.id::text, null, null,
      jsonb_build_object('by', 'a new address'));
  end if;
  return null;
end
$$;

-- Proved is what one function says, here too.
create or replace function staff.tell_export(asked uuid, hash text) returns table (email text)
language sql volatile security definer set search_path = '' as $$
  update staff.exports as e set token_hash = hash from auth.users as u
    where e.id = asked and e.ends_at > now() and u.id = e.user_id and auth.has_proved_mailbox(u.id)
    returning u.email::text
$$;
create or replace function private.is_blocked_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users as u
    where u.banned_until > now() and lower(u.email) = address and auth.has_proved_mailbox(u.id))
$$;

-- The functions of a view are asked with the rights of who looks, who has none in `auth`.
create function staff.has_proved_mailbox(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.has_proved_mailbox(person)
$$;
grant execute on function staff.has_proved_mailbox(uuid) to authenticated;
create or replace view staff.people as
  select w.user_id as id, u.email::text as email, u.raw_user_meta_data ->> 'full_name' as name,
    (select e.company from public.employers as e where e.user_id = w.user_id) as company,
    w.words, w.created_at, u.last_sign_in_at,
    case when u.banned_until > now() then 'blocked'
      when staff.has_proved_mailbox(u.id) then 'proved' else 'unproved' end as state,
    (select m.role from staff.members as m where m.user_id = w.user_id) as role,
    (select count(*)::int from public.jobs as j where j.posted_by = w.user_id) as jobs
  from staff.people_words as w join auth.users as u on u.id = w.user_id
  where u.deleted_at is null and (select private.has_staff_role('staff'));

-- A company that staff hid is hidden: what its poster adds under the name waits for staff.
create function private.is_of_hidden_company(job public.jobs) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.state = 'hidden' from staff.cases as c
    where c.kind = 'company' and c.subject_id = job.posted_by and c.decided_at is not null
      and c.company_key = private.company_key(job.company)
    order by c.decided_at desc limit 1), false)
$$;
create or replace function private.new_rules_that_hold(job public.jobs) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select rule from unnest(private.rules_that_hold(job)
      || case when private.is_of_hidden_company(job) then '{hidden-company}'::text[] end) as rule
    where not exists (select from staff.cases as c
      where c.kind = 'job' and c.subject_id = job.id and c.state = 'released' and rule = any (c.held_for)))
$$;
-- A job may also take the name of such a company by a change.
drop trigger before_5_hold_job on public.jobs;
create trigger before_5_hold_job before insert
  or update of title, company, application_url, description, requirements, benefits on public.jobs
  for each row execute function private.hold_job();
drop trigger take_in_held_job on public.jobs;
create trigger take_in_held_job after insert
  or update of title, company, application_url, description, requirements, benefits on public.jobs
  for each row execute function private.take_in_held_job();

-- Who is blocked gets no newsletter, so is not counted; and an edition is sent once nobody waits for it.
create index newsletter_deliveries_waiting on public.newsletter_deliveries (edition_id) where sent_at is null;
create or replace function staff.newsletter_progress(newsletter uuid)
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
      (select count(*) from public.newsletter_subscribers as s where s.confirmed_at is not null
        and s.email not in (select lower(u.email) from auth.users as u
          where u.email is not null and u.id in (select private.banned_people()) and auth.has_proved_mailbox(u.id))),
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
-- Where a day begins and ends in the log, whose entries stand in the order of their moments. A clock that was set back
-- mixes them by less than the day that is added at both ends. As functions, because under row-level security nothing
-- else than a plain comparison with them is served by the key.
create function staff.first_of_log(day date) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select position from staff.log where at >= (day - 1)::timestamptz order by at limit 1),
    9223372036854775807)
$$;
create function staff.last_of_log(day date) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select position from staff.log where at < (day + 2)::timestamptz order by at desc limit 1), 0)
$$;
grant execute on function staff.first_of_log(date), staff.last_of_log(date) to authenticated;

-- The two lists of several tables: each part in the order of the list, so that a page reads no more than it shows. No
-- security barrier, which would keep it from that: as with staff.people, only functions of staff's ask them, and they
-- show nothing to anybody without the power.
drop view staff.newsletter_list;
create view staff.newsletter_list as
  (select n.id, n.subject, n.changed_at, case
      when n.edition_id is null then 'draft'
      when (select e.stopped_at is not null from public.newsletter_editions as e where e.id = n.edition_id) then 'stopped'
      when (select e.queued_at is null from public.newsletter_editions as e where e.id = n.edition_id)
        or exists (select from public.newsletter_deliveries as d where d.edition_id = n.edition_id and d.sent_at is null)
        then 'sending' else 'sent' end as state,
    false as is_by_command
  from staff.newsletters as n
  where (select private.has_staff_role('staff'))
  order by n.changed_at desc, n.id desc)
  union all
  (select e.id, e.subject, e.created_at, case when exists (select from public.newsletter_deliveries as d
      where d.edition_id = e.id and d.sent_at is null) then 'sending' else 'sent' end, true
  from public.newsletter_editions as e
  where (select private.has_staff_role('staff'))
    and not exists (select from staff.newsletters as n where n.edition_id = e.id)
  order by e.created_at desc, e.id desc);
revoke all on staff.newsletter_list from anon, authenticated, service_role;
grant select on staff.newsletter_list to authenticated;
create index newsletter_editions_order on public.newsletter_editions (created_at desc, id desc);

drop view staff.team;
create view staff.team as
  (select m.user_id as id, 'person' as kind, u.email::text as email, m.role, m.appointed_at,
    case when m.accepted_at < m.appointed_at then 'asked again'
      when u.banned_until > now() then 'blocked' else 'accepted' end as state
  from staff.members as m join auth.users as u on u.id = m.user_id
  where (select private.has_staff_role('staff'))
  order by m.appointed_at desc, m.user_id desc)
  union all
  (select i.id, 'invitation', i.email, i.role, i.appointed_at,
    case when i.ends_at > now() then 'asked' else 'ended' end
  from staff.invitations as i
  where (select private.has_staff_role('staff'))
  order by i.appointed_at desc, i.id desc);
revoke all on staff.team from anon, authenticated, service_role;
grant select on staff.team to authenticated;

-- What waits, and what happened in the last day, as Today counts it. Null for a person who is to hear nothing.
create or replace function staff.digest_for(person uuid) returns table (email text, role text, waits jsonb, figures jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  yesterday date := timezone('UTC', now())::date - 1;
begin
  return query select w.email, w.role,
    case when w.role = 'viewer' then '{}'::jsonb else jsonb_build_object(
      'reports', (select count(*) from private.waiting_reports),
      'held', (select count(*) from staff.cases as c where c.state in ('waiting', 'answered', 'appealed')
        and c.reports = 0),
      'alarms', (select count(*) from staff.alarms as a where a.over_at is null and a.kind <> 'report'),
      'tasks', (select count(*) from graphile_worker.jobs as j where j.last_error is not null)) end,
    jsonb_build_object(
      'views', (select coalesce(sum(views), 0) from public.page_views where day = yesterday),
      'signUps', (select count(*) from private.accounts as a where a.created_at > now() - interval '1 day'),
      'jobs', (select count(*) from public.jobs as j where j.created_at > now() - interval '1 day'),
      'applyClicks', (select coalesce(sum(a.apply_clicks), 0) from public.job_activity as a where a.day = yesterday),
      'conversations', (select count(*) from public.conversations as c where c.started_at > now() - interval '1 day'),
      'messages', (select count(*) from public.messages as m where m.created_at > now() - interval '1 day'),
      'revenue', (select coalesce(sum(f.value), 0) from staff.figures as f where f.name = 'revenue' and f.day = yesterday),
      'subscribers', (select count(*) from public.newsletter_subscribers as s
        where s.confirmed_at > now() - interval '1 day'),
      'left', (select count(*) from private.closed_accounts as c where c.closed_at > now() - interval '1 day'),
      'memberships', (select coalesce(sum(f.value), 0) from staff.figures as f
        where f.name = 'memberships' and f.day = (select max(day) from staff.figures where name = 'memberships')))
  from staff.who_hears() as w where w.id = person and w.hears_digest;
end
$$;

-- Samples for a start at home, so that an owner sees the screens with something in them. Everything of them says that
-- it is a sample, nothing was sent to anybody, and it goes with the demo content.
create function staff.add_samples(alarms jsonb, newsletters jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into staff.alarms (kind, about, facts, began_at, told_at, over_at, over_told_at)
    select a.kind, a.about, a.facts, now() - make_interval(hours => a.began), now() - make_interval(hours => a.began),
      now() - make_interval(hours => a.over), now() - make_interval(hours => a.over)
    from jsonb_to_recordset(alarms) as a (kind text, about text, facts jsonb, began int, over int)
    where not exists (select from staff.alarms as known where known.about = a.about);
  insert into public.newsletter_editions (id, subject, text, text_hash, created_at, queued_at)
    select n.id, n.subject, n.text, n.hash, now() - make_interval(days => n.days), now()
    from jsonb_to_recordset(newsletters) as n (id uuid, subject text, text text, hash text, days int, sent boolean)
    where n.sent on conflict do nothing;
  insert into staff.newsletters (id, subject, text, changed_at, edition_id)
    select n.id, n.subject, n.text, now() - make_interval(days => n.days), e.id
    from jsonb_to_recordset(newsletters) as n (id uuid, subject text, text text, days int)
      left join public.newsletter_editions as e on e.id = n.id
    on conflict do nothing;
  perform staff.append('command', null, null, 'save-newsletter', 'newsletter', n.id::text, null, null,
      jsonb_build_object('subject', n.subject))
    from jsonb_to_recordset(newsletters) as n (id uuid, subject text);
end
$$;
-- One that an owner made their own by another subject stays.
create function staff.forget_samples(alarms jsonb, newsletters jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from staff.alarms as a using jsonb_to_recordset(alarms) as given (about text) where a.about = given.about;
  perform staff.append('command', null, null, 'remove-newsletter', 'newsletter', n.id::text, null,
      jsonb_build_object('subject', n.subject), null)
    from staff.newsletters as n join jsonb_to_recordset(newsletters) as given (id uuid, subject text)
      on (given.id, given.subject) = (n.id, n.subject);
  delete from staff.newsletters as n using jsonb_to_recordset(newsletters) as given (id uuid, subject text)
    where (given.id, given.subject) = (n.id, n.subject);
  delete from public.newsletter_editions as e using jsonb_to_recordset(newsletters) as given (id uuid, subject text)
    where (given.id, given.subject) = (e.id, e.subject)
      and not exists (select from staff.newsletters as n where n.edition_id = e.id);
end
$$;
grant execute on function staff.add_samples(jsonb, jsonb), staff.forget_samples(jsonb, jsonb) to service_role;
