-- Who applied could call themselves as this site is called: in the list of a company stood an application of our own, with
-- a note that asked for whatever its writer liked.
create or replace function private.write_application(job uuid, person uuid, given jsonb, resume uuid, sent_profile jsonb, first_state text)
returns uuid
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
  -- A recruiter believes what we say of their postings and their account.
  if private.calls_itself_us(given ->> 'name') then perform private.refuse('own_name'); end if;
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
