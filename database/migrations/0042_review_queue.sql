-- What people reported and what rules held back, as cases that staff decide. Decision 86. A case copies what it
-- needs, so that it outlives the job, the profile and the account, for a stated time.
create table staff.cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('job', 'conversation', 'profile', 'company')),
  -- The job or the conversation; for a profile and a company the account. No key: it may be gone.
  subject_id uuid not null,
  -- A company is a name on the jobs of one poster; here the key of that name.
  company_key text not null default '',
  -- Whom it is about. Null where they were gone before anybody reported.
  person_id uuid,
  -- Number, address and name of that person, and the job or profile, as they were when it came.
  person_then jsonb not null,
  content_then jsonb,
  title text not null,
  -- Names of the rules that held it back (0043_held_jobs.sql).
  held_for text[] not null default '{}',
  state text not null default 'waiting' check (state in
    ('waiting', 'asked', 'answered', 'appealed', 'released', 'hidden', 'blocked')),
  -- Where an unblocked person's cases go back to.
  state_before text,
  reports int not null default 0,
  opened_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- Of what staff decide by: two who act on the same one do not both succeed.
  version int not null default 1,
  claimed_by uuid,
  claimed_as text,
  claimed_at timestamptz,
  -- The last act; nobody where the person themselves answered.
  acted_by uuid,
  acted_as text,
  acted_at timestamptz,
  -- Who hid it, so that somebody else looks at the appeal.
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  question text,
  asked_at timestamptz,
  answer text,
  appeal text,
  appealed_at timestamptz,
  -- Of the link in the newest mail that asks for the person's words.
  letter_hash text,
  -- When the job, the profile, the conversation or the account went.
  gone_at timestamptz
);
-- One at a time: what is reported again joins the case that is open.
create unique index cases_one_open on staff.cases (kind, subject_id, person_id, company_key) nulls not distinct
  where state in ('waiting', 'asked', 'answered', 'appealed');
create index cases_newest on staff.cases (changed_at desc, id desc);
create index cases_state on staff.cases (state, changed_at desc, id desc);
create index cases_kind on staff.cases (kind, changed_at desc, id desc);
create index cases_person on staff.cases (person_id, opened_at desc);
create index cases_subject on staff.cases (subject_id);
create index cases_letter on staff.cases (letter_hash) where letter_hash is not null;
create index cases_gone on staff.cases (gone_at) where gone_at is not null;

create table staff.reports (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references staff.cases (id) on delete cascade,
  -- Whoever reported a job is not known.
  reporter_id uuid references auth.users (id) on delete set null,
  reason text not null,
  note text,
  created_at timestamptz not null default now(),
  -- When the reporter was told what became of it.
  told_at timestamptz
);
create index reports_case on staff.reports (case_id, created_at);
create index reports_reporter on staff.reports (reporter_id, created_at);
create trigger before_1_plain_text before insert or update on staff.reports
  for each row execute function private.make_plain_text();

-- A conversation that staff closed, and a profile that they hid. Jobs have a column of their own.
create table private.closed_conversations (
  conversation_id uuid primary key references public.conversations (id) on delete cascade
);
create table private.hidden_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  was_public boolean not null
);

alter table staff.cases enable row level security;
alter table staff.reports enable row level security;
alter table private.closed_conversations enable row level security;
alter table private.hidden_profiles enable row level security;
revoke all on staff.cases, staff.reports from anon, authenticated, service_role;
revoke all on private.closed_conversations, private.hidden_profiles from anon, authenticated;
-- What the list shows. The rest, which holds people's words, is read one case at a time, and each look is logged.
grant select (id, kind, subject_id, person_id, title, held_for, state, reports, opened_at, changed_at, claimed_by,
  claimed_as, claimed_at, acted_as, acted_at, appealed_at, gone_at) on staff.cases to authenticated;
create policy "Staff see cases, none about themselves" on staff.cases for select to authenticated
  using ((select private.has_staff_role('staff')) and person_id is distinct from (select auth.uid()));
create constraint trigger must_be_logged after update on staff.cases
  deferrable initially deferred for each row
  when (new.acted_by is not null and new.version <> old.version) execute function staff.must_be_logged();

-- How what was reported comes in.

