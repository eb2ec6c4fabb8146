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
