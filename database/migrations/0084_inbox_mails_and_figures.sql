-- What recruiters hear of new applications by mail, and what a posting brought. Decision 99.

-- Without a row: a digest at eight in the morning, Eastern time.
create table public.application_mail_settings (
  user_id uuid primary key references auth.users (id) on delete cascade default auth.uid(),
  mails text not null default 'digest' check (mails in ('digest', 'at-once', 'off')),
  hour smallint not null default 8 check (hour between 0 and 23),
  time_zone text not null default 'America/New_York' check (char_length(time_zone) between 1 and 60)
);
alter table public.application_mail_settings enable row level security;
revoke all on public.application_mail_settings from anon, authenticated;
create policy "people choose what mails of applications come" on public.application_mail_settings
  for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert (user_id, mails, hour, time_zone), update (user_id, mails, hour, time_zone)
  on public.application_mail_settings to authenticated;
create trigger before_1_plain_text before insert or update on public.application_mail_settings
  for each row execute function private.make_plain_text();
create function private.know_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_timezone_names as z where z.name = new.time_zone) then
    raise exception using errcode = 'PT400', message = 'There is no such time zone.';
  end if;
  return new;
end $$;
create trigger before_2_know_time_zone before insert or update of time_zone on public.application_mail_settings
  for each row execute function private.know_time_zone();

