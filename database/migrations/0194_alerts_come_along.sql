-- Who saved alerts as a visitor and opens an account with the same mailbox finds them there, as applications are found: the
-- list of alerts was empty, the same search was saved again, and two mails a day told of the same jobs.
create function private.claim_alerts(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mailbox text;
begin
  if not auth.has_proved_mailbox(person) then return; end if;
  select lower(u.email) into mailbox from auth.users as u where u.id = person;
  if not exists (select from public.alerts as a where a.email = mailbox and a.confirmed_at is not null) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || person, 0));
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || mailbox, 0));
  -- Of the same search one is left, which is on, and which the links of all its mails stop.
  update public.alerts as own set is_on = true
    from public.alerts as a
    where own.user_id = person and not own.is_on and a.search_id = own.search_id
      and a.email = mailbox and a.confirmed_at is not null;
  update private.alert_tokens as t set alert_id = own.id
    from public.alerts as a join public.alerts as own on own.user_id = person and own.search_id = a.search_id
    where t.alert_id = a.id and a.email = mailbox and a.confirmed_at is not null;
  delete from public.alerts as a
    where a.email = mailbox and a.confirmed_at is not null
      and exists (select from public.alerts as own where own.user_id = person and own.search_id = a.search_id);
  -- What has no room stays with the mailbox.
  update public.alerts set user_id = person, email = null where id in (
    select a.id from public.alerts as a where a.email = mailbox and a.confirmed_at is not null
    order by a.created_at, a.id
    limit greatest(10 - (select count(*) from public.alerts as own where own.user_id = person), 0));
end $$;
revoke execute on function private.claim_alerts(uuid) from public;

create function public.own_alerts() returns table (id uuid, kind text, address text, rhythm text, weekday smallint,
  hour smallint, time_zone text, is_on boolean, sent_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if me is null then return; end if;
  perform private.claim_alerts(me);
  return query select a.id, a.kind, a.address, a.rhythm, a.weekday, a.hour, a.time_zone, a.is_on, a.sent_at
    from public.alerts as a where a.user_id = me order by a.created_at, a.id;
end $$;
revoke execute on function public.own_alerts() from public;
grant execute on function public.own_alerts() to authenticated, service_role;

create or replace function public.save_alert(kind text, conditions jsonb DEFAULT '{}'::jsonb, address text DEFAULT ''::text, rhythm text DEFAULT 'daily'::text, weekday integer DEFAULT 1, hour integer DEFAULT 8, time_zone text DEFAULT 'America/New_York'::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  me uuid := auth.uid();
  search bigint;
  saved uuid;
begin
  if me is null then raise exception using errcode = '42501', message = 'Sign in to save an alert.'; end if;
  if kind = 'people' and not private.may_see_candidates(me) then
    raise exception using errcode = '42501', message = 'Alerts about people take an employer membership.';
  end if;
  -- Two at once would make an eleventh.
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || me, 0));
  perform private.claim_alerts(me);
  if kind = 'fit' then search := private.keep_fit(me); else search := private.keep_search(kind, conditions); end if;
  if not exists (select from public.alerts as a where a.user_id = me and a.search_id = search)
    and (select count(*) from public.alerts as a where a.user_id = me) >= 10
  then
    raise exception using errcode = 'PT409',
      message = 'You have ten alerts already. Remove one of them first.';
  end if;
  insert into public.alerts as known (user_id, kind, address, search_id, rhythm, weekday, hour, time_zone, confirmed_at)
    values (me, kind, coalesce(address, ''), search, rhythm, weekday, hour, time_zone, now())
    on conflict on constraint alerts_once_for_person do update set rhythm = excluded.rhythm,
      weekday = excluded.weekday, hour = excluded.hour, time_zone = excluded.time_zone, is_on = true
    returning known.id into saved;
  return saved;
end $function$;
