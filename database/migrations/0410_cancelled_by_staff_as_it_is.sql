-- Of a membership that staff cancelled with its period the mail promised access until the end of that period, also where it is
-- unpaid and access ends before, or has ended; and that nothing more is charged, where what is owed still is. It also came when
-- the member had taken the cancellation back. Now it says what the mail about a member's own cancellation says (0371).
-- may lock or break: made anew in the same transaction, with two columns more, which the version before leaves out
drop function staff.write_cancellation(uuid);
create function staff.write_cancellation(act uuid)
returns table (email text, until timestamptz, is_at_end boolean, is_owed boolean)
language sql stable security definer set search_path = '' as $$
  select u.email::text,
      -- What is unpaid or paused gives none, however long its period.
      case when a.kind = 'cancel-at-end' and s.status in ('active', 'trialing', 'past_due', 'canceled')
        then coalesce(s.paid_until, s.current_period_end) end,
      a.kind = 'cancel-at-end',
      coalesce(s.status in ('past_due', 'unpaid'), false)
    from staff.payment_acts as a join auth.users as u on u.id = a.user_id
    left join public.subscriptions as s on s.user_id = a.user_id and s.subscription_id = a.subscription_id
    where a.id = act and a.state = 'done' and u.deleted_at is null and u.email is not null
      -- The member took it back, and has a mail about that.
      and not (a.kind = 'cancel-at-end' and exists (select from staff.membership_changes as ending
        join staff.membership_changes as later on later.user_id = ending.user_id
          and later.subscription_id = ending.subscription_id and later.id > ending.id
        where ending.user_id = a.user_id and ending.subscription_id = a.subscription_id and ending.at >= a.asked_at
          and ending.is_ending and not later.is_ending and later.status <> 'canceled'))
$$;
revoke execute on function staff.write_cancellation(uuid) from public;
grant execute on function staff.write_cancellation(uuid) to service_role;
