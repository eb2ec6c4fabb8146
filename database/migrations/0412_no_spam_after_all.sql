-- A mail about a new state waits a minute, and whoever marked the application as spam meanwhile took it from the queue; of one that was
-- moved while it was marked none was written. Without the mark nobody was told after all, although the application counts as answered.
create or replace function public.mark_application_spam(application uuid, is_spam boolean)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.applications;
begin
  if not private.own_side_of(application, 'recruiter') then
    raise exception using errcode = 'PT404', message = 'This application is not one of yours.';
  end if;
  select a.* into before from public.applications as a where a.id = application for update;
  update public.applications as a set spam_at = case when is_spam then coalesce(a.spam_at, now()) end
    where a.id = application;
  if is_spam then
    perform private.drop_from_queue('application state ' || application);
  elsif before.spam_at is not null and before.state <> 'new' then
    perform queue.add('application-mail', json_build_object('applicationId', application, 'eventId', untold.id),
        'application state ' || application, now() + interval '1 minute')
      from (select e.id from public.application_events as e
        where e.application_id = application and e.kind = 'state' and e.state = before.state
          and e.at > before.spam_at - interval '1 minute'
        order by e.id desc limit 1) as untold;
  end if;
end $$;
