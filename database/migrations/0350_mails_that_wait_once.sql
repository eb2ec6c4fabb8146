-- Who hears of applications at once hears five minutes after the first of them. Each that came meanwhile began the five
-- minutes anew: where they came one after the other, nobody heard of any.

create function queue.add_once(task text, payload json, key text, run_at timestamptz) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  -- One that waits keeps its time.
  perform graphile_worker.add_job(task, payload, job_key => key, run_at => run_at, max_attempts => 16,
    job_key_mode => 'preserve_run_at');
end $$;
grant execute on function queue.add_once(text, json, text, timestamptz) to service_role;

create or replace function private.announce_application() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add_once('recruiter-mail', json_build_object('userId', m.user_id),
      'recruiter mail ' || m.user_id, now() + interval '5 minutes')
    from public.company_members as m join public.application_mail_settings as s on s.user_id = m.user_id
    where m.company_id = new.company_id and m.role in ('admin', 'recruiter') and s.mails = 'at-once';
  return null;
end $$;

create or replace function private.tell_silent(many integer) returns integer
language sql security definer set search_path = '' as $$
  with told as (
    update public.applications as a set silence_told_at = now()
      where a.id in (select w.id from public.applications as w
        where w.answered_at is null and w.silence_told_at is null and w.state in ('new', 'review')
          and w.applied_at < now() - interval '14 days' and w.leaves_at is null
        order by w.applied_at, w.id limit many for update skip locked)
      returning a.id, a.company_id, a.applicant_id, a.spam_at
  ), said as (
    insert into public.application_events (application_id, kind) select id, 'silent' from told returning id, application_id
  ), asked as (
    select queue.add('application-mail', json_build_object('applicationId', application_id, 'eventId', id)) from said
  ), hurried as (
    select queue.add_once('recruiter-mail', json_build_object('userId', m.user_id),
        'recruiter mail ' || m.user_id, now() + interval '5 minutes')
      from public.company_members as m join public.application_mail_settings as s on s.user_id = m.user_id
      where m.role in ('admin', 'recruiter') and s.mails = 'at-once' and exists (select from told
        where told.company_id = m.company_id and told.spam_at is null and told.applicant_id is distinct from m.user_id)
  )
  select (select count(*) from told)::integer + 0 * (select count(*) from asked)::integer
    + 0 * (select count(*) from hurried)::integer
$$;
