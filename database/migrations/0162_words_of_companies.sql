-- What a company says to an applicant is also where the applicant looks: whoever has ended the emails, or whose mail was lost,
-- had only "Declined", or nothing. Its words with a decision stand beside the application, and by the link of a guest's
-- mail its letters too.

drop function public.own_applications();
create function public.own_applications() returns table (
  id uuid, job_id uuid, job_title text, company_name text, state text, state_at timestamptz,
  applied_at timestamptz, answered_at timestamptz, looked_at timestamptz, is_silent boolean, is_closed boolean,
  note text, answers jsonb, profile jsonb, resume_id uuid, file_name text, usual_days integer, said text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
begin
  if person is null then return; end if;
  perform private.claim_applications(person);
  return query
    with own as materialized (
      select a.* from public.applications as a where a.applicant_id = person and a.leaves_at is null
        order by a.applied_at desc, a.id desc limit 500
    ), answering as materialized (
      select c.company_id, private.usual_days(c.company_id) as days from (select distinct o.company_id from own as o) as c
    )
    select a.id, a.job_id, a.job_title, a.company_name, a.state, a.state_at, a.applied_at, a.answered_at,
      a.looked_at, a.silence_told_at is not null and a.answered_at is null,
      not exists (select from private.live_jobs as l where l.id = a.job_id),
      a.note, (select coalesce(jsonb_agg(e - 'meets'), '[]') from jsonb_array_elements(a.answers) as e), a.profile,
      a.resume_id, r.file_name, f.days,
      (select e.words from public.application_events as e
        where e.application_id = a.id and e.kind = 'state' and e.state = a.state
        order by e.at desc, e.id desc limit 1)
    from own as a join answering as f on f.company_id = a.company_id
    left join public.resumes as r on r.id = a.resume_id
    order by a.applied_at desc, a.id desc;
end $$;
revoke execute on function public.own_applications() from public, anon;
grant execute on function public.own_applications() to authenticated;

create or replace function private.application_by_link(hash text, act text) returns jsonb
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
    elsif private.deleted_twice(it.job_id, it.applicant_id, it.email) then
      done := 'twice';
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
    'said', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'words', e.words) order by e.id), '[]')
      from public.application_events as e
      where e.application_id = it.id and e.words is not null and (e.kind = 'message' or e.state = it.state)),
    'has_account', it.applicant_id is not null);
end $$;

-- One application is all that somebody has: it goes with the resume and the profile that they looked at, or not yet.
create or replace function private.apply_for_job(job uuid, given jsonb, with_profile boolean, with_resume boolean)
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
    where a.job_id = job and a.leaves_at is null
      and (a.applicant_id = person or a.email = address and a.state <> 'unconfirmed');
  if found then return; end if;
  if private.deleted_twice(job, person, address) then perform private.refuse('deleted_twice'); end if;
  if (select count(*) from public.applications as a
    where a.applicant_id = person and a.applied_at > now() - interval '1 day') >= 30
  then perform private.refuse('too_many_applications'); end if;
  if with_resume then
    select r.id into resume from public.resumes as r where r.user_id = person and r.is_current for share;
  end if;
  if with_profile then sent := private.profile_as_sent(person); end if;
  -- What the page showed, and another tab has taken away or replaced since.
  if given ? 'seenResume' and resume is distinct from (given ->> 'seenResume')::uuid
    or given ? 'seenProfile' and sent is null
  then perform private.refuse('papers_changed'); end if;
  application_id := private.write_application(job, person, given || jsonb_build_object('email', address), resume,
    sent, 'new');
  is_repeat := false;
  perform private.tell_applicant(application_id, 'applied', 'new');
  return next;
end $$;
