-- What an employer's membership is, as the payment service last told it. Written by the service role
-- alone; everybody else sees at most their own row.
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
  updated_at timestamptz not null default now()
);

alter table public.subscriptions enable row level security;

create policy "people read their own subscription" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()));

revoke all on public.subscriptions from anon, authenticated;
grant select (user_id, product_id, status, current_period_end, cancel_at_period_end, updated_at)
  on public.subscriptions to authenticated;

-- Policies ask this about the caller. It lies outside the schema that the API shows, so that nobody
-- can ask it about somebody else.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

create function private.has_active_membership(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.subscriptions
    where user_id = person
      and current_period_end > now()
      and status in ('active', 'trialing', 'canceled', 'past_due')
  )
$$;

grant execute on function private.has_active_membership(uuid)
  to anon, authenticated, service_role;
