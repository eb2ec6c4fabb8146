-- Whoever typed a dozen addresses that are nobody's raised the alarm that mail servers refuse us. Decision 91.
-- And the last numbers of our own address are no answer of a mail server: from 192.5.1.2 each "is blocked" meant that the
-- mailbox is gone.
create or replace function private.says_no_mailbox(said text) returns boolean
language sql immutable set search_path = '' as $$
  select said ~ '(^|[^\d.])5\.(1\.(1|2|3|6|10)|2\.1)(?!\.?\d)' or said !~ '\m5\.\d+\.\d' and said !~* '\msender'
    and said ~* '(no such|unknown|invalid|disabled|inactive) (user|mailbox|recipient|address)|(user|mailbox|recipient|address|account)[^.]{0,40}(unknown|not exist|not found|disabled)|have an? [^ ]+ account'
$$;

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
  -- A mailbox that is not there says nothing of the sender: anybody may type a dozen of them.
  from (select late.state from (select m.state, m.said, m.at, m.id from staff.mails as m
      where m.at > now() - interval '1 day' and m.said is distinct from 'This is a demo address.'
      order by m.at desc, m.id desc limit 200) as late
    where late.state = 'sent' or not coalesce(private.says_no_mailbox(late.said), false)
    order by late.at desc, late.id desc limit 20) as newest
  having count(*) >= 10 and count(*) filter (where newest.state = 'bounced') * 2 > count(*);
end;
$$;
