-- The membership as the payment service has it, and how the site keeps up with it.
alter table public.subscriptions
  -- Sent when the customer is made, so that two requests at the same moment make one customer.
  add column customer_key uuid not null default gen_random_uuid(),
  -- How long there is access, by this database's clock: the paid period, or the grace after a failed
  -- payment. Null until the payment service has been asked; then current_period_end counts.
  add column paid_until timestamptz,
  -- When the payment service was asked for what stands here. An answer to an earlier question is old.
  add column asked_at timestamptz not null default '-infinity';

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

-- A membership that renews is charged about an hour after its period ends, and counts until then.
create or replace function private.has_active_membership(person uuid) returns boolean
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

-- Whoever deletes the account, and however: what goes on being charged ends with it.
create function private.close_billing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('billing-close', json_build_object('customerId', old.customer_id),
    'billing-close ' || old.customer_id);
  return null;
end
$$;
create trigger close_billing after delete on public.subscriptions
  for each row when (old.customer_id is not null) execute function private.close_billing();

create function private.follow_email() returns trigger
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
create trigger follow_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_email();
