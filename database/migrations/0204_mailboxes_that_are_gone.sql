-- A mailbox that is gone was sent every alert and every newsletter for as long as the site stood. A mail server that
-- is told of it again and again takes the sender for one of unwanted mail, and then keeps others from their mails.
-- Decision 193.

-- What a server says of a mailbox that is not there (RFC 3463), and not of what was in the mail or of who sent it.
create function private.says_no_mailbox(said text) returns boolean
language sql immutable set search_path = '' as $$
  select said ~ '\m5\.(1\.\d|2\.1)' or said !~ '\m5\.\d+\.\d'
    and said ~* '(no such|unknown|invalid|disabled|inactive) (user|mailbox|recipient|address)|(user|mailbox|recipient|address|account)[^.]{0,40}(unknown|not exist|not found|disabled)|have an? [^ ]+ account'
$$;

-- By the newest three mails of the last thirty days: one that arrives ends it, and a month later it is tried anew.
create function private.is_gone_mailbox(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) = 3 and bool_and(newest.state = 'bounced' and private.says_no_mailbox(newest.said))
    from (select m.state, m.said from staff.mails as m where m.recipient = address order by m.at desc, m.id desc limit 3) as newest
$$;
grant execute on function private.is_gone_mailbox(text) to service_role;

create or replace function private.begin_digest(alert uuid) returns table (address text, person uuid, kind text, search text,
  rhythm text, search_id bigint, going_to bigint, found uuid[])
language plpgsql security definer set search_path = '' as $$
declare
  own public.alerts;
  receiver text;
begin
  update public.alerts as a set going_to = coalesce(a.going_to, private.last_round())
    where a.id = alert and a.claimed_at is not null and a.is_on and a.confirmed_at is not null returning a.* into own;
  if own.id is null then return; end if;
  receiver := coalesce(own.email, (select u.email from private.accounts as u where u.id = own.user_id
    and auth.has_proved_mailbox(u.id)));
  if receiver is null or private.is_blocked_address(lower(receiver)) or private.is_gone_mailbox(lower(receiver))
    or own.user_id in (select private.banned_people())
    or own.kind = 'people' and not private.may_see_candidates(own.user_id)
  then
    perform private.end_digest(alert, own.going_to, false);
    return;
  end if;
  return query select receiver, own.user_id, own.kind, own.address, own.rhythm, own.search_id, own.going_to,
    array(select m.subject_id from private.search_matches as m
      where m.search_id = own.search_id and m.round > own.told_up_to and m.round <= own.going_to
      order by m.round desc, m.subject_id limit 500);
end $$;

-- True where the server said that there is no such mailbox, false where it refused for another reason; null where it
-- was not asked, because the mailbox is gone.
alter table public.newsletter_deliveries add column mailbox_is_gone boolean;

-- By the last three editions for which the server was asked; it is asked again half a year later.
create function private.is_gone_subscriber(subscriber uuid) returns boolean
language sql stable set search_path = '' as $$
  select count(*) = 3 and bool_and(coalesce(tried.mailbox_is_gone, false)) and max(tried.refused_at) > now() - interval '180 days'
    from (select d.mailbox_is_gone, d.refused_at from public.newsletter_deliveries as d
      where d.subscriber_id = subscriber and d.sent_at is not null and (d.refused_at is null or d.mailbox_is_gone is not null)
      order by d.sent_at desc limit 3) as tried
$$;
grant execute on function private.is_gone_subscriber(uuid), private.says_no_mailbox(text) to service_role;

-- One mailbox that was full, or a server that asked to come again, was an alarm for as long as its mail was tried: forty
-- hours. An alarm is said once, so a mail server that failed meanwhile was none. Now a mail counts where nothing went out
-- since it was asked for; and where five wait, which are more than a fifth of a day's, as when one large provider takes none.
create or replace function staff.find_queue_trouble(lanes jsonb) returns table (kind text, about text, facts jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with jobs as (
    select l.lane, l."isMail" as is_mail, j.* from jsonb_to_recordset(lanes) as l (lane text, tasks text[], "isMail" boolean)
      join graphile_worker.jobs as j on j.task_identifier = any (l.tasks)
  ), failed as (
    select j.created_at,
      j.created_at > coalesce((select max(m.at) from staff.mails as m where m.state = 'sent'), '-infinity')
        -- Newsletters are in no record of mails, and have their own.
        and not exists (select from graphile_worker._private_jobs as p
          join public.newsletter_deliveries as d on d.edition_id = (p.payload ->> 'editionId')::uuid
          where p.id = j.id and j.task_identifier = 'newsletter-edition' and d.sent_at > j.created_at) as is_since
    from jobs as j where j.is_mail and j.last_error is not null
      and (j.attempts < j.max_attempts or j.updated_at > now() - interval '1 day')
  )
  -- Something is due for long, and nothing of its lane was begun since.
  select 'queue', due.lane, jsonb_build_object('waiting', count(*), 'since', min(due.run_at))
  from jobs as due
  where due.locked_at is null and due.run_at < now() - interval '10 minutes' and due.attempts < due.max_attempts
    and not exists (select from jobs as busy where busy.lane = due.lane and busy.locked_at > now() - interval '10 minutes')
  group by due.lane
  union all
  select 'mail', '', jsonb_build_object('waiting', count(*), 'since', min(f.created_at))
  from failed as f
  having count(*) filter (where f.is_since) >= 5
    or min(f.created_at) filter (where f.is_since) < now() - interval '5 minutes'
    or count(*) >= 5 and count(*) * 4 > (select count(*) from (select from staff.mails as m
      where m.at > now() - interval '1 day' limit 20000) as day)
  union all
  -- What is refused for good is not tried again, so nothing waits: as when nobody takes mails of this sender.
  select 'refused', '', jsonb_build_object('refused', count(*) filter (where newest.state = 'bounced'), 'of', count(*))
  from (select m.state from staff.mails as m where m.at > now() - interval '1 day'
    and m.said is distinct from 'This is a demo address.' order by m.at desc, m.id desc limit 20) as newest
  having count(*) >= 10 and count(*) filter (where newest.state = 'bounced') * 2 > count(*);
end;
$$;

create or replace function staff.look_for_alarms(lanes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if staff.takes_look('state', interval '10 seconds') then
    perform staff.write_alarms(array['report', 'events', 'queue', 'mail', 'refused'], coalesce(jsonb_agg(to_jsonb(f)), '[]'))
    from (
      select 'report' as kind, r.about, jsonb_build_object('reports', r.reports) as facts
        from private.waiting_reports as r
      union all
      select 'events', '', jsonb_build_object('waiting', count(*)) from public.billing_events
        where handled_at is null and received_at < now() - interval '15 minutes' having count(*) > 0
      union all
      select q.kind, q.about, q.facts from staff.find_queue_trouble(lanes) as q
    ) as f;
  end if;
  -- Every account is looked at, so less often.
  if staff.takes_look('surge', interval '2 minutes') then
    perform staff.write_alarms(array['surge'], coalesce(jsonb_agg(to_jsonb(f)), '[]'))
    from staff.find_surges() as f;
  end if;
end
$$;