create function staff.open_case(kind text, subject uuid, person uuid, company_key text, title text, content jsonb)
returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into staff.cases as known (kind, subject_id, person_id, company_key, title, content_then, person_then)
    values (kind, subject, person, company_key, left(title, 300), content,
      coalesce(private.describe_people(array[person]) -> 0, '{}'))
    on conflict (kind, subject_id, person_id, company_key)
      where state in ('waiting', 'asked', 'answered', 'appealed')
      do update set changed_at = now()
    returning id
$$;

create function staff.add_report(to_case uuid, reporter uuid, reason text, note text, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into staff.reports (case_id, reporter_id, reason, note, created_at)
    values (to_case, reporter, reason, note, at);
  update staff.cases set reports = reports + 1 where id = to_case;
$$;

create function staff.file_job_report(report public.job_reports) returns void
language sql volatile security definer set search_path = '' as $$
  select staff.add_report(
    case when report.reason = 'company'
      then staff.open_case('company', j.posted_by, j.posted_by, private.company_key(j.company), j.company,
        to_jsonb(j))
      else staff.open_case('job', j.id, j.posted_by, '', j.title || ' · ' || j.company, to_jsonb(j)) end,
    null, report.reason, report.note, report.created_at)
  from public.jobs as j where j.id = report.job_id
$$;

create function staff.file_message_report(report public.message_reports) returns void
language sql volatile security definer set search_path = '' as $$
  select staff.add_report(
    staff.open_case('conversation', c.id,
      case when c.member_id = report.reporter_id then c.candidate_id else c.member_id end, '',
      coalesce(c.member_company, c.member_name) || ' · ' || c.candidate_headline, null),
    report.reporter_id, report.reason, null, report.created_at)
  from public.conversations as c where c.id = report.conversation_id
$$;

create function staff.take_in_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'job_reports' then
    perform staff.file_job_report(new);
  else
    perform staff.file_message_report(new);
  end if;
  return null;
end
$$;
create trigger take_in_report after insert on public.job_reports
  for each row execute function staff.take_in_report();
create trigger take_in_report after insert on public.message_reports
  for each row execute function staff.take_in_report();
select staff.file_job_report(r) from public.job_reports as r where r.handled_at is null;
select staff.file_message_report(r) from public.message_reports as r;

create function private.file_profile_report(reported uuid, words text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  opened uuid;
begin
  if char_length(btrim(words)) not between 1 and 1000 then
    raise exception 'Say what is wrong, in at most 1000 characters.' using errcode = '23514';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reports ' || auth.uid(), 0));
  if (select count(*) from staff.reports
    where reporter_id = auth.uid() and created_at > now() - interval '1 day') >= 20
  then
    raise exception 'You have sent many reports today. Continue tomorrow, or write to us.' using errcode = 'PT429';
  end if;
  -- Pressed twice, it is one.
  if exists (select from staff.reports as r join staff.cases as c on c.id = r.case_id
    where r.reporter_id = auth.uid() and c.kind = 'profile' and c.subject_id = reported
      and c.state in ('waiting', 'asked', 'answered', 'appealed'))
  then return false;
  end if;
  select staff.open_case('profile', p.user_id, p.user_id, '', p.headline, to_jsonb(p)) into opened
    from public.candidate_profiles as p where p.user_id = reported;
  perform staff.add_report(opened, auth.uid(), btrim(words), null, now());
  return true;
end
$$;

-- By whoever sees it, with their own rights: nobody learns here that a profile is there. False: reported before.
create function public.report_profile(profile uuid, reason text) returns boolean
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen uuid;
begin
  select p.user_id into seen from public.candidate_profiles as p
    where p.id = profile and p.user_id <> auth.uid();
  if seen is null then
    raise exception 'This profile is not available.' using errcode = 'PT404';
  end if;
  return private.file_profile_report(seen, reason);
end
$$;
grant execute on function public.report_profile(uuid, text), private.file_profile_report(uuid, text) to authenticated;

-- What staff's word does. People who read what is hidden see what they see of anything that is not there.

create or replace function private.refuse_closed_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.conversations as c where c.id = new.conversation_id and (
      c.member_id is null or c.candidate_id is null
      or c.id in (select conversation_id from private.closed_conversations)
      or c.member_id in (select private.banned_people())
      or c.candidate_id in (select private.banned_people())))
  then perform private.refuse('conversation_closed');
  end if;
  return new;
end
$$;

create function private.keep_profile_hidden() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.hidden_profiles where user_id = new.user_id) then
    raise exception 'Our staff hid this profile. Our email says why, and how to tell us that we are wrong.'
      using errcode = 'PT403';
  end if;
  return new;
