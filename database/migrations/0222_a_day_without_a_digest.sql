-- The mail about new applications was looked for in its hour alone: a restart at that minute, or the night that skips the hour,
-- cost a day. It is due from its hour on, for six hours, for what had come by then.

create or replace function private.digests_due(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct m.user_id
  from public.company_members as m
  left join public.application_mail_settings as s on s.user_id = m.user_id
  left join private.application_digests as d on d.user_id = m.user_id
  cross join lateral (select coalesce(d.told_up_to, m.joined_at) as since, coalesce(s.hour, 8) as hour,
    coalesce(s.time_zone, 'America/New_York') as zone) as known
  cross join lateral (select max(one.at) as at from (values (0), (1)) as days (ago), lateral (select
    ((moment at time zone known.zone)::date - days.ago + make_interval(hours => known.hour)) at time zone known.zone as at) as one
    where one.at <= moment) as due
  -- What came within the hour goes along.
  cross join lateral (select least(due.at + interval '1 hour', moment) as up_to) as until
  where m.role in ('admin', 'recruiter') and coalesce(s.mails, 'digest') = 'digest'
    and due.at > moment - interval '6 hours'
    -- Also where the one before came late, or the hour was changed.
    and (d.sent_at is null or d.sent_at < due.at - interval '8 hours')
    and m.user_id not in (select private.banned_people())
    and (exists (select from public.applications as a where a.company_id = m.company_id
        and a.applicant_id is distinct from m.user_id and a.spam_at is null
        and a.state <> 'unconfirmed' and a.applied_at > known.since and a.applied_at <= until.up_to)
      or exists (select from public.applications as a where a.company_id = m.company_id
        and a.applicant_id is distinct from m.user_id and a.spam_at is null
        and a.silence_told_at > known.since and a.silence_told_at <= until.up_to and a.answered_at is null))
$$;
