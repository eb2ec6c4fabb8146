-- The digest counted what was reported and what is held back by other rules than Today, to which it leads: an appeal against a hiding
-- that nobody had reported was “a job held back” in the mail and an appeal on the screen. And it counted what is about its reader, who
-- finds nothing there.
create or replace function staff.digest_for(person uuid)
 returns table(email text, role text, waits jsonb, figures jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  yesterday date := timezone('UTC', now())::date - 1;
begin
  return query select w.email, w.role,
    case when w.role = 'viewer' then '{}'::jsonb else jsonb_build_object(
      'reports', (select count(*) from staff.cases as c where c.state in ('waiting', 'answered', 'appealed')
        and c.held_for = '{}' and not staff.is_side_of(c, w.id)),
      'held', (select count(*) from staff.cases as c where c.state in ('waiting', 'answered', 'appealed')
        and c.held_for <> '{}' and not staff.is_side_of(c, w.id)),
      'claims', (select count(*) from staff.company_cases as k where k.decided_at is null and not exists (
        select from public.company_members as own
          where own.user_id = w.id and own.company_id in (k.company_id, k.holder_id))),
      'helps', (select count(*) from staff.factor_helps as h where h.user_id <> w.id and case when h.asked_by <> w.id
        then h.told_at + h.waits <= now() else h.told_at + h.waits * 3 <= now() and staff.is_alone(w.id) end),
      'disowned', (select count(*) from register.awards as a
        where a.disowned_at is not null and a.erased_at is null and a.state <> 'revoked'),
      'alarms', (select count(*) from staff.alarms as a where a.over_at is null and a.kind <> 'report'),
      'tasks', (select count(*) from graphile_worker.jobs as j where j.last_error is not null)) end,
    jsonb_build_object(
      'views', (select coalesce(sum(views), 0) from public.page_views where day = yesterday),
      'signUps', (select count(*) from private.accounts as a where a.created_at > now() - interval '1 day'),
      'jobs', (select count(*) from public.jobs as j where j.created_at > now() - interval '1 day'),
      'applyClicks', (select coalesce(sum(a.apply_clicks), 0) from public.job_activity as a where a.day = yesterday),
      'conversations', (select count(*) from public.conversations as c where c.started_at > now() - interval '1 day'),
      'messages', (select count(*) from public.messages as m where m.created_at > now() - interval '1 day'),
      'revenue', (select coalesce(sum(f.value), 0) from staff.figures as f where f.name = 'revenue' and f.day = yesterday),
      'subscribers', (select count(*) from public.newsletter_subscribers as s
        where s.confirmed_at > now() - interval '1 day'),
      'left', (select count(*) from private.closed_accounts as c where c.closed_at > now() - interval '1 day'),
      'memberships', (select coalesce(sum(f.value), 0) from staff.figures as f
        where f.name = 'memberships' and f.day = (select max(day) from staff.figures where name = 'memberships')))
  from staff.who_hears() as w where w.id = person and w.hears_digest;
end
$$;
