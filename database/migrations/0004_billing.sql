-- What an employer's membership is, as the payment service last told it, and how the site keeps up with it.
-- Written by the service role alone; everybody else sees at most their own row.
create table public.subscriptions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  customer_id text unique,
  subscription_id text unique,
  product_id text,
  status text not null default 'incomplete'
    constraint subscriptions_status_known check (status in ('incomplete', 'incomplete_expired',
      'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  updated_at timestamptz not null default now(),
  -- Sent when the customer is made, so that two requests at the same moment make one customer.
  customer_key uuid not null default gen_random_uuid(),
  -- How long there is access, by this database's clock: the paid period, or the grace after a failed
  -- payment. Null until the payment service has been asked; then current_period_end counts.
  paid_until timestamptz,
  -- When the payment service was asked for what stands here. An answer to an earlier question is old.
  asked_at timestamptz not null default '-infinity'
);
alter table public.subscriptions enable row level security;
create policy "people read their own subscription" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
revoke all on public.subscriptions from anon, authenticated;
grant select (user_id, product_id, status, current_period_end, cancel_at_period_end, updated_at)
  on public.subscriptions to authenticated;

-- Policies ask this about the caller. A membership that renews is charged about an hour after its period
-- ends, and counts until then.
create function private.has_active_membership(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.subscriptions
    where user_id = person
      and status in ('active', 'trialing', 'canceled', 'past_due')
      and coalesce(paid_until, current_period_end) > now() - case
        when status in ('active', 'trialing') and not cancel_at_period_end then interval '1 hour'
        else interval '0'
      end
  )
$$;
grant execute on function private.has_active_membership(uuid)
  to anon, authenticated, service_role;

-- The caller's own, with the days that the table keeps to itself.
create function private.own_membership()
returns table (has_access boolean, product_id text, status text, ends_at timestamptz,
  cancel_at_period_end boolean, is_owed boolean)
language sql stable security definer set search_path = '' as $$
  select private.has_active_membership(s.user_id), s.product_id, s.status,
    case when s.status = 'past_due' then s.paid_until else s.current_period_end end,
    s.cancel_at_period_end, s.status in ('past_due', 'unpaid')
  from public.subscriptions as s where s.user_id = (select auth.uid())
$$;

-- The number under which the payment service knows the caller, if the last answer about it is older.
create function private.own_customer(older_than_seconds integer) returns text
language sql stable security definer set search_path = '' as $$
  select s.customer_id from public.subscriptions as s
  where s.user_id = (select auth.uid())
    and s.asked_at <= clock_timestamp() - make_interval(secs => older_than_seconds)
$$;
grant execute on function private.own_membership(), private.own_customer(integer) to authenticated;

-- Every message of the payment service, once.
create table public.billing_events (
  id text primary key
    constraint billing_events_id_length check (char_length(id) between 1 and 255),
  type text not null
    constraint billing_events_type_length check (char_length(type) between 1 and 255),
  customer_id text,
  received_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz
);
create index billing_events_waiting_idx on public.billing_events (customer_id)
  where handled_at is null;
alter table public.billing_events enable row level security;
revoke all on public.billing_events from anon, authenticated;

-- Accounts that are gone and once had to do with the payment service. What is paid for one after all, on a
-- page that was open while it was deleted, is ended when the payment service tells of it.
create table private.closed_accounts (
  user_id uuid primary key,
  closed_at timestamptz not null default now()
);
alter table private.closed_accounts enable row level security;
-- Demo content that was removed may come back under the same numbers, which therefore are forgotten first.
grant select, delete on private.closed_accounts to service_role;

-- Whoever deletes the account, and however: what goes on being charged ends with it.
create function private.close_billing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.closed_accounts (user_id) values (old.user_id) on conflict do nothing;
  if old.customer_id is not null then
    perform queue.add('billing-close', json_build_object('customerId', old.customer_id),
      'billing-close ' || old.customer_id);
  end if;
  return null;
end
$$;
create trigger close_billing after delete on public.subscriptions
  for each row execute function private.close_billing();

-- The payment service writes to the address that counts now.
create function private.send_email_to_billing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.subscriptions
    where user_id = new.id and customer_id is not null)
  then
    perform queue.add('billing-email', json_build_object('userId', new.id),
      'billing-email ' || new.id);
  end if;
  return null;
end
$$;
create trigger send_email_to_billing after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.send_email_to_billing();
