-- The page of a link that stops a visitor's alert offers to stop their others too. Once the alert of its mail had been
-- stopped, it was gone with its links: the next press did nothing, and said that the other had stopped already.

-- The mailbox, once the alert of the mail has stopped and others go on. Gone with the last of them.
alter table private.alert_tokens add column stops_for text;
alter table private.alert_tokens drop constraint alert_tokens_one_purpose;
alter table private.alert_tokens add constraint alert_tokens_one_purpose
  check (num_nonnulls(alert_id, email, stops_for) = 1);
create index alert_tokens_stops_for on private.alert_tokens (stops_for) where stops_for is not null;

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
      else a.email = coalesce(own.email, known.stops_for) and a.confirmed_at is not null end);
end $$;

-- Without a name it means the alert of the mail, which a mail program may stop again and again.
create or replace function public.stop_alerts(token text, which uuid default null, stops_all boolean default false)
returns boolean language plpgsql volatile security definer set search_path = '' as $$
declare
  known private.alert_tokens := private.alert_token(token);
  own public.alerts;
  mailbox text;
  gone uuid[];
begin
  select a.* into own from public.alerts as a where a.id = known.alert_id;
  if own.user_id is not null then
    update public.alerts as a set is_on = false where a.user_id = own.user_id and (stops_all or a.id = own.id);
    return true;
  end if;
  mailbox := coalesce(own.email, known.stops_for);
  if mailbox is null then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || mailbox, 0));
  gone := array(select a.id from public.alerts as a
    where a.email = mailbox and (stops_all or a.id = coalesce(which, own.id)));
  update private.alert_tokens set alert_id = null, stops_for = mailbox where alert_id = any (gone);
  delete from public.alerts where id = any (gone);
  if not exists (select from public.alerts as a where a.email = mailbox and a.confirmed_at is not null) then
    delete from private.alert_tokens where stops_for = mailbox;
  end if;
  return cardinality(gone) > 0;
end $$;
