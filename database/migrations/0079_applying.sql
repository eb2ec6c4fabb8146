-- Applying: what is asked and sent, who has confirmed it, and how people take it back. Decision 97.

-- Questions of a posting, as 0071 describes them.
create function private.are_job_questions(questions jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  each jsonb;
  called text[] := '{}';
  choices text[];
  wanted text[];
begin
  if jsonb_typeof(questions) <> 'array' or jsonb_array_length(questions) > 5 then return false; end if;
  for each in select value from jsonb_array_elements(questions) loop
    if jsonb_typeof(each) <> 'object' or jsonb_typeof(each -> 'question') is distinct from 'string'
      or jsonb_typeof(each -> 'needed') is distinct from 'boolean'
      or jsonb_typeof(each -> 'options') is distinct from 'array'
      or jsonb_typeof(each -> 'wanted') is distinct from 'array'
      or coalesce(each ->> 'kind', '') not in ('yes-no', 'choice', 'text')
      or (select count(*) from jsonb_object_keys(each)) <> 5
      or char_length(private.trimmed(each ->> 'question')) not between 3 and 200
      or (each ->> 'question') = any (called) then return false;
    end if;
    called := called || (each ->> 'question');
    choices := case each ->> 'kind' when 'yes-no' then array['Yes', 'No']
      else array(select jsonb_array_elements_text(each -> 'options')) end;
    wanted := array(select jsonb_array_elements_text(each -> 'wanted'));
    if (each ->> 'kind' = 'choice') <> (jsonb_array_length(each -> 'options') > 0)
      or each ->> 'kind' = 'choice' and cardinality(choices) not between 2 and 8
      or each ->> 'kind' = 'text' and cardinality(wanted) > 0
      or not wanted <@ choices
      -- What decides must be answered.
      or cardinality(wanted) > 0 and not (each ->> 'needed')::boolean
      or cardinality(choices) <> (select count(distinct choice) from unnest(choices) as choice)
      or exists (select from unnest(choices) as choice
        where choice is null or char_length(private.trimmed(choice)) not between 1 and 100)
    then return false; end if;
  end loop;
  return true;
end $$;
grant execute on function private.are_job_questions(jsonb) to anon, authenticated, service_role;

-- Files of resumes. Whoever reads the row may fetch the file; only our own functions put one there, and
-- what a browser gets of it is always a file to save.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('resumes', 'resumes', false, 5242880,
  '{application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document}');
create policy "resumes are there for everybody who asks" on storage.buckets
  for select to authenticated using (id = 'resumes');
-- The inner query runs as the caller, so the policies of the resume decide.
create policy "who sees a resume may fetch it" on storage.objects
  for select to authenticated using (
    bucket_id = 'resumes' and exists (select from public.resumes as r where r.object_name = name));

-- The file goes with its row.
create function private.remove_resume_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where bucket_id = 'resumes' and name = old.object_name;
  return null;
end $$;
create trigger remove_resume_file after delete on public.resumes
  for each row execute function private.remove_resume_file();

-- A resume that its person has replaced, removed or left stays as long as somebody has it.
create function private.drop_unused_resume() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.resumes as r where r.id = old.resume_id and not r.is_current
    and not exists (select from public.applications as a where a.resume_id = r.id);
  return null;
end $$;
create trigger drop_unused_resume after delete on public.applications
  for each row when (old.resume_id is not null) execute function private.drop_unused_resume();

-- Makes a file that lies there already the resume of a person; nobody's without one, for a guest.
create function private.keep_resume(person uuid, id uuid, file_name text, type text, bytes integer,
  object_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if person is not null then
    perform pg_advisory_xact_lock(hashtextextended('resume of ' || person, 0));
    perform private.put_resume_aside(person);
  end if;
  insert into public.resumes (id, user_id, file_name, type, bytes, object_name, is_current)
    values (id, person, file_name, type, bytes, object_name, person is not null);
end $$;

create function private.put_resume_aside(person uuid) returns void
language sql security definer set search_path = '' as $$
  update public.resumes set is_current = false where user_id = person and is_current;
  delete from public.resumes as r where r.user_id = person and not r.is_current
    and not exists (select from public.applications as a where a.resume_id = r.id);
$$;
revoke execute on function private.keep_resume(uuid, uuid, text, text, integer, text),
  private.put_resume_aside(uuid) from public;
grant execute on function private.keep_resume(uuid, uuid, text, text, integer, text) to service_role;

-- The caller's own: it goes with no further application. Those who have it keep it until the application goes.
create function public.remove_resume() returns void
language sql volatile security definer set search_path = '' as $$
  select private.put_resume_aside(auth.uid())
$$;
revoke execute on function public.remove_resume() from public, anon;
grant execute on function public.remove_resume() to authenticated;

-- What of the caller's profile an application takes along: nothing of pay, of where else they look, or of
-- whom they hide from.
create function private.profile_as_sent(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('headline', p.headline, 'summary', nullif(p.summary, ''),
    'years_experience', p.years_experience, 'experience_level', p.experience_level,
    'current_position', nullif(p.current_position, ''), 'current_company', nullif(p.current_company, ''),
    'location', nullif(p.location, ''), 'skills', p.skills, 'certifications', p.certifications,
    'languages', p.languages, 'education', nullif(p.education, ''), 'availability', p.availability,
    'linkedin_url', nullif(p.linkedin_url, ''), 'portfolio_url', nullif(p.portfolio_url, '')))
  from public.candidate_profiles as p where p.user_id = person
$$;
revoke execute on function private.profile_as_sent(uuid) from public;

-- Links of mails, which let somebody without a session see, confirm, withdraw and delete.
create table private.application_tokens (
  token_hash text primary key,
  application_id uuid not null references public.applications (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index application_tokens_application_id on private.application_tokens (application_id);
create index application_tokens_created_at on private.application_tokens (created_at);
alter table private.application_tokens enable row level security;
revoke all on private.application_tokens from anon, authenticated;
grant select, insert, delete on private.application_tokens to service_role;

-- A guest may stop the mails of an application; somebody with an account stops all of them.
alter table public.applications add column wants_mails boolean not null default true;
alter table public.message_settings add column application_mails boolean not null default true;
grant insert (application_mails), update (application_mails) on public.message_settings to authenticated;

-- The answers as they are kept: [{ question, answer, meets }].
create function private.answers_to(questions jsonb, given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  each jsonb;
  answer text;
  kept jsonb := '[]';
begin
  -- Somebody answered what no longer stands there.
  if exists (select from jsonb_object_keys(given) as asked
    where not exists (select from jsonb_array_elements(questions) as q where q ->> 'question' = asked))
  then perform private.refuse('questions_changed'); end if;
  for each in select value from jsonb_array_elements(questions) loop
    answer := nullif(private.trimmed(given ->> (each ->> 'question')), '');
    if answer is null then
      if (each ->> 'needed')::boolean then perform private.refuse('answer_needed'); end if;
      continue;
    end if;
    if char_length(answer) > 1000
      or each ->> 'kind' = 'yes-no' and answer not in ('Yes', 'No')
      or each ->> 'kind' = 'choice' and not (each -> 'options') ? answer
    then perform private.refuse('questions_changed'); end if;
    kept := kept || jsonb_build_array(jsonb_build_object('question', each ->> 'question', 'answer', answer,
      'meets', jsonb_array_length(each -> 'wanted') = 0 or (each -> 'wanted') ? answer));
  end loop;
  return kept;
end $$;

-- Writes an application to a posting that takes them here. What was given: name, email, phone, place, note,
-- answers.
create function private.write_application(job uuid, person uuid, given jsonb, resume uuid, sent_profile jsonb,
  first_state text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  posting record;
  kept jsonb;
  written uuid;
begin
  select j.id, j.title, j.company, j.company_id, j.questions into posting
    from public.jobs as j
    where j.id = job and j.applies_here and exists (select from private.live_jobs as l where l.id = j.id)
    for share;
  if not found then perform private.refuse('job_takes_none'); end if;
  if resume is null and sent_profile is null then perform private.refuse('resume_needed'); end if;
  kept := private.answers_to(posting.questions, coalesce(given -> 'answers', '{}'));
  insert into public.applications (job_id, job_title, company_id, company_name, applicant_id, name, email, phone,
      place, note, profile, answers, meets_needs, resume_id, state)
    values (posting.id, posting.title, posting.company_id, posting.company, person, given ->> 'name',
      lower(given ->> 'email'), nullif(given ->> 'phone', ''), nullif(given ->> 'place', ''),
      coalesce(given ->> 'note', ''), sent_profile, kept,
      not exists (select from jsonb_array_elements(kept) as a where not (a -> 'meets')::boolean), resume, first_state)
    returning id into written;
  return written;
end $$;

-- Notes what happened and writes to the applicant about it.
create function private.tell_applicant(application uuid, what text, new_state text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  event bigint;
begin
  insert into public.application_events (application_id, kind, state) values (application, what, new_state)
    returning id into event;
  perform queue.add('application-mail', json_build_object('applicationId', application, 'eventId', event));
end $$;
revoke execute on function private.answers_to(jsonb, jsonb),
  private.write_application(uuid, uuid, jsonb, uuid, jsonb, text), private.tell_applicant(uuid, text, text) from public;

-- What somebody sent as a guest belongs to the account that has proved the same address.
create function private.claim_applications(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text;
begin
  if not auth.has_proved_mailbox(person) then return; end if;
  select lower(u.email) into address from auth.users as u where u.id = person;
  with claimed as (
    update public.applications as a set applicant_id = person
      where a.email = address and a.applicant_id is null and a.state <> 'unconfirmed' and a.leaves_at is null
        and not exists (select from public.applications as own
          where own.applicant_id = person and own.job_id = a.job_id)
      returning a.resume_id
  )
  update public.resumes as r set user_id = person
    from claimed where r.id = claimed.resume_id and r.user_id is null;
end $$;
revoke execute on function private.claim_applications(uuid) from public;
create index applications_of_guests on public.applications (email) where applicant_id is null;

-- The caller applies. Once for a posting, thirty times a day.
create function private.apply_for_job(job uuid, given jsonb, with_profile boolean, with_resume boolean)
returns table (application_id uuid, is_repeat boolean)
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  address text;
  resume uuid;
  sent jsonb;
begin
  if person is null then perform private.refuse('no_authorization'); end if;
  if not auth.has_proved_mailbox(person) then perform private.refuse('confirm_address_first'); end if;
  perform pg_advisory_xact_lock(hashtextextended('applications of ' || person, 0));
  perform private.claim_applications(person);
  select lower(u.email) into address from auth.users as u where u.id = person;
  return query select a.id, true from public.applications as a
    where a.job_id = job and (a.applicant_id = person or a.email = address and a.state <> 'unconfirmed');
  if found then return; end if;
  if (select count(*) from public.applications as a
    where a.applicant_id = person and a.applied_at > now() - interval '1 day') >= 30
  then perform private.refuse('too_many_applications'); end if;
  if with_resume then
    select r.id into resume from public.resumes as r where r.user_id = person and r.is_current for share;
  end if;
  if with_profile then sent := private.profile_as_sent(person); end if;
  application_id := private.write_application(job, person, given || jsonb_build_object('email', address), resume,
    sent, 'new');
  is_repeat := false;
  perform private.tell_applicant(application_id, 'applied', 'new');
  return next;
end $$;
revoke execute on function private.apply_for_job(uuid, jsonb, boolean, boolean) from public, anon;
grant execute on function private.apply_for_job(uuid, jsonb, boolean, boolean) to authenticated;

-- A guest's, which counts once its address is confirmed. Whether the address has applied before is said in
-- the mail alone.
create function private.apply_as_guest(job uuid, given jsonb, resume uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  written uuid := private.write_application(job, null, given, resume, null, 'unconfirmed');
begin
  perform queue.add('application-confirm', json_build_object('applicationId', written));
  return written;
end $$;
revoke execute on function private.apply_as_guest(uuid, jsonb, uuid) from public, anon;
grant execute on function private.apply_as_guest(uuid, jsonb, uuid) to service_role;

create function private.withdraw(application uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.applications as a set state = 'withdrawn', state_at = now()
    where a.id = application and a.state in ('new', 'review', 'interview', 'offer');
  if not found then return false; end if;
  perform private.tell_applicant(application, 'withdrawn', 'withdrawn');
  return true;
end $$;

create function private.kept_for() returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(days => greatest(coalesce(private.setting('applications_kept_days')::int, 30), 0))
$$;

-- Takes applications from their applicant at once, and from the company when it has had the time to keep
-- what it must by law. The company hears of it.
create function private.take_back(which uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone uuid[];
begin
  delete from public.applications where id = any (which) and state = 'unconfirmed';
  with leaving as (
    update public.applications as a set leaves_at = now() + private.kept_for(),
        state = case when a.state in ('new', 'review', 'interview', 'offer') then 'withdrawn' else a.state end,
        state_at = now()
      where a.id = any (which) and a.leaves_at is null
      returning a.id
  )
  select array_agg(id) into gone from leaving;
  perform queue.add('application-leaving',
      json_build_object('companyId', a.company_id, 'applicationIds', json_agg(a.id)))
    from public.applications as a where a.id = any (gone) group by a.company_id;
  delete from private.application_tokens where application_id = any (which);
end $$;
revoke execute on function private.withdraw(uuid), private.take_back(uuid[]), private.kept_for() from public;

-- By its applicant.
create function public.withdraw_application(application uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  select private.withdraw(a.id) from public.applications as a
    where a.id = application and a.applicant_id = auth.uid() and a.leaves_at is null
$$;
create function public.delete_application(application uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  own uuid[] := array(select a.id from public.applications as a
    where a.id = application and a.applicant_id = auth.uid() and a.leaves_at is null);
begin
  perform private.take_back(own);
  return cardinality(own) > 0;
end $$;

-- All of the caller's, as they may know it: what the company notes for itself is not in it.
create function public.own_applications() returns table (
  id uuid, job_id uuid, job_title text, company_name text, state text, state_at timestamptz,
  applied_at timestamptz, answered_at timestamptz, looked_at timestamptz, is_silent boolean, is_closed boolean,
  note text, answers jsonb, profile jsonb, resume_id uuid, file_name text, usual_days integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
begin
  if person is null then return; end if;
  perform private.claim_applications(person);
  return query
    select a.id, a.job_id, a.job_title, a.company_name, a.state, a.state_at, a.applied_at, a.answered_at,
      a.looked_at, a.silence_told_at is not null and a.answered_at is null,
      not exists (select from private.live_jobs as l where l.id = a.job_id),
      a.note, (select coalesce(jsonb_agg(e - 'meets'), '[]') from jsonb_array_elements(a.answers) as e), a.profile,
      a.resume_id, r.file_name, private.usual_days(a.company_id)
    from public.applications as a left join public.resumes as r on r.id = a.resume_id
    where a.applicant_id = person and a.leaves_at is null
    order by a.applied_at desc, a.id desc limit 500;
end $$;

-- After how many days a company usually answers, where that is counted.
create function private.usual_days(company uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  days integer;
begin
  if to_regprocedure('public.company_answers(uuid)') is null then return null; end if;
  execute 'select usual_days from public.company_answers($1)' into days using company;
  return days;
end $$;
revoke execute on function private.usual_days(uuid), public.withdraw_application(uuid),
  public.delete_application(uuid), public.own_applications() from public, anon;
grant execute on function private.usual_days(uuid) to service_role;
grant execute on function public.withdraw_application(uuid), public.delete_application(uuid),
  public.own_applications() to authenticated;

-- By the link of a mail. Says what it is about, and does what is asked: confirm, withdraw, delete, quiet.
create function private.application_by_link(hash text, act text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  it public.applications;
  done text;
begin
  select a.* into it
    from private.application_tokens as t join public.applications as a on a.id = t.application_id
    where t.token_hash = hash and a.leaves_at is null and case a.state
      when 'unconfirmed' then a.applied_at > now() - interval '1 day'
      else t.created_at > now() - interval '1 year' end
    for update of a;
  if not found then return null; end if;
  if act = 'confirm' and it.state = 'unconfirmed' then
    if not exists (select from private.live_jobs as l where l.id = it.job_id) then
      done := 'closed';
    else
      begin
        update public.applications set state = 'new', state_at = now(), applied_at = now() where id = it.id;
        perform private.tell_applicant(it.id, 'applied', 'new');
        done := 'confirmed';
      exception when unique_violation then done := 'before';
      end;
    end if;
  elsif act = 'withdraw' then
    if private.withdraw(it.id) then done := 'withdrawn'; end if;
  elsif act = 'delete' then
    perform private.take_back(array[it.id]);
    done := 'deleted';
  elsif act = 'quiet' then
    update public.applications set wants_mails = false where id = it.id;
    insert into public.message_settings (user_id, application_mails)
      select it.applicant_id, false where it.applicant_id is not null
      on conflict (user_id) do update set application_mails = false;
    done := 'quiet';
  end if;
  return jsonb_build_object('done', done, 'title', it.job_title, 'company', it.company_name, 'job_id', it.job_id,
    'state', coalesce((select a.state from public.applications as a where a.id = it.id), it.state),
    'applied_at', it.applied_at, 'looked_at', it.looked_at, 'answered_at', it.answered_at,
    'name', it.name, 'email', it.email, 'phone', it.phone, 'place', it.place, 'note', it.note,
    'answers', (select coalesce(jsonb_agg(e - 'meets'), '[]') from jsonb_array_elements(it.answers) as e),
    'file_name', (select r.file_name from public.resumes as r where r.id = it.resume_id),
    'usual_days', private.usual_days(it.company_id),
    'has_account', it.applicant_id is not null);
end $$;
revoke execute on function private.application_by_link(text, text) from public, anon, authenticated;
grant execute on function private.application_by_link(text, text) to service_role;

-- Who leaves takes their applications along: from themselves at once, from companies after the time to keep.
create function private.leave_applications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.claim_applications(old.id);
  perform private.take_back(array(select a.id from public.applications as a where a.applicant_id = old.id));
  update public.resumes as r set user_id = null, is_current = false
    where r.user_id = old.id and exists (select from public.applications as a where a.resume_id = r.id);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger leave_applications before delete on auth.users
  for each row execute function private.leave_applications();
create trigger before_5_leave_applications before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.leave_applications();

-- What nobody has confirmed within a day, and what has been left for long enough.
create function private.clean_applications() returns void
language sql security definer set search_path = '' as $$
  delete from public.applications where state = 'unconfirmed' and applied_at < now() - interval '1 day';
  delete from public.applications where leaves_at <= now();
  delete from private.application_tokens where created_at < now() - interval '1 year';
$$;
revoke execute on function private.clean_applications() from public;
grant execute on function private.clean_applications() to service_role;
