-- Stripe tells how a subscription is, and not how it was: a cancellation that was taken back leaves no trace there that an owner
-- can find. Whoever says “I was charged after I ended it” is answered by what the site saw, and when. Decision 303.
create table staff.membership_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null default now(),
  subscription_id text not null check (length(subscription_id) <= 255),
  status text not null check (length(status) <= 40),
  is_ending boolean not null,
  current_period_end timestamptz,
  amount bigint,
  currency text check (length(currency) <= 10),
  price_interval text check (length(price_interval) <= 20)
);
create index membership_changes_user on staff.membership_changes (user_id, id desc);
alter table staff.membership_changes enable row level security;
revoke all on staff.membership_changes from anon, authenticated, service_role;
grant select on staff.membership_changes to authenticated;
create policy "Staff see how a membership changed" on staff.membership_changes for select to authenticated
  using ((select private.has_staff_role('staff')));

create function private.note_membership_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into staff.membership_changes (user_id, subscription_id, status, is_ending, current_period_end, amount, currency,
      price_interval)
    values (new.user_id, new.subscription_id, new.status, new.cancel_at_period_end, new.current_period_end, new.amount,
      new.currency, new.price_interval);
  return null;
end
$$;
create trigger after_9_note_membership_change after update on public.subscriptions for each row
  when (new.subscription_id is not null and (new.subscription_id, new.status, new.cancel_at_period_end, new.current_period_end,
    new.amount, new.currency) is distinct from (old.subscription_id, old.status, old.cancel_at_period_end,
    old.current_period_end, old.amount, old.currency))
  execute function private.note_membership_change();
