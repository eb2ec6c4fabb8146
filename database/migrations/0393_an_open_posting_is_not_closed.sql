-- A posting that is reopened clears its first applications at once and the others through the queue. Those still waiting for
-- their turn are not told that it is closed.
create or replace function private.tell_closed(many integer) returns integer
language sql security definer set search_path = '' as $$
  with told as (
    update public.applications as a set closing_since = null
      where a.id in (select w.id from public.applications as w
          where w.closing_since < now() - interval '9 minutes'
          order by w.closing_since, w.id limit many for update skip locked)
      returning a.id, a.state in ('new', 'review', 'interview', 'offer') and a.leaves_at is null
        and not exists (select from public.jobs as j
          where j.id = a.job_id and j.is_active and j.filled_at is null and not j.is_past) as waits
  ), said as (
    insert into public.application_events (application_id, kind) select id, 'closed' from told where waits
      returning id, application_id
  ), asked as (
    select queue.add('application-mail', json_build_object('applicationId', application_id, 'eventId', id)) from said
  )
  select (select count(*) from told)::integer + 0 * (select count(*) from asked)::integer
$$;
