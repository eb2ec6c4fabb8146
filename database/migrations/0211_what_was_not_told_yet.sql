-- Of two alerts for the same search that of the account was left, which took all before it for told: what the visitor's had found
-- since its last mail, up to a week of postings, reached nobody. And one that was confirmed in the moment in which the list was
-- read made reading fail.
create or replace function private.claim_alerts(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mailbox text;
  silent uuid[];
begin
  if not auth.has_proved_mailbox(person) then return; end if;
  select lower(u.email) into mailbox from auth.users as u where u.id = person;
  if not exists (select from public.alerts as a where a.email = mailbox and a.confirmed_at is not null) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || person, 0));
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || mailbox, 0));
  -- Of the same search one is left, which is on, and which the links of all its mails stop. Where that one has told nothing,
  -- it tells what the other had still to tell.
  select array_agg(own.id) into silent
    from public.alerts as own join public.alerts as a on a.search_id = own.search_id
    where own.user_id = person and (not own.is_on or own.sent_at is null) and a.email = mailbox and a.confirmed_at is not null;
  update public.alerts as own set is_on = true where own.id = any (silent) and not own.is_on;
  update public.alerts as own set told_up_to = least(own.told_up_to, a.told_up_to)
    from public.alerts as a
    where own.id = any (silent) and a.search_id = own.search_id and a.email = mailbox and a.confirmed_at is not null;
  update private.alert_tokens as t set alert_id = own.id
    from public.alerts as a join public.alerts as own on own.user_id = person and own.search_id = a.search_id
    where t.alert_id = a.id and a.email = mailbox and a.confirmed_at is not null;
  delete from public.alerts as a
    where a.email = mailbox and a.confirmed_at is not null
      and exists (select from public.alerts as own where own.user_id = person and own.search_id = a.search_id);
  -- What has no room stays with the mailbox.
  update public.alerts set user_id = person, email = null where id in (
    select a.id from public.alerts as a where a.email = mailbox and a.confirmed_at is not null
      -- Confirmed in this moment: it comes along the next time.
      and not exists (select from public.alerts as own where own.user_id = person and own.search_id = a.search_id)
    order by a.created_at, a.id
    limit greatest(10 - (select count(*) from public.alerts as own where own.user_id = person), 0));
end $$;