-- Up to when somebody has been told.
create table private.application_digests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  told_up_to timestamptz not null default now(),
  sent_at timestamptz
);
-- Links of those mails, which stop them.
create table private.application_mail_tokens (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index application_mail_tokens_user_id on private.application_mail_tokens (user_id);
create index application_mail_tokens_created_at on private.application_mail_tokens (created_at);
alter table private.application_digests enable row level security;
alter table private.application_mail_tokens enable row level security;
revoke all on private.application_digests, private.application_mail_tokens from anon, authenticated;
grant select, insert, update, delete on private.application_digests, private.application_mail_tokens to service_role;

-- Who is to hear of news now. Recruiters and admins of today; not who has turned it off, nor who is banned.
create function private.digests_due(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct m.user_id
  from public.company_members as m
  left join public.application_mail_settings as s on s.user_id = m.user_id
  left join private.application_digests as d on d.user_id = m.user_id
  where m.role in ('admin', 'recruiter') and coalesce(s.mails, 'digest') = 'digest'
    and extract(hour from moment at time zone coalesce(s.time_zone, 'America/New_York')) = coalesce(s.hour, 8)
    and (d.sent_at is null or d.sent_at < moment - interval '20 hours')
    and m.user_id not in (select private.banned_people())
    and exists (select from public.applications as a where a.company_id = m.company_id
      and a.applicant_id is distinct from m.user_id and a.spam_at is null
      and (a.state <> 'unconfirmed' and a.applied_at > coalesce(d.told_up_to, m.joined_at) and a.applied_at <= moment
        or a.silence_told_at > coalesce(d.told_up_to, m.joined_at) and a.silence_told_at <= moment and a.answered_at is null))
$$;

-- What one of them reads: for each posting how many are new, and how many have had no answer for 14 days. Whoever is
-- no recruiter any more when it is sent reads nothing.
create function private.digest_of(person uuid, moment timestamptz)
returns table (address text, job_id uuid, title text, company text, arrived integer, silent integer)
language sql stable security definer set search_path = '' as $$
  select u.email, a.job_id, max(a.job_title), max(a.company_name),
    (count(*) filter (where a.applied_at > known.since and a.applied_at <= moment))::integer,
    (count(*) filter (where a.silence_told_at > known.since and a.silence_told_at <= moment and a.answered_at is null))::integer
  from public.company_members as m
  join private.accounts as u on u.id = m.user_id
  left join private.application_digests as d on d.user_id = m.user_id
  left join public.application_mail_settings as s on s.user_id = m.user_id
  cross join lateral (select coalesce(d.told_up_to, m.joined_at) as since) as known
  join public.applications as a on a.company_id = m.company_id and a.state <> 'unconfirmed' and a.spam_at is null
    and a.applicant_id is distinct from m.user_id
    and (a.applied_at > known.since and a.applied_at <= moment
      or a.silence_told_at > known.since and a.silence_told_at <= moment and a.answered_at is null)
  where m.user_id = person and m.role in ('admin', 'recruiter') and coalesce(s.mails, 'digest') <> 'off'
    and m.user_id not in (select private.banned_people())
  group by u.email, a.job_id, a.company_id
  order by 5 desc, 3 limit 50
$$;
revoke execute on function private.digests_due(timestamptz), private.digest_of(uuid, timestamptz) from public;
grant execute on function private.digests_due(timestamptz), private.digest_of(uuid, timestamptz) to service_role;

-- Those who want it at once hear of it within five minutes, once for what comes meanwhile.
create function private.announce_application() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('recruiter-mail', json_build_object('userId', m.user_id),
      'recruiter mail ' || m.user_id, now() + interval '5 minutes')
    from public.company_members as m join public.application_mail_settings as s on s.user_id = m.user_id
    where m.company_id = new.company_id and m.role in ('admin', 'recruiter') and s.mails = 'at-once';
  return null;
end $$;
create trigger announce_application after insert on public.applications
  for each row when (new.state = 'new') execute function private.announce_application();
create trigger announce_confirmed_application after update of state on public.applications
  for each row when (old.state = 'unconfirmed' and new.state = 'new') execute function private.announce_application();

-- By the link of such a mail, signed in or not.
create function public.stop_application_mails(token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  select t.user_id into person from private.application_mail_tokens as t
    where t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex');
  if person is null then return false; end if;
  insert into public.application_mail_settings (user_id, mails) values (person, 'off')
    on conflict (user_id) do update set mails = 'off';
  return true;
end $$;
grant execute on function public.stop_application_mails(text) to anon, authenticated, service_role;

-- What a posting brought, beside the middle of at least five others of its type that five other companies posted.
create function private.posting_sums(job uuid)
returns table (seen bigint, saved bigint, applied bigint, answered bigint, hired bigint)
language sql stable security definer set search_path = '' as $$
  select (select coalesce(sum(v.views), 0) from public.job_activity as v where v.job_id = job),
    (select count(*) from public.saved_jobs as s where s.job_id = job),
    count(*), count(a.answered_at), count(*) filter (where a.state = 'hired')
  from public.applications as a
  where a.job_id = job and a.state <> 'unconfirmed' and a.spam_at is null
$$;
create function public.posting_figures(job uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  posting public.jobs;
  own record;
  beside jsonb;
begin
  select j.* into posting from public.jobs as j
    where j.id = job and j.company_id = any (private.own_companies('viewer'));
  if posting.id is null then return null; end if;
  select * into own from private.posting_sums(job);
  -- One of each company, so that none is half of what is shown; rounded, so that none is read off it.
  with others as (
    select distinct on (j.company_id) j.id, j.created_at from (
      select o.id, o.company_id, o.created_at from public.jobs as o
      where o.job_type = posting.job_type and o.applies_here and o.hidden_at is null
        and not o.company_id = any (private.own_companies('viewer')) and o.company_id <> posting.company_id
        and o.created_at < now() - interval '7 days'
      order by o.created_at desc limit 300) as j
    order by j.company_id, j.created_at desc, j.id
  ), chosen as (select id from others order by created_at desc, id limit 50)
  select jsonb_build_object('of', count(*),
      'seen', round(percentile_cont(0.5) within group (order by s.seen)),
      'saved', round(percentile_cont(0.5) within group (order by s.saved)),
      'applied', round(percentile_cont(0.5) within group (order by s.applied)),
      'answered', round(percentile_cont(0.5) within group (order by s.answered)),
      'hired', round(percentile_cont(0.5) within group (order by s.hired)))
    into beside from chosen cross join lateral private.posting_sums(chosen.id) as s;
  return jsonb_build_object('seen', own.seen, 'saved', own.saved, 'applied', own.applied, 'answered', own.answered,
    'hired', own.hired, 'similar', case when (beside ->> 'of')::integer >= 5 then beside end,
    'days', (select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'seen', d.seen, 'applied', d.applied)
        order by d.day desc), '[]') from (
      select coalesce(v.day, a.day) as day, coalesce(v.views, 0) as seen, coalesce(a.many, 0) as applied
      from (select v.day, v.views from public.job_activity as v where v.job_id = job and v.day > current_date - 30) as v
      full join (select (p.applied_at at time zone 'UTC')::date as day, count(*) as many from public.applications as p
        where p.job_id = job and p.state <> 'unconfirmed' and p.spam_at is null
          and p.applied_at > now() - interval '30 days' group by 1) as a on a.day = v.day) as d));
end $$;
revoke execute on function private.posting_sums(uuid), public.posting_figures(uuid) from public, anon;
grant execute on function public.posting_figures(uuid) to authenticated;
