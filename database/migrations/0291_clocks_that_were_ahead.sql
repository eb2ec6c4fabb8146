-- What a clock that was ahead has written holds nothing up once it is set back (0140): alerts and digests that were silent
-- until that time came, proofs that were not looked at, and cases that somebody had taken for half an hour.

create or replace function private.claim_due_alerts(moment timestamptz, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  part json;
  looked integer;
begin
  -- Nobody's hour is so far away: it was found while the clock was ahead, and would keep an alert silent until then.
  update public.alerts as a set claimed_at = null,
      next_at = private.next_alert_at(a.rhythm, a.weekday, a.hour, a.time_zone, greatest(moment, clock_timestamp()))
    where a.next_at > moment + interval '9 days';
  with due as (
    select a.id from public.alerts as a where a.next_at <= moment order by a.next_at limit most for update skip locked
  ), asked as (
    select a.id, a.kind = 'people' and not private.may_see_candidates(a.user_id) as is_paused,
      exists (select from private.search_matches as m
        where m.search_id = a.search_id and m.round > a.told_up_to) as has_news,
      -- One that is on its way tells what it was made for; it was given up when it has been for so long.
      a.claimed_at between moment - interval '20 hours' and moment + interval '1 minute' as is_under_way
    from public.alerts as a join due on due.id = a.id
  ), moved as (
    update public.alerts as a set
      next_at = private.next_alert_at(a.rhythm, a.weekday, a.hour, a.time_zone, greatest(moment, clock_timestamp())),
      told_up_to = case when q.is_paused then private.last_round() else a.told_up_to end,
      claimed_at = case when q.is_paused then null
        when q.is_under_way is true or not q.has_news then a.claimed_at else moment end
    from asked as q where q.id = a.id
    returning a.id, not q.is_paused and q.has_news and q.is_under_way is not true as is_claimed
  ), parts as (
    select json_agg(n.id) as ids from (
      select m.id, (row_number() over () - 1) / 50 as part from moved as m where m.is_claimed) as n group by n.part
  ), queued as materialized (
    select queue.add('alert-mails', json_build_object('alertIds', p.ids)) from parts as p
  )
  select (select count(*) from moved) + 0 * (select count(*) from queued) into looked;
  return looked;
end $$;

-- Up to when somebody was told. What a clock that was ahead has noted is older than it says: the last day is told again.
create function private.told_up_to(noted timestamptz, joined timestamptz, moment timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$
  select case when noted > moment + interval '1 minute' then moment - interval '1 day' else coalesce(noted, joined) end
$$;

create or replace function private.digest_of(person uuid, moment timestamptz) returns table(address text, job_id uuid, title text, company text, arrived integer, silent integer)
language sql stable security definer set search_path = '' as $$
  select u.email, a.job_id, max(a.job_title), max(a.company_name),
    (count(*) filter (where a.is_new))::integer, (count(*) filter (where not a.is_new))::integer
  from public.company_members as m
  join private.accounts as u on u.id = m.user_id
  left join private.application_digests as d on d.user_id = m.user_id
  left join public.application_mail_settings as s on s.user_id = m.user_id
  cross join lateral (select private.told_up_to(d.told_up_to, m.joined_at, moment) as since) as known
  cross join lateral (
    select n.job_id, n.job_title, n.company_name, true as is_new from public.applications as n
      where n.company_id = m.company_id and n.state <> 'unconfirmed' and n.spam_at is null
        and n.applicant_id is distinct from m.user_id and n.applied_at > known.since and n.applied_at <= moment
    union all
    select n.job_id, n.job_title, n.company_name, false from public.applications as n
      where n.company_id = m.company_id and n.state <> 'unconfirmed' and n.spam_at is null
        and n.applicant_id is distinct from m.user_id and n.silence_told_at > known.since
        and n.silence_told_at <= moment and n.answered_at is null) as a
  where m.user_id = person and m.role in ('admin', 'recruiter') and coalesce(s.mails, 'digest') <> 'off'
    and m.user_id not in (select private.banned_people())
    and (select not private.is_gone_mailbox(lower(known_as.email)) from private.accounts as known_as where known_as.id = person)
  group by u.email, a.job_id, m.company_id
  order by 5 desc, 3 limit 50
$$;

create or replace function private.digests_due(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct m.user_id
  from public.company_members as m
  left join public.application_mail_settings as s on s.user_id = m.user_id
  left join private.application_digests as d on d.user_id = m.user_id
  cross join lateral (select private.told_up_to(d.told_up_to, m.joined_at, moment) as since, coalesce(s.hour, 8) as hour,
    coalesce(s.time_zone, 'America/New_York') as zone) as known
  cross join lateral (select max(one.at) as at from (values (0), (1)) as days (ago), lateral (select
    ((moment at time zone known.zone)::date - days.ago + make_interval(hours => known.hour)) at time zone known.zone as at) as one
    where one.at <= moment) as due
  -- What came within the hour goes along.
  cross join lateral (select least(due.at + interval '1 hour', moment) as up_to) as until
  where m.role in ('admin', 'recruiter') and coalesce(s.mails, 'digest') = 'digest'
    and due.at > moment - interval '6 hours'
    -- Also where the one before came late, or the hour was changed.
    and (d.sent_at is null or d.sent_at < due.at - interval '8 hours' or d.sent_at > moment + interval '1 minute')
    and m.user_id not in (select private.banned_people())
    and (exists (select from public.applications as a where a.company_id = m.company_id
        and a.applicant_id is distinct from m.user_id and a.spam_at is null
        and a.state <> 'unconfirmed' and a.applied_at > known.since and a.applied_at <= until.up_to)
      or exists (select from public.applications as a where a.company_id = m.company_id
        and a.applicant_id is distinct from m.user_id and a.spam_at is null
        and a.silence_told_at > known.since and a.silence_told_at <= until.up_to and a.answered_at is null))
$$;

create or replace function private.company_records_due() returns table(company uuid, domain text, token text)
language sql security definer set search_path = '' as $$
  select c.id, p.domain, c.dns_token from public.company_proofs as p join public.companies as c on c.id = p.company_id
  where p.kind = 'dns' and p.ended_at is null and (p.asked_at is null or p.asked_at not between now() - interval '20 hours' and now() + interval '1 minute')
  order by p.asked_at nulls first, p.id limit 200
$$;

create or replace function staff.read_case(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  it staff.cases;
begin
  perform staff.require('staff');
  select * into it from staff.cases where id = wanted;
  if it.id is null or staff.is_side_of(it, auth.uid()) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  return to_jsonb(it) - 'letter_hash' || jsonb_build_object(
    'is_own_claim', coalesce(it.claimed_by = auth.uid(), false),
    'is_claimed', coalesce(it.claimed_at between now() - interval '30 minutes' and now() + interval '1 minute', false),
    'not_on', case when exists (select from staff.reports as r where r.case_id = it.id and r.reporter_id = auth.uid())
      then 'reported' else staff.not_on(it.person_id) end,
    'others_decide', coalesce(it.decided_at < it.appealed_at and it.decided_by = auth.uid(), false)
      and staff.has_other_decider(it),
    'content_now', case it.kind
      when 'job' then (select to_jsonb(j) from public.jobs as j where j.id = it.subject_id)
      when 'company' then (select to_jsonb(j) from public.jobs as j where j.id = (it.content_then ->> 'id')::uuid)
      when 'profile' then (select to_jsonb(p) from public.candidate_profiles as p where p.user_id = it.subject_id)
      end,
    'messages', case when it.kind = 'conversation' then staff.read_messages(it) end,
    'reported', (select coalesce(jsonb_agg(jsonb_build_object('reason', r.reason, 'note', r.note, 'at', r.created_at,
        'reporter', u.email) order by r.created_at desc), '[]')
      from (select * from staff.reports where case_id = it.id order by created_at desc limit 50) as r
        left join auth.users as u on u.id = r.reporter_id),
    'history', staff.describe_history(it),
    'evidence_ends_at', it.gone_at + private.evidence_time());
end $$;

create or replace function staff.take_up(wanted uuid, seen integer) returns staff.cases
language plpgsql security definer set search_path = '' as $$
declare
  it staff.cases;
begin
  perform staff.require('staff');
  select * into it from staff.cases where id = wanted for update;
  if it.id is null or staff.is_side_of(it, auth.uid()) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  if it.person_id is not null then
    perform staff.require_other(it.person_id);
  end if;
  if exists (select from staff.reports where case_id = it.id and reporter_id = auth.uid()) then
    raise exception 'you reported this' using errcode = 'SF409';
  end if;
  if it.version <> seen then
    raise exception '%', staff.words_of_act(it) using errcode = 'SF412';
  end if;
  if it.claimed_by <> auth.uid() and it.claimed_at between now() - interval '30 minutes' and now() + interval '1 minute' then
    raise exception '% is looking at this.', coalesce(it.claimed_as, 'Somebody') using errcode = 'SF412';
  end if;
  return it;
end $$;