end
$$;
create trigger before_3_keep_profile_hidden before insert or update of public_profile on public.candidate_profiles
  for each row when (new.public_profile) execute function private.keep_profile_hidden();

create function staff.apply_decision(it staff.cases, hides boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_back boolean;
begin
  if it.kind = 'job' then
    update public.jobs set hidden_at = case when hides then coalesce(hidden_at, now()) end
      where id = it.subject_id and (hidden_at is not null) <> hides;
    update public.job_reports set handled_at = now()
      where job_id = it.subject_id and reason <> 'company' and handled_at is null;
  elsif it.kind = 'company' then
    -- Back come those that went with this case, by its moment, not one that was hidden for itself.
    update public.jobs set hidden_at = case when hides then now() end
      where posted_by = it.person_id and private.company_key(company) = it.company_key
        and case when hides then hidden_at is null else hidden_at = it.decided_at end;
    update public.job_reports as r set handled_at = now() from public.jobs as j
      where j.id = r.job_id and j.posted_by = it.person_id
        and private.company_key(j.company) = it.company_key and r.reason = 'company' and r.handled_at is null;
  elsif it.kind = 'profile' then
    if hides then
      insert into private.hidden_profiles (user_id, was_public)
        select user_id, public_profile from public.candidate_profiles where user_id = it.subject_id
        on conflict do nothing;
      update public.candidate_profiles set public_profile = false where user_id = it.subject_id and public_profile;
    else
      delete from private.hidden_profiles where user_id = it.subject_id returning was_public into is_back;
      update public.candidate_profiles set public_profile = true where user_id = it.subject_id and is_back;
    end if;
  elsif hides then
    insert into private.closed_conversations (conversation_id)
      select id from public.conversations where id = it.subject_id on conflict do nothing;
  else
    delete from private.closed_conversations where conversation_id = it.subject_id;
  end if;
end
$$;

-- Acts.

create function staff.words_of_act(it staff.cases) returns text
language sql stable set search_path = '' as $$
  select case when it.state in ('answered', 'appealed') then 'Meanwhile the person has answered.'
    else coalesce(it.acted_as, 'Somebody') || ' ' || case it.state when 'released' then 'released this'
      when 'hidden' then 'decided to hide this' when 'asked' then 'asked the person'
      when 'blocked' then 'blocked the person' else 'changed this' end
      || to_char(it.acted_at at time zone 'UTC', ' "at" HH24:MI "UTC on" FMMonth FMDD".') end
$$;

-- The case, locked, for whoever may act on it as they saw it. The second of two hears what the first did.
create function staff.take_up(wanted uuid, seen int) returns staff.cases
language plpgsql volatile security definer set search_path = '' as $$
declare
  it staff.cases;
begin
  perform staff.require('staff');
  select * into it from staff.cases where id = wanted for update;
  if it.id is null or it.person_id = auth.uid() then
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
  if it.claimed_by <> auth.uid() and it.claimed_at > now() - interval '30 minutes' then
    raise exception '% is looking at this.', coalesce(it.claimed_as, 'Somebody') using errcode = 'SF412';
  end if;
  return it;
end
$$;

create function staff.claim_case(wanted uuid, seen int, takes boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  it staff.cases := staff.take_up(wanted, seen);
begin
  update staff.cases set claimed_by = case when takes then auth.uid() end,
    claimed_as = case when takes then auth.email() end, claimed_at = case when takes then now() end
    where id = it.id;
end
$$;

-- Whether anybody else could decide what the caller decided before.
create function staff.has_other_decider(it staff.cases) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from staff.members as m join auth.users as u on u.id = m.user_id
    where m.user_id not in (auth.uid(), coalesce(it.person_id, auth.uid())) and staff.rank(m.role) >= 2
      and m.accepted_at >= m.appointed_at and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and not exists (select from staff.reports as r where r.case_id = it.id and r.reporter_id = m.user_id))
$$;

create function staff.tell(it staff.cases, what text) returns void
language sql volatile security definer set search_path = '' as $$
  select queue.add('review-mail', json_build_object('caseId', it.id, 'kind', what))
$$;

-- Each reporter once, whatever comes of an appeal.
create function staff.tell_reporters(it staff.cases) returns void
language sql volatile security definer set search_path = '' as $$
  with told as (
    update staff.reports set told_at = now()
      where case_id = it.id and reporter_id is not null and told_at is null returning id)
  select queue.add('report-mail', json_build_object('reportId', id)) from told
$$;

create function staff.decide_case(wanted uuid, seen int, hides boolean, words text) returns staff.cases
language plpgsql volatile security definer set search_path = '' as $$
declare
  it staff.cases := staff.take_up(wanted, seen);
  had_heard boolean := it.decided_at is not null or it.asked_at is not null or it.held_for <> '{}';
begin
  if it.state in ((case when hides then 'hidden' else 'released' end), 'blocked') then
    raise exception '%', staff.words_of_act(it) using errcode = 'SF412';
  end if;
  if it.decided_at < it.appealed_at and it.decided_by = auth.uid() and staff.has_other_decider(it) then
    raise exception 'somebody else decides' using errcode = 'SF413';
  end if;
  perform staff.apply_decision(it, hides);
  update staff.cases as c set state = case when hides then 'hidden' else 'released' end, version = c.version + 1,
      acted_by = auth.uid(), acted_as = auth.email(), acted_at = now(), changed_at = now(),
      decided_by = auth.uid(), decided_at = now(), reason = case when hides then words else c.reason end,
      claimed_by = null, claimed_as = null, claimed_at = null, letter_hash = null
    where c.id = it.id returning c.* into it;
  -- Whoever never heard that anything was asked or held needs no mail that all is well.
  if hides or had_heard then
    perform staff.tell(it, it.state);
  end if;
  perform staff.tell_reporters(it);
  return it;
end
$$;

create function staff.ask_person(wanted uuid, seen int, words text) returns staff.cases
language plpgsql volatile security definer set search_path = '' as $$
declare
  it staff.cases := staff.take_up(wanted, seen);
begin
  if it.state not in ('waiting', 'answered', 'appealed') then
    raise exception '%', staff.words_of_act(it) using errcode = 'SF412';
  end if;
  if it.gone_at is not null or it.person_id is null then
    raise exception 'they are gone' using errcode = 'SF415';
  end if;
  update staff.cases as c set state = 'asked', version = c.version + 1, question = words, answer = null,
      asked_at = now(), acted_by = auth.uid(), acted_as = auth.email(), acted_at = now(), changed_at = now(),
      claimed_by = null, claimed_as = null, claimed_at = null, letter_hash = null
    where c.id = it.id returning c.* into it;
  perform staff.tell(it, 'asked');
  return it;
end
$$;

-- A block settles what waits about the person; its undoing brings it back.
create function staff.settle_cases_of_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_blocked boolean := coalesce(new.banned_until > now(), false);
  it staff.cases;
begin
  if coalesce(old.banned_until > now(), false) = is_blocked then return null; end if;
  for it in
    update staff.cases as c set state = case when is_blocked then 'blocked' else c.state_before end,
        state_before = case when is_blocked then c.state end, version = c.version + 1, changed_at = now(),
        acted_by = case when private.has_staff_role('staff') then auth.uid() end,
        acted_as = case when private.has_staff_role('staff') then auth.email() end, acted_at = now(),
        claimed_by = null, claimed_as = null, claimed_at = null
      where c.person_id = new.id and case when is_blocked
        then c.state in ('waiting', 'asked', 'answered', 'appealed') else c.state = 'blocked' end
        -- Reported anew meanwhile: that case is the open one.
        and (is_blocked or not exists (select from staff.cases as open
          where (open.kind, open.subject_id, open.company_key) = (c.kind, c.subject_id, c.company_key)
            and open.person_id = c.person_id and open.state in ('waiting', 'asked', 'answered', 'appealed')))
      returning c.*
  loop
    if is_blocked then perform staff.tell_reporters(it); end if;
  end loop;
  return null;
end
$$;
create trigger settle_cases_of_blocked after update of banned_until on auth.users
  for each row when (new.banned_until is distinct from old.banned_until)
  execute function staff.settle_cases_of_blocked();

grant execute on function staff.claim_case(uuid, int, boolean), staff.decide_case(uuid, int, boolean, text),
  staff.ask_person(uuid, int, text) to authenticated;
