-- What a case shows and says: to staff, one case at a time; to the person whom it is about and to who reported it,
-- by mail. What rules hold back before anybody reports it. And when all of it goes. Decision 86.

insert into private.settings (name, value) values
  ('evidence_days', '90'),
  ('jobs_review_first', 'false');

-- The reported conversation around its reports: thirty messages before the last one, twenty after. Of an account
-- that is gone, as it was kept then.
create function staff.read_messages(it staff.cases) returns jsonb
language sql stable security definer set search_path = '' as $$
  with known as (
    select m.sender_id, m.created_at, m.body from private.kept_evidence as e
      cross join jsonb_to_recordset(e.content -> 'messages') as m (sender_id uuid, created_at timestamptz, body text)
      where e.kind = 'conversation' and e.subject_id = it.subject_id
    union all
    select m.sender_id, m.created_at, m.body from public.messages as m
      where m.conversation_id = it.subject_id and not exists (
        select from private.kept_evidence as e where e.kind = 'conversation' and e.subject_id = it.subject_id)
  ), last as (
    select max(created_at) as at from staff.reports where case_id = it.id
  ), shown as (
    (select * from known where created_at <= (select at from last) order by created_at desc limit 30)
    union all
    (select * from known where created_at > (select at from last) order by created_at limit 20)
  )
  select coalesce(jsonb_agg(jsonb_build_object('is_theirs', sender_id = it.person_id, 'at', created_at, 'body', body)
    order by created_at), '[]') from shown
$$;

create function staff.describe_history(it staff.cases) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'account', (select jsonb_build_object('email', u.email, 'name', u.raw_user_meta_data ->> 'full_name',
        'created_at', u.created_at, 'is_proved', auth.has_proved_mailbox(u.id), 'blocked_until', u.banned_until,
        'is_member', private.has_active_membership(u.id),
        'role', (select m.role from staff.members as m where m.user_id = u.id))
      from auth.users as u where u.id = it.person_id and u.deleted_at is null),
    'jobs', (select count(*) from public.jobs where posted_by = it.person_id),
    'hidden_jobs', (select count(*) from public.jobs where posted_by = it.person_id and hidden_at is not null),
    'conversations', (select count(*) from public.conversations
      where it.person_id in (member_id, candidate_id)),
    'messages', (select count(*) from public.messages where sender_id = it.person_id),
    'blocked_by', (select count(*) from public.blocks where blocked_id = it.person_id),
    'reports_made', (select count(*) from staff.reports where reporter_id = it.person_id),
    'cases', (select coalesce(jsonb_agg(to_jsonb(former) order by former.opened_at desc), '[]') from (
      select c.id, c.kind, c.title, c.state, c.reports, c.opened_at, c.reason from staff.cases as c
        where c.person_id = it.person_id and c.id <> it.id order by c.opened_at desc limit 20) as former))
$$;

