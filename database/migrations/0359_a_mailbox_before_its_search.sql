-- The mailbox before the search that it asks for, as whoever saves one with an account holds them: each waited for the other.
create or replace function public.ask_for_alert(mailbox text, consent_version integer, conditions jsonb DEFAULT '{}'::jsonb, address text DEFAULT ''::text, rhythm text DEFAULT 'daily'::text, weekday integer DEFAULT 1, hour integer DEFAULT 8, time_zone text DEFAULT 'America/New_York'::text)
returns boolean
language plpgsql security definer set search_path = '' as $$
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
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || receiver, 0));
  search := private.keep_search('jobs', conditions);
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
    and public.take_newsletter_try('alerts of address ' || private.box_of(receiver), 1, interval '1 day')
  then
    perform queue.add('alert-confirm-mail', json_build_object('email', receiver), 'alert confirm ' || receiver);
  end if;
  return true;
end $$;
