-- What waits for somebody's yes is anybody's words. It keeps nobody out: it counts towards nothing, the newest for the same
-- search stands, and it is soon forgotten. Decision 104.

-- For how long a request and the link to it stand.
create function private.alert_patience() returns interval
language sql immutable parallel safe set search_path = '' as $$ select interval '2 days' $$;

create or replace function private.alert_token(token text) returns private.alert_tokens
language sql stable security definer set search_path = '' as $$
  select t from private.alert_tokens as t where t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and (t.email is null or t.created_at > now() - private.alert_patience())
$$;

-- Of a visitor: it counts once the owner of the mailbox has said so. Answers whether the client may ask at all, and
-- nothing about the address.
create or replace function public.ask_for_alert(
  mailbox text, consent_version integer, conditions jsonb default '{}', address text default '',
  rhythm text default 'daily', weekday integer default 1, hour integer default 8,
  time_zone text default 'America/New_York'
) returns boolean language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  client text := coalesce(nullif(current_setting('request.headers', true), '')::json ->> 'x-client-address', '');
  receiver text := lower(btrim(mailbox));
  consent text := (select c.text from private.alert_consents as c where c.version = consent_version);
  search bigint;
begin
  if consent is null then
    raise exception using errcode = '22023', message = 'These are not the words of the form. Load the page again.';
  end if;
  if not public.take_newsletter_try('alerts of client ' || client, 10, interval '1 hour')
    or not public.take_newsletter_try('alerts of client ' || client || ' for ' || receiver, 10, interval '1 day')
  then
    return false;
  end if;
  search := private.keep_search('jobs', conditions);
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || receiver, 0));
  -- Anew and not changed, so that a yes to what a page showed is none to what came since.
  delete from public.alerts as a where a.email = receiver and a.search_id = search and a.confirmed_at is null;
  insert into public.alerts (email, kind, address, search_id, rhythm, weekday, hour, time_zone, consent_text)
    values (receiver, 'jobs', coalesce(address, ''), search, rhythm, weekday, hour, time_zone, consent)
    on conflict on constraint alerts_once_for_address do nothing;
  delete from public.alerts as a where a.id in (
    select w.id from public.alerts as w where w.email = receiver and w.confirmed_at is null
    order by w.created_at desc, w.id offset 50);
  -- Whoever types the addresses of others gets them one mail a day at most, in which nothing of theirs stands.
  if exists (select from public.alerts as a where a.email = receiver and a.confirmed_at is null)
    and not private.is_blocked_address(receiver)
    and public.take_newsletter_try('alerts of address ' || receiver, 1, interval '1 day')
  then
    perform queue.add('alert-confirm-mail', json_build_object('email', receiver), 'alert confirm ' || receiver);
  end if;
  return true;
end $$;

create or replace function public.read_alert_link(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known private.alert_tokens;
  own public.alerts;
begin
  known := private.alert_token(token);
  if known.token_hash is null then return null; end if;
  select a.* into own from public.alerts as a where a.id = known.alert_id;
  return (select jsonb_build_object('purpose', case when known.email is null then 'stop' else 'confirm' end,
      'isAccount', own.user_id is not null,
      'alerts', coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'address', a.address,
        'rhythm', a.rhythm, 'weekday', a.weekday, 'hour', a.hour, 'timeZone', a.time_zone,
        'isOn', a.is_on, 'isThis', a.id is not distinct from own.id) order by a.created_at desc, a.id), '[]'))
    from public.alerts as a
    where case when known.email is not null
        then a.email = known.email and a.confirmed_at is null and a.created_at > now() - private.alert_patience()
      when own.user_id is not null then a.id = own.id
      else a.email = own.email and a.confirmed_at is not null end);
end $$;

-- Those alone that the page showed. Answers 'confirmed', also when pressed twice; 'full' where ten count already and some
-- go on waiting; 'gone' for a link that is none, and for what nobody asks for any more.
drop function public.confirm_alerts(text, uuid[]);
create function public.confirm_alerts(token text, chosen uuid[]) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  mailbox text := (private.alert_token(token)).email;
  asked integer;
  said integer;
begin
  if mailbox is null then return 'gone'; end if;
  -- Two presses at once would make an eleventh.
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || mailbox, 0));
  select count(*) into asked from public.alerts as a where a.email = mailbox and a.id = any (chosen[1:50])
    and (a.confirmed_at is not null or a.created_at > now() - private.alert_patience());
  if asked = 0 then return 'gone'; end if;
  update public.alerts as a set confirmed_at = now() where a.id in (
    select w.id from public.alerts as w
    where w.email = mailbox and w.confirmed_at is null and w.id = any (chosen[1:50])
      and w.created_at > now() - private.alert_patience()
    order by w.created_at desc, w.id
    limit greatest(10 - (select count(*) from public.alerts as c where c.email = mailbox and c.confirmed_at is not null), 0));
  select count(*) into said from public.alerts as a
    where a.email = mailbox and a.id = any (chosen[1:50]) and a.confirmed_at is not null;
  return case when said < asked then 'full' else 'confirmed' end;
end $$;
revoke execute on function public.confirm_alerts(text, uuid[]), private.alert_patience() from public;
grant execute on function public.confirm_alerts(text, uuid[]) to anon, authenticated, service_role;

create or replace function private.clean_alerts() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.alerts where confirmed_at is null and created_at < now() - private.alert_patience();
  delete from private.alert_tokens where created_at < now() - interval '400 days'
    or email is not null and created_at < now() - private.alert_patience();
  delete from private.kept_searches as s where s.made_at < now() - interval '1 hour'
    and not exists (select from public.alerts as a where a.search_id = s.id);
  delete from private.search_matches as m where not exists (select from private.kept_searches as s where s.id = m.search_id);
  delete from private.search_matches as m using private.kept_searches as s
    where s.id = m.search_id and m.matched_on < current_date - 60
      and (s.kind <> 'people' or not exists (select from public.candidate_profiles as p where p.id = m.subject_id));
end $$;