create function staff.read_case(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  it staff.cases;
begin
  perform staff.require('staff');
  select * into it from staff.cases where id = wanted and person_id is distinct from auth.uid();
  if it.id is null then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  return to_jsonb(it) - 'letter_hash' || jsonb_build_object(
    'is_own_claim', coalesce(it.claimed_by = auth.uid(), false),
    'is_claimed', coalesce(it.claimed_at > now() - interval '30 minutes', false),
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
end
$$;

-- How long what was reported stays after it is gone.
create function private.evidence_time() returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(days => greatest(coalesce(private.setting('evidence_days')::int, 90), 1))
$$;

create function staff.note_gone_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update staff.cases set gone_at = now() where person_id = old.id and gone_at is null;
  return null;
end
$$;
create trigger note_gone_account after delete on auth.users
  for each row execute function staff.note_gone_account();
create trigger note_closed_account after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function staff.note_gone_account();

create function staff.note_gone_subject() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update staff.cases as c set gone_at = now() where c.gone_at is null and c.kind = tg_argv[0]
    and c.subject_id = case tg_argv[0] when 'profile' then to_jsonb(old) ->> 'user_id' else to_jsonb(old) ->> 'id' end::uuid;
  return null;
end
$$;
create trigger note_gone_subject after delete on public.jobs
  for each row execute function staff.note_gone_subject('job');
create trigger note_gone_subject after delete on public.conversations
  for each row execute function staff.note_gone_subject('conversation');
create trigger note_gone_subject after delete on public.candidate_profiles
  for each row execute function staff.note_gone_subject('profile');

-- By the clock, once a day.
create function private.clean_evidence() returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended bigint;
begin
  delete from private.recent_job_texts where made_at < now() - interval '14 days';
  delete from private.kept_evidence where kept_at <= now() - private.evidence_time();
  delete from staff.cases where gone_at <= now() - private.evidence_time();
  get diagnostics ended = row_count;
  if ended > 0 then
    perform staff.append('site', null, null, 'evidence-ended', '', '', null, null,
      jsonb_build_object('cases', ended));
  end if;
  return ended;
end
$$;

-- With the demo content: nobody is behind it.
create function staff.forget_demo_cases() returns void
language sql volatile security definer set search_path = '' as $$
  delete from staff.cases
    where person_then ->> 'email' like '%@demo.example' or person_then ->> 'email' like '%@candidates.example';
$$;

-- What a mail says, as it is when it goes out; nothing where another act came in between. The link is made then.
create function staff.write_letter(wanted uuid, what text, hash text)
returns table (email text, subject_kind text, title text, said text, may_answer boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  it staff.cases;
  asks boolean;
begin
  select * into it from staff.cases as c where c.id = wanted
    and c.state = case what when 'held' then 'waiting' else what end for update;
  if it.id is null then return; end if;
  asks := what = 'asked' or what = 'hidden' and it.appealed_at is null;
  if asks then
    update staff.cases set letter_hash = hash where id = it.id;
  end if;
  return query select u.email::text, it.kind, it.title,
      case what when 'asked' then it.question when 'hidden' then it.reason end, asks
    from auth.users as u where u.id = it.person_id and u.email is not null and u.deleted_at is null;
end
$$;

create function staff.write_report_letter(report uuid) returns table (email text, subject_kind text, has_acted boolean)
language sql stable security definer set search_path = '' as $$
  select u.email::text, c.kind, c.state in ('hidden', 'blocked') from staff.reports as r
    join staff.cases as c on c.id = r.case_id join auth.users as u on u.id = r.reporter_id
    where r.id = report and u.deleted_at is null and u.email is not null and auth.has_proved_mailbox(u.id)
      and c.state in ('hidden', 'blocked', 'released')
$$;

-- By whoever brings the link: what it is about, and with words the answer, once.
create function staff.answer_letter(hash text, words text)
returns table (asks_for text, title text, said text, is_open boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  it staff.cases;
begin
  select * into it from staff.cases as c where c.letter_hash = hash for update;
  if it.id is null then return; end if;
  if it.state = 'hidden' and it.appealed_at is null or it.state = 'asked' then
    if words is not null then
      update staff.cases as c set version = c.version + 1, changed_at = now(),
          state = case it.state when 'asked' then 'answered' else 'appealed' end,
          answer = case it.state when 'asked' then private.plain_text(words) else c.answer end,
          appeal = case it.state when 'asked' then c.appeal else private.plain_text(words) end,
          appealed_at = case it.state when 'asked' then c.appealed_at else now() end,
          acted_by = null, acted_as = null, acted_at = now()
        where c.id = it.id;
    end if;
    return query select case it.state when 'asked' then 'answer' else 'appeal' end, it.title,
      case it.state when 'asked' then it.question else it.reason end, true;
  else
    return query select case when it.answer is null then 'appeal' else 'answer' end, it.title, null::text, false;
  end if;
end
$$;

-- What rules hold back, until staff release it: what a new poster writes as people do who want money of applicants,
-- the same long text from several accounts, and, where the setting says so, everybody's first job.

-- Texts of two weeks, by their hash.
create table private.recent_job_texts (
  text_hash bytea not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  made_at timestamptz not null default now(),
  primary key (text_hash, user_id)
);
create index recent_job_texts_user_idx on private.recent_job_texts (user_id);
create index recent_job_texts_made_idx on private.recent_job_texts (made_at);
alter table private.recent_job_texts enable row level security;
revoke all on private.recent_job_texts from anon, authenticated;

create function private.hash_of_text(words text) returns bytea
language sql immutable set search_path = '' as $$
  -- Short ones are alike by chance.
  select case when char_length(words) >= 200
    then sha256(convert_to(regexp_replace(lower(words), '[^[:alnum:]]+', ' ', 'g'), 'utf8')) end
$$;

create function private.rules_that_hold(job public.jobs) returns text[]
language sql stable security definer set search_path = '' as $$
  with given as (
    select lower(concat_ws(' ', job.title, job.application_url, job.description, job.requirements, job.benefits))
        as words,
      not exists (select from public.jobs as j where j.posted_by = job.posted_by and j.id <> job.id
        and j.hidden_at is null) as is_first,
      not exists (select from public.jobs as j where j.posted_by = job.posted_by and j.id <> job.id
        and j.hidden_at is null and j.created_at < now() - interval '7 days') as is_new)
  select array_remove(array[
      case when is_new and words ~ '(^|[^a-z0-9.-])(bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|cutt\.ly|rb\.gy|ow\.ly|t\.ly|shorturl\.at|rebrand\.ly|tiny\.cc|wa\.me|t\.me)($|[^a-z0-9.-])'
        then 'short-link' end,
      case when is_new and words ~ '\m(western union|moneygram|gift cards?|bitcoin|cash ?app|(registration|application|training|background check) fee|(refundable|security) deposit)\M'
        then 'payment' end,
      case when (select count(*) from private.recent_job_texts as t
          where t.text_hash = private.hash_of_text(job.description) and t.user_id <> job.posted_by
            and t.made_at > now() - interval '14 days') >= 2
        then 'repeated' end,
      case when is_first and private.setting('jobs_review_first')::boolean then 'first-job' end], null)
  from given
$$;

-- What staff released once is not held again for the same.
create function private.new_rules_that_hold(job public.jobs) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select rule from unnest(private.rules_that_hold(job)) as rule
    where not exists (select from staff.cases as c
      where c.kind = 'job' and c.subject_id = job.id and c.state = 'released' and rule = any (c.held_for)))
$$;

create function private.hold_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and new.hidden_at is null and private.new_rules_that_hold(new) <> '{}' then
    new.hidden_at := now();
  end if;
  return new;
end
$$;
create trigger before_5_hold_job before insert
  or update of title, application_url, description, requirements, benefits on public.jobs
  for each row execute function private.hold_job();

-- Once it is written: an id that is taken opens no case.
create function private.take_in_held_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rules text[];
  opened uuid;
begin
  if not private.is_sent_by_people() then return null; end if;
  if new.hidden_at is not null and (tg_op = 'INSERT' or old.hidden_at is null) then
    rules := private.new_rules_that_hold(new);
    opened := staff.open_case('job', new.id, new.posted_by, '', new.title || ' · ' || new.company, to_jsonb(new));
    update staff.cases set held_for = rules where id = opened;
    perform queue.add('review-mail', json_build_object('caseId', opened, 'kind', 'held'));
  end if;
  insert into private.recent_job_texts (text_hash, user_id)
    select hash, new.posted_by from private.hash_of_text(new.description) as hash where hash is not null
    on conflict (text_hash, user_id) do update set made_at = now();
  return null;
end
$$;
create trigger take_in_held_job after insert
  or update of title, application_url, description, requirements, benefits on public.jobs
  for each row execute function private.take_in_held_job();

-- For its poster's own list: not hidden for anything, only not looked at yet.
create function public.waits_for_review(job public.jobs) returns boolean
language sql stable security definer set search_path = '' as $$
  select job.hidden_at is not null and job.posted_by = auth.uid() and exists (
    select from staff.cases as c where c.kind = 'job' and c.subject_id = job.id and c.held_for <> '{}'
      and c.decided_at is null and c.state in ('waiting', 'asked', 'answered'))
$$;

-- What a command on the server decided about a job.
create function staff.note_decision_on_job(job uuid, hides boolean, words text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update staff.cases as c set state = case when hides then 'hidden' else 'released' end, version = c.version + 1,
      acted_by = null, acted_as = 'A command on the server', acted_at = now(), changed_at = now(),
      decided_by = null, decided_at = now(), reason = coalesce(words, c.reason), letter_hash = null
    where c.kind = 'job' and c.subject_id = job
      and (c.state in ('waiting', 'asked', 'answered', 'appealed') or c.state = 'hidden' and not hides);
  if found then
    perform staff.append('command', null, null, case when hides then 'hide-case' else 'release-case' end,
      'job', job::text, words, null, null);
  end if;
end
$$;

grant execute on function staff.read_case(uuid), public.waits_for_review(public.jobs) to authenticated;
grant execute on function private.clean_evidence(), private.evidence_time(),
  staff.forget_demo_cases(), staff.write_letter(uuid, text, text), staff.write_report_letter(uuid), staff.answer_letter(text, text),
  staff.note_decision_on_job(uuid, boolean, text) to service_role;
