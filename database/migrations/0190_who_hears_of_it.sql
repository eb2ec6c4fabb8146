-- Who had a membership heard nothing when an owner cancelled it, and found the search closed: the payment service mails
-- receipts of refunds, and of this nothing.
create or replace function staff.end_payment_act(act uuid, is_done boolean, words text, before jsonb, after jsonb)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  it staff.payment_acts;
begin
  update staff.payment_acts as a set state = case when is_done then 'done' else 'refused' end,
      outcome = left(words, 1000), ended_at = now()
    where a.id = act and a.state = 'asked' returning a.* into it;
  if it.id is null then return false; end if;
  perform staff.append('site', null, null, 'payment-act-' || it.state, 'person', it.user_id::text, null, before,
    coalesce(after, '{}') || jsonb_build_object('act', act, 'kind', it.kind, 'outcome', it.outcome));
  if is_done and it.kind <> 'refund' then
    perform queue.add('staff-cancellation-mail', json_build_object('id', it.id));
  end if;
  return true;
end
$$;

-- Until when the access lasts; null where it ended at once. Whoever paid hears of it, also where nobody has proved the
-- mailbox: that is one mail, and an owner causes it.
create function staff.write_cancellation(act uuid) returns table (email text, until timestamptz)
language sql stable security definer set search_path = '' as $$
  select u.email::text, case when a.kind = 'cancel-at-end' then s.current_period_end end
    from staff.payment_acts as a join auth.users as u on u.id = a.user_id
    left join public.subscriptions as s on s.user_id = a.user_id
    where a.id = act and a.state = 'done' and u.deleted_at is null and u.email is not null
$$;
revoke execute on function staff.write_cancellation(uuid) from public;
grant execute on function staff.write_cancellation(uuid) to service_role;

-- Who left the newsletter and came again within ten minutes read that a mail is on its way, and none was: one had gone to
-- the address before. Whoever leaves has shown whose mailbox it is, so nobody is mailed against their will by this.
create function private.may_come_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.newsletter_limits as l where l.key
    = encode(sha256(convert_to('address ' || private.box_of(old.email), 'UTF8')), 'hex');
  return null;
end
$$;
revoke execute on function private.may_come_again() from public;
create trigger newsletter_may_come_again after delete on public.newsletter_subscribers
  for each row when (old.confirmed_at is not null) execute function private.may_come_again();

-- A site that was long found said noindex on every page after two nights without a backup, in a quarter of an hour in which
-- Stripe was away, or with a disk that filled up, and was taken out of the lists of search engines. What time or an outage
-- turns red keeps nobody out (domain/staff-launch.ts has the same names).
create or replace function private.may_be_found() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from staff.launched_anyway)
    or (exists (select from staff.launch_points)
      and not exists (select from staff.launch_points as p where p.state = 'red'
        and p.name not in ('backups', 'disk', 'mail-trial', 'price', 'proxy', 'webhook')))
$$;
