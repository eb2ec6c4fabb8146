-- A member who cancelled in Stripe's portal had nothing to show for it, nor had who took that back: the portal says it once, on a
-- page, and Stripe mails nothing of either. What the site writes down of it is told as well. Decision 327.
create or replace function private.note_membership_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_over boolean := new.status = 'canceled' and old.status <> 'canceled' and not old.cancel_at_period_end
    and not new.ended_unpaid;
  begun timestamptz;
  change bigint;
begin
  -- Since when it had renewed, before this.
  begun := (select c.at from staff.membership_changes as c
    where c.user_id = new.user_id and c.subscription_id = new.subscription_id and not c.is_ending
    order by c.id desc limit 1);
  insert into staff.membership_changes (user_id, subscription_id, status, is_ending, current_period_end, amount, currency,
      price_interval)
    values (new.user_id, new.subscription_id, new.status, new.cancel_at_period_end, new.current_period_end, new.amount,
      new.currency, new.price_interval)
    returning id into change;
  if new.subscription_id = old.subscription_id
    and (is_over or new.status <> 'canceled' and new.cancel_at_period_end <> old.cancel_at_period_end)
    -- Of an owner's cancellation there is a mail already.
    and not ((is_over or new.cancel_at_period_end) and exists (select from staff.payment_acts as a
      where a.subscription_id = new.subscription_id and a.kind <> 'refund' and a.state <> 'refused'
        and a.asked_at >= coalesce(begun, '-infinity')))
  then
    perform queue.add('membership-mail', json_build_object('change', change::text));
  end if;
  return null;
end
$$;

-- What a mail says of a change, where it is still so. Nobody who is blocked is written to. Whoever pays hears of it, also where
-- nobody has proved the mailbox.
create function staff.write_membership_change(change bigint)
returns table (email text, what text, heard_at timestamptz, until timestamptz, is_owed boolean)
language sql stable security definer set search_path = '' as $$
  select u.email::text,
      case when c.status = 'canceled' then 'ended' when c.is_ending then 'ends' else 'renews' end,
      c.at,
      -- What is unpaid or paused gives none, however long its period.
      case when not (c.is_ending or c.status = 'canceled') then s.current_period_end
        when s.status in ('active', 'trialing', 'past_due', 'canceled') then coalesce(s.paid_until, s.current_period_end) end,
      s.status in ('past_due', 'unpaid')
    from staff.membership_changes as c
    join public.subscriptions as s on s.user_id = c.user_id and s.subscription_id = c.subscription_id
    join auth.users as u on u.id = c.user_id
    where c.id = change and u.deleted_at is null and u.email is not null
      and u.id not in (select private.banned_people())
      and not exists (select from staff.membership_changes as later
        where later.user_id = c.user_id and later.subscription_id = c.subscription_id and later.id > c.id
          and (later.is_ending <> c.is_ending or (later.status = 'canceled') <> (c.status = 'canceled')))
$$;
revoke execute on function staff.write_membership_change(bigint) from public;
grant execute on function staff.write_membership_change(bigint) to service_role;
