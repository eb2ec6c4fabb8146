-- Somebody who applied as a guest opens the link of that mail while they apply with an account of the same address: the
-- second one was a fault of ours, and is the same application.

create or replace function private.apply_for_job(job uuid, given jsonb, with_profile boolean, with_resume boolean)
returns table(application_id uuid, is_repeat boolean)
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
  begin
    application_id := private.write_application(job, person, given || jsonb_build_object('email', address), resume,
      sent, 'new');
  exception when unique_violation then
    -- The link of a mail has confirmed one of the same address at this moment.
    return query select a.id, true from public.applications as a
      where a.job_id = job and a.leaves_at is null and a.email = address and a.state <> 'unconfirmed';
    if not found then raise; end if;
    return;
  end;
  is_repeat := false;
  perform private.tell_applicant(application_id, 'applied', 'new');
  return next;
end $$;
